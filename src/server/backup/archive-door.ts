import { lockFile, type Lock } from '../database/lock-file.ts'
import { finishSwap, swapUnderWay } from './swap.ts'

/** Somebody else has the archive open, or a restore is replacing it; the message is for the person at the terminal. */
export class ArchiveInUse extends Error {}

/** Held by everybody who has the archive open, together; by a restore, alone. */
const doorOf = (database: string) => `${database}-open`
/** Milliseconds that opening waits for a restore to finish its last step. */
const PATIENCE = 2000

/**
 * Goes in: while the lock is held no restore can replace the archive. A restore that was cut off in its last step, after it had proved
 * everything, is finished first.
 * @throws {ArchiveInUse} while a restore is under way.
 */
export function enterArchive(database: string): Lock {
  for (;;) {
    const lock = lockFile(doorOf(database), 'shared', PATIENCE)
    if (!lock) throw new ArchiveInUse('The archive is being restored from a backup. Wait until that is done.')
    if (!swapUnderWay(database)) return lock
    // Nobody holds the door alone, so whoever began to swap is gone.
    lock.release()
    finishRestore(database)
  }
}

/**
 * Finishes a restore that was cut off. Returns the folder in which the archive from before it lies; undefined where there was nothing to finish.
 */
export function finishRestore(database: string): string | undefined {
  if (!swapUnderWay(database)) return undefined
  const lock = lockFile(doorOf(database), 'alone', PATIENCE)
  try {
    return lock && finishSwap(database)
  } finally {
    lock?.release()
  }
}

/** @throws {ArchiveInUse} while anybody has the archive open. */
export function closeArchiveToOthers(database: string): Lock {
  const lock = lockFile(doorOf(database), 'alone')
  if (!lock) {
    throw new ArchiveInUse(
      'The archive is open: a server runs, or an import. Stop the server first (and wait for imports), then try again.',
    )
  }
  return lock
}
