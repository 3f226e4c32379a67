import { CopyRefused } from '#release/copy/copy-errors.ts'
import { BackupRefused } from '#server/backup/format.ts'
import { FolderNotEmpty } from '#server/bundle/export-bundle.ts'
import { DatabaseUnreachable } from '#server/database/postgres/reachable.ts'
import { ServerRunning, ImportInProgress, ArchiveInUse } from '#server/database/archive-locks.ts'
import { UpgradeRefused } from '#server/database/upgrade.ts'
import { S3Error } from '#s3/s3-error.ts'
import { DomainError } from '#server/errors/domain-error.ts'
import { ArchiveIdentityError } from '#server/identity/identity-error.ts'
import { TrashRefused } from '#server/storage/trash.ts'
import { OverlayRefused } from '#server/raster/make/overlay-refused.ts'
import { UserError } from './open-archive.ts'

/** SQLite result codes for the person at the terminal (https://sqlite.org/rescode.html). */
const DATABASE: Record<number, string> = {
  5: 'Another program is writing to the archive. Try again when it is done.',
  8: "The archive can't be written to.",
  10: "The disk can't be read or written.",
  11: 'The database is damaged. Restore a backup.',
  13: 'The disk is full. The archive is unchanged: free some space, then try again.',
  14: "The database can't be opened. DATA_DIR sets the folder of the archive.",
  26: 'The file is not a database. DATA_DIR sets the folder of the archive.',
}

/** Errors of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html), and of a connection to it. */
const POSTGRES: Record<string, string> = {
  '53100': 'The disk of the database is full. Free some space, then try again.',
  '55P03': 'Another program is writing to the archive. Try again when it is done.',
  '57P01': 'The database was stopped. Try again when it is running.',
  '57P02': 'The database was stopped. Try again when it is running.',
}
const isBroken = (message: string) => /^Connection terminated/.test(message)

/** Errors whose message is for the person at the terminal. */
const SENTENCES = [
  ...[UserError, TrashRefused, ArchiveIdentityError, ServerRunning, ArchiveInUse, ImportInProgress],
  UpgradeRefused,
  ...[DatabaseUnreachable, FolderNotEmpty, BackupRefused, CopyRefused, OverlayRefused, S3Error],
]

/** The API's message, by field where it is about one. */
const apiMessage = ({ body }: DomainError) =>
  Object.entries(body as Record<string, string | string[]>)
    .map(([field, message]) => (typeof message === 'string' ? message : `${field}: ${message.join(' ')}`))
    .join('\n')

/** A message for errors that a person can fix (a full disk, missing permissions); undefined for bugs, which keep their stack. */
export function errorMessage(error: unknown): string | undefined {
  if (SENTENCES.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DomainError) return apiMessage(error)
  const { code, errcode, syscall, message } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC' || code === 'EDQUOT') return DATABASE[13]
  if (code === 'EFBIG') return 'The file is too large for this disk: FAT has a limit of 4 GB per file.'
  if (code !== undefined && code in POSTGRES) return `${POSTGRES[code]} (${message})`
  if (isBroken(message)) return `The connection to the database broke off. Try again. (${message})`
  // The lowest byte is the primary result code.
  if (errcode !== undefined) return `${DATABASE[errcode & 255] ?? ''} (${message})`.trim()
  return syscall === undefined ? undefined : message
}
