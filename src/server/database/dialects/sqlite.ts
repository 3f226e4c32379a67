import { LRUCache } from 'lru-cache'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { lockFile, type Lock } from '#locks/lock-file.ts'
import { createMemoryLimiter, type LimiterOptions } from '../../limits/rate-limit.ts'
import { ArchiveDatabase, VIEWER, type Engine, type LockName, type ReadStatement } from '../archive-database.ts'

/** Milliseconds that a connection waits for a writer, blocking the process. */
export const BUSY_TIMEOUT = 5000

/** Prepared statements to keep; there are far fewer different queries. */
const STATEMENTS = 500

/** node:sqlite as Kysely's SQLite dialect expects it, with a cache of prepared statements. */
function statementCache(sqlite: DatabaseSync): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({
    max: STATEMENTS,
    memoMethod: (text) => wrap(sqlite.prepare(text)),
  })
  return { close: () => sqlite.close(), prepare: (text) => cache.memo(text) }
}

function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

/** Begins every transaction as a writer: a deferred one that reads first and writes later fails with SQLITE_BUSY_SNAPSHOT when another process writes in between. */
class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync

  constructor(sqlite: DatabaseSync) {
    super({ database: statementCache(sqlite) })
    this.#sqlite = sqlite
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite rolls back by itself when the disk is full: a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** SQLite rolls back changes of tables like all others; Kysely's own adapter says that it cannot. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true
  }
}

const nodeSqliteDialect = (sqlite: DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new ImmediateDriver(sqlite),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** Without Kysely, for the hottest reads. Statements for the public do not bind a viewer. */
function prepare(sqlite: DatabaseSync, text: string): ReadStatement {
  const statement = sqlite.prepare(text)
  statement.setReturnArrays(true)
  const bound = text.includes(VIEWER)
  return {
    all: (values, viewer = 0) => {
      const rows: unknown[] = bound ? statement.all({ [VIEWER]: viewer }, ...values) : statement.all(...values)
      return rows as unknown[][]
    },
  }
}

/** SQLite in a file. `locks` are held against restores and second servers. */
export class SqliteEngine implements Engine {
  readonly kind = 'sqlite'
  readonly dialect: Dialect
  readonly sqlite: DatabaseSync
  readonly place: string
  readonly address: string
  readonly #locks: readonly Lock[]

  constructor(sqlite: DatabaseSync, place: string, locks: readonly Lock[] = []) {
    this.dialect = nodeSqliteDialect(sqlite)
    this.sqlite = sqlite
    this.place = place
    this.address = place
    this.#locks = locks
  }

  prepare(text: string): ReadStatement {
    return prepare(this.sqlite, text)
  }

  async hasTable(name: string): Promise<boolean> {
    return this.sqlite.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(name) !== undefined
  }

  openReader(): ArchiveDatabase {
    return openSqliteReader(this.place)
  }

  /** The only server (archive-locks.ts) leads. */
  async lock(name: LockName): Promise<Lock | undefined> {
    if (this.place === ':memory:' || name === 'leader') return { release: () => {} }
    return lockFile(`${this.place}-${name}`, 'exclusive')
  }

  /** In memory: there is one server. */
  createLimiter(options: LimiterOptions): RateLimiterAbstract {
    return createMemoryLimiter(options)
  }

  async close(): Promise<void> {
    if (this.sqlite.isOpen) this.sqlite.close()
    for (const lock of this.#locks) lock.release()
  }
}

/** A second, read-only connection. It sees committed data only, and long writes do not block it. */
export function openSqliteReader(file: string): ArchiveDatabase {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  sqlite.exec('pragma cache_size = -65536; pragma mmap_size = 268435456')
  return new ArchiveDatabase(new SqliteEngine(sqlite, file))
}
