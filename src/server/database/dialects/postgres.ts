import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type PostgresDialectConfig,
  type QueryId,
  type RootOperationNode,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import {
  ArchiveDatabase,
  type Engine,
  type EngineLock,
  type LockName,
  type LockOptions,
  type ReadOptions,
  type ReadStatement,
  type TagConditions,
} from '../archive-database.ts'
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { LimiterOptions } from '../../limits/rate-limit.ts'
import { LOCKS, takeAdvisoryLock } from './postgres-lock.ts'
import { createPool } from './postgres-pool.ts'
import { createRankedSearches } from './postgres-ranking.ts'
import { numbered, toPostgres } from './postgres-spelling.ts'

/** Items with tags, in the arrays of ITEM_TAGS (postgres/listed-items.ts): its index finds all tags of a list at once. */
const arrayTags: TagConditions = {
  any: (list, ids, visible) => ({ text: `item.${list} && array${visible}`, values: [JSON.stringify(ids)] }),
  all: (list, ids, visible) => ({
    text: `item.${list} @> json_ids(?) and (select count(*) from ${visible} as shown) = ?`,
    values: [JSON.stringify(ids), JSON.stringify(ids), ids.length],
  }),
}

/** Milliseconds to wait for other transactions. A server does not let a login wait for an import (write.ts tries again). */
const LOCK_TIMEOUT = { server: 1000, program: 12_000 }

/** Milliseconds until a lock that was lost is asked for again. */
const REJOIN = 1000

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

/** Migrations are in one transaction, under a lock of their own (upgrade.ts). */
class WithoutMigrationLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const archiveDialect = (pool: pg.Pool, timeout: number): Dialect => ({
  createAdapter: () => new WithoutMigrationLock(),
  createDriver: () => new OneWriterDriver({ pool }, timeout),
  createQueryCompiler: () => new SpellingCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

export function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  if (address.searchParams.has('password')) address.searchParams.delete('password')
  return address.href
}

/** PostgreSQL behind a pool of connections. */
export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  readonly dialect: Dialect
  readonly tags = arrayTags
  readonly place: string
  readonly address: string
  readonly #pool: pg.Pool
  readonly #searches: ReturnType<typeof createRankedSearches>
  #serverLock: EngineLock | undefined

  constructor(url: string, { readOnly = false, server = false, replica = false } = {}) {
    this.place = withoutPassword(url)
    this.address = url
    this.#pool = createPool(url, { readOnly, replica })
    this.#searches = createRankedSearches((...asked) => this.#ask(...asked))
    this.dialect = archiveDialect(this.#pool, server ? LOCK_TIMEOUT.server : LOCK_TIMEOUT.program)
  }

  /** Rows as arrays. @param name of a statement that is planned once in a connection: for others, a plan for all values is slower. */
  async #ask(text: string, values: readonly unknown[], name?: string): Promise<unknown[][]> {
    const named = name === undefined ? {} : { name }
    return (await this.#pool.query<unknown[]>({ text, values: [...values], rowMode: 'array', ...named })).rows
  }

  prepare(text: string, { onePlan = false }: ReadOptions = {}): ReadStatement {
    const { sql, viewer: bindsViewer, ranked } = numbered(text)
    const name = onePlan || !sql.includes('$1') ? hash('sha256', sql, 'base64url') : undefined
    return {
      all: async (values, viewer = 0) => {
        const bound: unknown[] = bindsViewer ? [...values, viewer] : [...values]
        if (!ranked) return await this.#ask(sql, bound, name)
        const search = await this.#searches(values[ranked.search] as string)
        bound[ranked.search] = search.indexed
        return await this.#ask(ranked.sql(search), [...bound, ...search.phrases, ...search.weights, search.average])
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

  lock(name: LockName, options?: LockOptions): Promise<EngineLock | undefined> {
    return takeAdvisoryLock(this.address, name, options)
  }

  createLimiter({ name, points, seconds }: LimiterOptions): RateLimiterAbstract {
    return createPostgresLimiter(this.#pool, { name, points, seconds })
  }

  /** Holds the lock of servers, together with others, until the engine is closed. False if a program has it for itself. */
  async joinServers(): Promise<boolean> {
    const lock = await this.lock('server', { shared: true })
    if (!lock) return false
    if (this.#pool.ending) await lock.release()
    else this.#serverLock = lock
    lock.lost?.addEventListener('abort', () => void this.#rejoinServers(), { once: true })
    return true
  }

  /** After the database was restarted. */
  async #rejoinServers(): Promise<void> {
    while (!this.#pool.ending) {
      if (await this.joinServers().catch(() => false)) return
      await pause(REJOIN, undefined, { ref: false })
    }
  }

  async close(): Promise<void> {
    const ended = this.#pool.ended ? undefined : this.#pool.end()
    await this.#serverLock?.release()
    await ended
  }
}

/** Without the e-mail addresses and network addresses that are counted. */
class HashedKeys extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    return super.getKey(hash('sha256', String(key), 'base64url'))
  }
}

/** Counts in the table `rate_limit` (migration 0022), which is not written to the log of the database: a crash of the database forgets the counts. */
const createPostgresLimiter = (pool: pg.Pool, { name, points, seconds }: LimiterOptions): RateLimiterAbstract =>
  new HashedKeys({
    ...{ storeClient: pool, storeType: 'pool', tableName: 'rate_limit', tableCreated: true },
    ...{ keyPrefix: name, points, duration: seconds },
    // One of them removes what has expired, for all.
    clearExpiredByTimeout: name === 'login-account',
  })
