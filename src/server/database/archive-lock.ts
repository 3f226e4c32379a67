import { lockFile, type Lock } from '#locks/lock-file.ts'
import { finishSwap, isSwapPending } from './restore-swap.ts'

/** The archive is open elsewhere, or being restored; the message is for the command line. */
export class ArchiveInUse extends Error {}

/** Shared by everything that has the archive open; exclusive for a restore. */
const lockPath = (database: string) => `${database}-open`
/** Milliseconds to wait for a restore to finish its last step. */
const LOCK_TIMEOUT = 2000

/** Locks the archive against restores. A restore that was interrupted in its last step is finished first. @throws {ArchiveInUse} during a restore. */
export function lockArchiveShared(database: string): Lock {
  for (;;) {
    const lock = lockFile(lockPath(database), 'shared', LOCK_TIMEOUT)
    if (!lock) throw new ArchiveInUse('The archive is being restored from a backup. Wait until that is done.')
    if (!isSwapPending(database)) return lock
    // Nobody holds the exclusive lock, so the process that started the swap is gone.
    lock.release()
    finishRestore(database)
  }
}

/** Finishes an interrupted restore. Returns the folder with the previous archive; undefined if there was nothing to finish. */
export function finishRestore(database: string): string | undefined {
  if (!isSwapPending(database)) return undefined
  const lock = lockFile(lockPath(database), 'exclusive', LOCK_TIMEOUT)
  try {
    return lock && finishSwap(database)
  } finally {
    lock?.release()
  }
}

/** Locks the archive for a restore. @throws {ArchiveInUse} if it is open. */
export function lockArchiveExclusively(database: string): Lock {
  const lock = lockFile(lockPath(database), 'exclusive')
  if (!lock) {
    throw new ArchiveInUse(
      'The archive is open in a server or an import. Stop the server, wait for imports to finish, then try again.',
    )
  }
  return lock
}
