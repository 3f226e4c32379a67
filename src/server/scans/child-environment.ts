import type { S3Settings } from '#s3/settings.ts'
import { s3Environment } from '../storage/open-media-store.ts'

/** Only the variables that a child process needs, without the server's secrets but those of an object store. */
export const childEnvironment = (s3?: S3Settings) => ({
  ...s3Environment(s3),
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  // Where Node keeps compiled modules, if the server has such a folder.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})
