import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { lockArchiveShared } from './archive-lock.ts'
import { fillItemSearch } from './item-search.ts'
import { lockServer } from './server-lock.ts'
import type { Lock } from '#locks/lock-file.ts'
import { migrateToLatest } from './migrate.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import type { Db, Tables } from './tables.ts'

/** Milliseconds that a writer waits for another, blocking the process. */
const BUSY_TIMEOUT = 5000
/** The same for a server, which has to stay responsive and retries instead (write.ts). */
const SERVER_TIMEOUT = 20

/** The archive's tables in Kysely; `sqlite` is the underlying connection, for what Kysely cannot express. */
export class ArchiveDatabase extends Kysely<Tables> {
  readonly sqlite: DatabaseSync
  readonly file: string
  /** Held against restores and second servers. */
  readonly #locks: readonly Lock[]

  constructor(sqlite: DatabaseSync, file: string, locks: readonly Lock[] = []) {
    super({ dialect: new NodeSqliteDialect(sqlite) })
    this.sqlite = sqlite
    this.file = file
    this.#locks = locks
  }

  /** Also closes a connection that Kysely has not used yet, which it would leave open. */
  override async destroy(): Promise<void> {
    await super.destroy()
    if (this.sqlite.isOpen) this.sqlite.close()
    for (const lock of this.#locks) lock.release()
  }
}

/** Creates the database file, readable by its owner only: it holds password hashes, secret links and drafts. SQLite's side files get the same mode. */
export function createDatabaseFile(file: string): void {
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

interface OpenOptions {
  /** Keeps responding while others write: see write.ts. */
  server?: boolean
  /** Refuses a second server on this archive. */
  lease?: boolean
  /** Inspects the file before anything in it changes; throwing leaves it unchanged. */
  before?: (sqlite: DatabaseSync) => Promise<void>
}

/**
 * Opens the archive's database for reading and writing, creates and migrates it if needed. `synchronous` is FULL so that an acknowledged
 * submission survives a power cut; writes are rare. Programs use `openArchive` (identity/), which also checks the media folder.
 * @throws {ArchiveInUse} during a restore. @throws {ServerRunning} with `lease`, if another server is running.
 */
export async function openDatabase(
  file: string,
  { server = false, lease = false, before }: OpenOptions = {},
): Promise<ArchiveDatabase> {
  mkdirSync(dirname(file), { recursive: true })
  const locks: Lock[] = []
  let db: ArchiveDatabase
  try {
    if (file !== ':memory:') locks.push(lockArchiveShared(file))
    if (lease) locks.push(lockServer(file))
    createDatabaseFile(file)
    const options = { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true }
    db = new ArchiveDatabase(new DatabaseSync(file, options), file, locks)
  } catch (error) {
    for (const lock of locks) lock.release()
    throw error
  }
  const { sqlite } = db
  try {
    await before?.(sqlite)
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
    // Migration 0006 changes the text of the schema, which SQLite refuses by default.
    sqlite.enableDefensive(false)
    await migrateToLatest(db)
    sqlite.enableDefensive(true)
    await fillItemSearch(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  if (server) sqlite.exec(`pragma busy_timeout = ${SERVER_TIMEOUT}`)
  return db
}

/** A second, read-only connection. It sees committed data only, and long writes do not block it. */
export function openReader(file: string): ArchiveDatabase {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  sqlite.exec('pragma cache_size = -65536; pragma mmap_size = 268435456')
  return new ArchiveDatabase(sqlite, file)
}

/** Updates the statistics of SQLite's query planner. Call it after a bulk load. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}
