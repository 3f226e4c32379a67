import { hash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { FILES_AT_ONCE, type DeployFile } from './target.ts'

/** 32 hexadecimal digits. Undefined where the file is missing. */
export async function hashOf(path: string): Promise<string | undefined> {
  try {
    return hash('sha256', await readFile(path)).slice(0, 32)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The files of a site. With `compressInPlace` each file that has a gzip copy is that copy, and copies are no files of their own. */
export async function readSiteFiles(site: string, compressInPlace: boolean): Promise<DeployFile[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(site, join(parentPath, name)).split(sep).join('/'))
  const all = new Set(names)
  const isCopy = (name: string) => /\.(br|gz)$/.test(name) && all.has(name.replace(/\.(br|gz)$/, ''))
  const files: DeployFile[] = []
  const addFile = async (path: string) => {
    if (compressInPlace && isCopy(path)) return
    const gzipped = compressInPlace && all.has(`${path}.gz`)
    const source = join(site, gzipped ? `${path}.gz` : path)
    const found = await hashOf(source)
    // An update may remove a file meanwhile.
    if (found !== undefined) files.push({ path, source, gzipped, hash: found })
  }
  await Readable.from(names).forEach(addFile, { concurrency: FILES_AT_ONCE })
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}
