import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { lockFile, type Lock } from '#locks/lock-file.ts'
import type { ArchiveDatabase, EngineLock } from './archive-database.ts'

/** Milliseconds for a command that has just upgraded the database to let go of it. */
const LOCK_TIMEOUT = 300

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
  const lock = lockFile(path, 'exclusive', LOCK_TIMEOUT)
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

/** Another import or repair of the same archive is running. */
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
