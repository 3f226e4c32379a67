import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { lockFile, type Lock } from '#locks/lock-file.ts'
import type { ArchiveDatabase, EngineLock } from './archive-database.ts'
import { finishSwap, isSwapPending } from './restore-swap.ts'

/** Milliseconds for a command that has just upgraded the database to let go of it. */
const LEASE_TIMEOUT = 300

/** Another server is running on this archive; the message is for the command line. */
export class ServerRunning extends Error {}

/**
 * Allows one server per SQLite archive: two would both deliver mail, sweep and rebuild. It is an operating system lock, so a killed server leaves
 * none behind.
 * @throws {ServerRunning}
 */
export function lockServer(database: string): Lock {
  const file = existsSync(database) ? realpathSync(database) : database
  const path = `${file}-server`
  const lock = lockFile(path, 'exclusive', LEASE_TIMEOUT)
  if (lock) return lock
  throw new ServerRunning(
    `Another Lotline server is running on the archive ${file}${holderOf(path)}. Stop it first, or give this one its own folder, for example DATA_DIR=./other-archive.`,
  )
}

/** In words, which process has a file locked, where the system tells (Linux). */
function holderOf(path: string): string {
  try {
    const inode = `:${statSync(path).ino} `
    const locks = readFileSync('/proc/locks', 'utf8').split('\n')
    const pid = locks
      .find((line) => line.includes(inode) && line.includes(' WRITE '))
      ?.trim()
      .split(/\s+/)[4]
    return pid === undefined ? '' : ` (process ${pid})`
  } catch {
    return ''
  }
}

/** For a command that needs the archive for itself: no server runs until the lock is released. @throws {ServerRunning} */
export async function lockOutServers({ isPostgres, engine }: ArchiveDatabase): Promise<EngineLock> {
  if (!isPostgres) return lockServer(engine.place)
  const lock = await engine.lock('server')
  if (lock) return lock
  throw new ServerRunning(`A Lotline server is running on the archive ${engine.place}. Stop all of its servers first.`)
}

export class ImportInProgress extends Error {
  constructor() {
    super('Another import or repair of this archive is running. Wait until it has finished, then try again.')
  }
}

/**
 * Runs `work` under the archive's import lock. Imports decide by what the archive holds and remove their pictures when they fail, so two at once
 * would undo each other; a repair would sweep away pictures whose records are not written yet. Other writes are not blocked.
 * @throws {ImportInProgress}
 */
export async function withImportLock<T>({ engine }: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  const lock = await engine.lock('import')
  if (!lock) throw new ImportInProgress()
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** The archive is open elsewhere, or being restored; the message is for the command line. */
export class ArchiveInUse extends Error {}

/** Shared by everything that has the archive open; exclusive for a restore. */
const lockPath = (database: string) => `${database}-open`
/** Milliseconds to wait for a restore to finish its last step. */
const RESTORE_TIMEOUT = 2000

/** Locks the archive against restores. A restore that was interrupted in its last step is finished first. @throws {ArchiveInUse} during a restore. */
export function lockArchiveShared(database: string): Lock {
  for (;;) {
    const lock = lockFile(lockPath(database), 'shared', RESTORE_TIMEOUT)
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
  const lock = lockFile(lockPath(database), 'exclusive', RESTORE_TIMEOUT)
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
