import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ArchiveDatabase } from './archive-database.ts'
import { fillItemSearch } from './item-search.ts'
import { lockServer, lockArchiveShared } from './archive-locks.ts'
import type { Lock } from '#locks/lock-file.ts'
import { prepareUpgrade, type UpgradeOptions } from './upgrade.ts'
import { dropFullTextStatistics } from './planner-statistics.ts'
import { BUSY_TIMEOUT, SqliteEngine, openSqliteReader } from './dialects/sqlite.ts'

/** The archive, and a connection that sees committed rows only. */
export interface Databases {
  db: ArchiveDatabase
  reader: ArchiveDatabase
}
export { ArchiveDatabase } from './archive-database.ts'

/** Milliseconds that a server waits for a writer: it has to stay responsive and retries instead (write.ts). */
const SERVER_TIMEOUT = 20

/** Creates the database file, readable by its owner only: it holds password hashes, secret links and drafts. SQLite's side files get the same mode. */
export function createDatabaseFile(file: string): void {
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

export const isPostgresAddress = (address: string): boolean => /^postgres(ql)?:/.test(address)

export interface OpenOptions extends UpgradeOptions {
  /** Keeps responding while others write: see write.ts. */
  server?: boolean
  /** Refuses a second server on this archive. */
  lease?: boolean
  /** Inspects the file before anything in it changes; throwing leaves it unchanged. */
  before?: (db: ArchiveDatabase) => Promise<void>
}

/**
 * Opens the archive's database, a file or the address of PostgreSQL, for reading and writing, creates and migrates it if needed. `synchronous` is FULL so that an acknowledged
 * submission survives a power cut; writes are rare. Programs use `openArchive` (identity/), which also checks the media folder.
 * @throws {ArchiveInUse} during a restore. @throws {ServerRunning} with `lease`, if another server is running, and before an upgrade. @throws {UpgradeRefused}
 */
export async function openDatabase(file: string, options: OpenOptions = {}): Promise<ArchiveDatabase> {
  if (isPostgresAddress(file)) return await (await import('./open-postgres.ts')).openPostgres(file, options)
  const { server = false, lease = false, before, alone = lease, say } = options
  mkdirSync(dirname(file), { recursive: true })
  const locks: Lock[] = []
  let db: ArchiveDatabase
  try {
    if (file !== ':memory:') locks.push(lockArchiveShared(file))
    createDatabaseFile(file)
    const options = { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true }
    db = new ArchiveDatabase(new SqliteEngine(new DatabaseSync(file, options), file, locks))
  } catch (error) {
    for (const lock of locks) lock.release()
    throw error
  }
  const { sqlite } = db
  let upgrade: Awaited<ReturnType<typeof prepareUpgrade>>
  try {
    upgrade = await prepareUpgrade(db, { alone, say })
    // After it, so that a server that starts waits for a command that upgrades.
    if (lease) locks.push(lockServer(file))
    await before?.(db)
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
    // Migration 0006 changes the text of the schema, which SQLite refuses by default.
    sqlite.enableDefensive(false)
    await upgrade?.run()
    sqlite.enableDefensive(true)
    await dropFullTextStatistics(db)
    await fillItemSearch(db)
  } catch (error) {
    await db.destroy()
    throw error
  } finally {
    await upgrade?.release()
  }
  if (server) sqlite.exec(`pragma busy_timeout = ${SERVER_TIMEOUT}`)
  return db
}

/** A second, read-only connection to SQLite, for a thread of its own. */
export const openReader = openSqliteReader
