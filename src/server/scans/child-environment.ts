import type { S3Settings } from '#s3/settings.ts'
import { s3Environment } from '../storage/open-media-store.ts'

interface Places {
  /** For processes that open the archive: its address may contain a password, which arguments would show to everybody on the machine. */
  database?: string | undefined
  s3?: S3Settings | undefined
}

/** Only the variables that a child process needs, without the server's secrets but those of database and object store. */
export const childEnvironment = ({ database, s3 }: Places = {}) => ({
  ...s3Environment(s3),
  ...(database !== undefined && { ARCHIVE_DATABASE: database }),
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  // Where Node keeps compiled modules, if the server has such a folder.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})
