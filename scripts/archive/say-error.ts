import { ArchiveInUse } from '#server/backup/archive-door.ts'
import { BackupRefused } from '#server/backup/format.ts'
import { FolderNotEmpty } from '#server/bundle/export-bundle.ts'
import { ImportUnderWay } from '#server/database/take-turn.ts'
import { Refusal } from '#server/http/errors.ts'
import { OverlayRefused } from '#server/raster/make/refused.ts'
import { UserError } from './open-archive.ts'

/** What SQLite's result codes mean to the person at the terminal (https://sqlite.org/rescode.html). */
const DATABASE: Record<number, string> = {
  5: 'Another program writes to the archive at the moment. Try again when it is done.',
  8: 'The archive cannot be written to.',
  10: 'The disk cannot be read or written.',
  11: 'The database is damaged. Bring back a backup.',
  13: 'The disk is full. The archive is as it was: make room, then try again.',
  14: 'The database cannot be opened. DATA_DIR names the folder that it lies in.',
  26: 'The file is not a database. DATA_DIR names the folder that the archive lies in.',
}

/** Errors whose message is meant for the person at the terminal. */
const SENTENCES = [UserError, ImportUnderWay, FolderNotEmpty, BackupRefused, ArchiveInUse, OverlayRefused]

/** What the API would answer, by field where it is about one. */
const refused = ({ body }: Refusal) =>
  Object.entries(body as Record<string, string | string[]>)
    .map(([field, said]) => (typeof said === 'string' ? said : `${field}: ${said.join(' ')}`))
    .join('\n')

/**
 * A sentence for what a person can put right (a full disk, a folder that may not be written to); undefined for what is a fault of the
 * program and keeps its stack.
 */
export function sayError(error: unknown): string | undefined {
  if (SENTENCES.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof Refusal) return refused(error)
  const { code, errcode, syscall, message } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC') return DATABASE[13]
  if (code === 'EFBIG')
    return 'The file would be too large for this disk: one formatted as FAT holds no file over 4 GB.'
  // The lowest byte is the result code, the others say more about it.
  if (errcode !== undefined) return `${DATABASE[errcode & 255] ?? ''} (${message})`.trim()
  return syscall === undefined ? undefined : message
}
