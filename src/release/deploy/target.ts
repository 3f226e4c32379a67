import { hash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'

/** A file of the site, as it is at the target. */
export interface DeployFile {
  /** Relative to the site, with slashes. */
  path: string
  /** The local file. */
  source: string
  /** True where `source` is the gzip copy, sent with that content encoding. */
  gzipped: boolean
  /** SHA-256 of `source`, 32 hexadecimal digits. */
  hash: string
}

/** Where a site is deployed to. Each file is replaced as a whole: visitors get the old one or the new one. */
export interface DeployTarget {
  /** For people. */
  name: string
  /** True where compressed copies can't be files of their own: a store sends each object as it is. */
  compressesInPlace: boolean
  /** True where something else is there: it might be overwritten. */
  isForeign(): Promise<boolean>
  /** Undefined where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>
  write(path: string, content: Uint8Array): Promise<void>
  /** Writes files, and tells of each that is there. A local file that is gone by then is left out: a build has withdrawn it. */
  upload(files: readonly DeployFile[], onUploaded: (file: DeployFile) => void): Promise<void>
  /** Removes files; missing ones are no error. */
  remove(paths: readonly string[]): Promise<void>
}

/** Files read, copied or sent at once: most of the time of one is waiting. */
export const FILES_AT_ONCE = 16

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

/** What has to be changed at the target before anything can be deployed. */
export class DeployRefused extends Error {}
