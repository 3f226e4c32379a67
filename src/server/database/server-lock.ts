import { existsSync, realpathSync } from 'node:fs'
import { lockFile, type Lock } from '#locks/lock-file.ts'
import type { ArchiveDatabase, EngineLock } from './archive-database.ts'

/** Another server is running on this archive; the message is for the command line. */
export class ServerRunning extends Error {}

/**
 * Allows one server per SQLite archive: two would both deliver mail, sweep and rebuild. It is an operating system lock, so a killed server leaves
 * none behind.
 * @throws {ServerRunning}
 */
export function lockServer(database: string): Lock {
  const file = existsSync(database) ? realpathSync(database) : database
  const lock = lockFile(`${file}-server`, 'exclusive')
  if (lock) return lock
  throw new ServerRunning(
    `Another Lotline server is running on the archive ${file}. Stop it first, or give this one its own folder, for example DATA_DIR=./other-archive.`,
  )
}

/** For a command that needs the archive for itself: no server runs until the lock is released. @throws {ServerRunning} */
export async function lockOutServers({ isPostgres, engine }: ArchiveDatabase): Promise<EngineLock> {
  if (!isPostgres) return lockServer(engine.place)
  const lock = await engine.lock('server')
  if (lock) return lock
  throw new ServerRunning(`A Lotline server is running on the archive ${engine.place}. Stop all of its servers first.`)
}
