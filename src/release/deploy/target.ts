import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Of a long file a stream, which is read once. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** A file of the site, as it is at the target. */
export interface DeployFile {
  /** Relative to the site, with slashes. */
  path: string
  /** True where the content is compressed, and sent with that content encoding. */
  gzipped: boolean
  /** Changes with the content. */
  hash: string
  /** Undefined where the file is gone meanwhile: a build or a cataloguer has withdrawn it. */
  read(): Promise<{ content: Content; hash: string } | undefined>
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
  write(path: string, content: Uint8Array): Promise<unknown>
  /** Writes files, and tells of each that is there. A file that is gone by then is left out. */
  upload(files: readonly DeployFile[], onUploaded: (file: DeployFile) => void): Promise<void>
  /** Removes files; missing ones are no error. */
  remove(paths: readonly string[]): Promise<void>
}

/** Files read, copied or sent at once: most of the time of one is waiting. */
export const FILES_AT_ONCE = 16

/** The upload of a target that takes one file after the other. */
export const uploadEach =
  (put: (file: DeployFile, content: Content) => Promise<unknown>): DeployTarget['upload'] =>
  (files, onUploaded) =>
    Readable.from(files).forEach(
      async (file: DeployFile) => {
        const found = await file.read()
        if (!found) return
        await put(file, found.content)
        onUploaded({ ...file, hash: found.hash })
      },
      { concurrency: FILES_AT_ONCE },
    )

/** Undefined where the file is missing: an update may remove it meanwhile. */
export const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/** What has to be changed at the target before anything can be deployed. */
export class DeployRefused extends Error {}
