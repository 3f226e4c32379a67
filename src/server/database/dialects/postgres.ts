import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryId,
  type RootOperationNode,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { ArchiveDatabase, type Engine, type EngineLock, type ReadStatement } from '../archive-database.ts'
import { createRankValues } from './postgres-ranking.ts'
import { numbered, toPostgres } from './postgres-spelling.ts'

/** Connections of a process: for writing, and for reading. */
const CONNECTIONS = { writing: 5, reading: 10 }
/** Milliseconds to wait for a connection. */
const CONNECT_TIMEOUT = 10_000
/** Milliseconds to wait for other transactions. A server does not let a login wait for an import (write.ts tries again). */
const LOCK_TIMEOUT = { server: 1000, program: 12_000 }

/** Keys of advisory locks; any other program on the same database has to use others. */
const LOCKS = { write: 7_316_001, server: 7_316_002, import: 7_316_003 }

/** Whole numbers and truth values come as numbers, as from SQLite; JSON as text, which is passed on or parsed by whoever asked. */
const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
  [pg.types.builtins.JSON]: (text) => text,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: string) => PARSERS[id] ?? pg.types.getTypeParser(id, format as 'text'),
}

class SpellingCompiler extends PostgresQueryCompiler {
  override compileQuery<R extends RootOperationNode>(node: R, id: QueryId): CompiledQuery {
    const query = super.compileQuery(node, id)
    return { ...query, sql: toPostgres(query.sql) }
  }
}

/**
 * One transaction writes at a time, as on SQLite: work that reads and then writes relies on it, and writes are rare. A program that waits too long gets
 * `lock_not_available`.
 */
class OneWriterDriver extends PostgresDriver {
  readonly #timeout: number

  constructor(config: PostgresDialectConfig, timeout: number) {
    super(config)
    this.#timeout = timeout
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${this.#timeout}`))
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${LOCKS.write})`))
      await connection.executeQuery(CompiledQuery.raw('set local lock_timeout to default'))
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      throw error
    }
  }
}

class ArchiveDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #timeout: number

  constructor(pool: pg.Pool, timeout: number) {
    super({ pool })
    this.#config = { pool }
    this.#timeout = timeout
  }

  override createDriver(): Driver {
    return new OneWriterDriver(this.#config, this.#timeout)
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new SpellingCompiler()
  }
}

/** A database address without its password. */
export function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  return address.href
}

function createPool(url: string, max: number, options: string): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max, types, options: `-c jit=off ${options}`, application_name: 'lotline' },
    ...{ connectionTimeoutMillis: CONNECT_TIMEOUT, idleTimeoutMillis: 30_000, keepAlive: true },
  })
  // A connection that breaks while nobody uses it is replaced; one in use fails the call that uses it.
  pool.on('error', () => {})
  return pool
}

/** PostgreSQL behind a pool of connections. */
export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  readonly dialect: ArchiveDialect
  readonly place: string
  readonly address: string
  readonly #pool: pg.Pool
  readonly #rankValues: ReturnType<typeof createRankValues>
  readonly #locks: EngineLock[] = []

  constructor(url: string, { readOnly = false, server = false } = {}) {
    this.place = withoutPassword(url)
    this.address = url
    this.#pool = readOnly
      ? createPool(url, CONNECTIONS.reading, '-c default_transaction_read_only=on')
      : createPool(url, CONNECTIONS.writing, '')
    this.#rankValues = createRankValues((text, values) => this.#ask(text, values))
    this.dialect = new ArchiveDialect(this.#pool, server ? LOCK_TIMEOUT.server : LOCK_TIMEOUT.program)
  }

  /** Rows as arrays. No named statements: their generic plans are slower. */
  async #ask(text: string, values: readonly unknown[]): Promise<unknown[][]> {
    return (await this.#pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows
  }

  prepare(text: string): ReadStatement {
    const { sql, viewer: bindsViewer, ranked } = numbered(text)
    return {
      all: async (values, viewer = 0) => {
        const bound: unknown[] = bindsViewer ? [...values, viewer] : [...values]
        if (ranked !== undefined) bound.push(...(await this.#rankValues(values[ranked] as string)))
        return await this.#ask(sql, bound)
      },
    }
  }

  async hasTable(name: string): Promise<boolean> {
    const rows = await this.#ask('select to_regclass($1) is not null', [name])
    return rows[0]![0] === 1
  }

  openReader(): ArchiveDatabase {
    return new ArchiveDatabase(new PostgresEngine(this.address, { readOnly: true }))
  }

  /** An advisory lock on a connection of its own: the database releases it however the process ends. */
  async lock(name: 'import' | 'server'): Promise<EngineLock | undefined> {
    const client = new pg.Client({ connectionString: this.address, types, application_name: `lotline ${name}` })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ held: number }>(`select pg_try_advisory_lock(${LOCKS[name]}) as held`)
    const release = async () => {
      // At once: the end of a session takes a moment.
      await client.query('select pg_advisory_unlock_all()').catch(() => {})
      await client.end().catch(() => {})
    }
    if (rows[0]!.held === 1) return { release }
    await release()
    return undefined
  }

  /** Held until the engine is closed. */
  keep(lock: EngineLock): void {
    this.#locks.push(lock)
  }

  async close(): Promise<void> {
    for (const lock of this.#locks.splice(0)) await lock.release()
    if (!this.#pool.ended) await this.#pool.end()
  }
}
