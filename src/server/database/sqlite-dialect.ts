import { LRUCache } from 'lru-cache'
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

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

  constructor(config: SqliteDialectConfig, sqlite: DatabaseSync) {
    super(config)
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

/** Kysely over node:sqlite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #sqlite: DatabaseSync

  constructor(sqlite: DatabaseSync) {
    const config: SqliteDialectConfig = { database: statementCache(sqlite) }
    super(config)
    this.#config = config
    this.#sqlite = sqlite
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config, this.#sqlite)
  }
}
