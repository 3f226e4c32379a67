import { FolderNotEmpty } from '#server/bundle/export-bundle.ts'
import { ImportUnderWay } from '#server/bundle/one-import.ts'
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

/**
 * A sentence for what a person can put right (a full disk, a folder that may not be written to); undefined for what is a fault of the
 * program and keeps its stack.
 */
export function sayError(error: unknown): string | undefined {
  if (error instanceof UserError || error instanceof ImportUnderWay || error instanceof FolderNotEmpty) {
    return error.message
  }
  const { code, errcode, syscall, message } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC') return DATABASE[13]
  // The lowest byte is the result code, the others say more about it.
  if (errcode !== undefined) return `${DATABASE[errcode & 255] ?? ''} (${message})`.trim()
  return syscall === undefined ? undefined : message
}
