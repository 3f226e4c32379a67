import { openBucket } from '#s3/bucket.ts'
import type { SendOptions } from '#s3/send.ts'
import { readS3Settings, s3Address, s3Variables, type S3Settings, type S3Variables } from '#s3/settings.ts'
import { createFolderStore } from './folder-store.ts'
import type { MediaStore } from './media-store.ts'
import { createS3Store } from './s3-store.ts'

/** Where media are: in a folder, or in a bucket, with the folder for uploads in progress only. */
export interface MediaLocation {
  mediaDir: string
  /** Default: beside the folder. In a bucket the trash is beside the media. */
  trashDir?: string
  s3?: S3Settings | undefined
}

/** The place as a person knows it. */
export const mediaPlace = ({ mediaDir, s3 }: MediaLocation): string => (s3 ? s3Address(s3) : mediaDir)

export const openMediaStore = ({ mediaDir, trashDir, s3 }: MediaLocation, options?: SendOptions): MediaStore =>
  s3 ? createS3Store(openBucket(s3, options), mediaDir) : createFolderStore(mediaDir, trashDir)

/** Only the variables that a child process needs. The address of a database that it opens, and the store, may contain secrets: arguments are readable by everyone on the machine. */
export const childEnvironment = ({ database, s3 }: { database?: string | undefined; s3?: S3Settings | undefined }) => ({
  ...(s3 && { MEDIA_URL: s3Address(s3), ...s3Variables(s3) }),
  ...(database !== undefined && { ARCHIVE_DATABASE: database }),
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  // Where Node keeps compiled modules, if the server has such a folder.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})

/** In the child process: undefined where media are in a folder. */
export const s3FromEnvironment = (variables: S3Variables & { MEDIA_URL?: string }): S3Settings | undefined =>
  variables.MEDIA_URL?.startsWith('s3:') ? readS3Settings('MEDIA_URL', variables.MEDIA_URL, variables) : undefined
