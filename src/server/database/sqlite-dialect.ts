import { CompiledQuery, SqliteDialect, SqliteDriver } from 'kysely'
import type { DatabaseConnection, SqliteDatabase, SqliteDialectConfig, SqliteStatement } from 'kysely'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** So many prepared statements are kept; the shapes of all queries together are far fewer. */
const STATEMENTS = 500

/** node:sqlite in the shape that Kysely's SQLite dialect expects, with prepared statements kept by their text. */
function statementCache(sqlite: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const kept = cache.get(text)
      if (kept) return kept
      const statement = wrap(sqlite.prepare(text))
      cache.set(text, statement)
      if (cache.size > STATEMENTS) cache.delete(cache.keys().next().value!)
      return statement
    },
  }
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

/**
 * Begins every transaction as a writer: a deferred one that reads first and writes later fails at once when another
 * process wrote in between (SQLITE_BUSY_SNAPSHOT), whatever the timeout.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Kysely over node:sqlite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(sqlite: DatabaseSync) {
    const config: SqliteDialectConfig = { database: statementCache(sqlite) }
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config)
  }
}
