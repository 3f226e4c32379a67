/** A file of the site, as it is at the target. */
export interface DeployFile {
  /** Relative to the site, with slashes. */
  path: string
  /** The local file; undefined where `read` makes the content, or the API has it. */
  source?: string | undefined
  /** True where the content is compressed, and sent with that content encoding. */
  gzipped: boolean
  /** Changes with the content; of a local file its SHA-256, 32 hexadecimal digits. */
  hash: string
  /** Undefined where the file is gone meanwhile: a build or a cataloguer has withdrawn it. */
  read(): Promise<{ content: Uint8Array; hash: string } | undefined>
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
  /** Writes files, and tells of each that is there. A file that is gone by then is left out. */
  upload(files: readonly DeployFile[], onUploaded: (file: DeployFile) => void): Promise<void>
  /** Removes files; missing ones are no error. */
  remove(paths: readonly string[]): Promise<void>
}

/** Files read, copied or sent at once: most of the time of one is waiting. */
export const FILES_AT_ONCE = 16

/** What has to be changed at the target before anything can be deployed. */
export class DeployRefused extends Error {}
