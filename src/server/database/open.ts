import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { enterArchive } from '../backup/archive-door.ts'
import { fillItemSearch } from './item-search.ts'
import type { Lock } from './lock-file.ts'
import { migrateToLatest } from './migrate.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

/** How long a writer waits for another one, in milliseconds; the whole process stands still meanwhile. */
const BUSY_TIMEOUT = 5000
/** What a server, which must go on answering, waits at a time: see write.ts. */
const SERVER_TIMEOUT = 20

/** The archive's tables through Kysely; `sqlite` is the connection beneath, for what Kysely has no words for. */
export class ArchiveDatabase extends Kysely<Tables> {
  readonly sqlite: DatabaseSync
  readonly file: string
  /** As long as it is held, no restore replaces the file. */
  readonly #door: Lock | undefined

  constructor(sqlite: DatabaseSync, file: string, door?: Lock) {
    super({ dialect: new NodeSqliteDialect(sqlite) })
    this.sqlite = sqlite
    this.file = file
    this.#door = door
  }

  /** Closes the connection, also one that was never asked through Kysely (which would then leave it open). */
  override async destroy(): Promise<void> {
    await super.destroy()
    if (this.sqlite.isOpen) this.sqlite.close()
    this.#door?.release()
  }
}

/**
 * Makes the file of a database that is not there yet, for its owner alone to read: it holds passwords (hashed), letters with secret links, and drafts. What
 * SQLite puts beside it gets the same rights.
 */
export function makeDatabaseFile(file: string): void {
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * Opens the archive's database file for reading and writing, makes it where there is none, and brings it to the latest
 * migration, with a full text where a migration left none. `synchronous` is FULL: a submission that was answered with "successfully added to our records" survives a power cut; writes are rare, and
 * an import is one transaction, so the extra flush costs nothing that anybody notices.
 * @throws {ArchiveInUse} while a restore is under way.
 */
export async function openDatabase(file: string, { server = false } = {}): Promise<ArchiveDatabase> {
  mkdirSync(dirname(file), { recursive: true })
  const door = file === ':memory:' ? undefined : enterArchive(file)
  let db: ArchiveDatabase
  try {
    makeDatabaseFile(file)
    const options = { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true }
    db = new ArchiveDatabase(new DatabaseSync(file, options), file, door)
  } catch (error) {
    door?.release()
    throw error
  }
  const { sqlite } = db
  try {
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
    await migrateToLatest(db)
    await fillItemSearch(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  if (server) sqlite.exec(`pragma busy_timeout = ${SERVER_TIMEOUT}`)
  return db
}

/**
 * A second connection to the same file that only reads. What it sees is always committed (a transaction that is under way
 * in this process is not seen), and a long write never makes a reader wait.
 */
export function openReader(file: string): ArchiveDatabase {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  sqlite.exec('pragma cache_size = -65536; pragma mmap_size = 268435456')
  return new ArchiveDatabase(sqlite, file)
}

/** Counts what the tables hold, so that SQLite chooses the quicker way through them. To be called after a bulk load. */
export async function gatherStatistics(db: Kysely<Tables>): Promise<void> {
  await sql`analyze`.execute(db)
}
