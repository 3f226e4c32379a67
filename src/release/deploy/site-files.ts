import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DeployFile } from './target.ts'

/** 32 hexadecimal digits. Undefined where the file is missing. */
export async function hashOf(path: string): Promise<string | undefined> {
  const sum = createHash('sha256')
  try {
    await pipeline(createReadStream(path), sum)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return sum.digest('hex').slice(0, 32)
}

/** The files of a site. With `compressInPlace` each file that has a gzip copy is that copy, and copies are no files of their own. */
export async function readSiteFiles(site: string, compressInPlace: boolean): Promise<DeployFile[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(site, join(parentPath, name)).split(sep).join('/'))
    .sort()
  const all = new Set(names)
  const isCopy = (name: string) => /\.(br|gz)$/.test(name) && all.has(name.replace(/\.(br|gz)$/, ''))
  const files: DeployFile[] = []
  for (const path of names) {
    if (compressInPlace && isCopy(path)) continue
    const gzipped = compressInPlace && all.has(`${path}.gz`)
    const source = join(site, gzipped ? `${path}.gz` : path)
    const hash = await hashOf(source)
    // An update may remove a file meanwhile.
    if (hash !== undefined) files.push({ path, source, gzipped, hash })
  }
  return files
}
