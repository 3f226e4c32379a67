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
