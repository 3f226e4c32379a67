import type { DatabaseSync } from 'node:sqlite'
import { Kysely, type Dialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { LimiterOptions } from '../limits/rate-limit.ts'
import type { Tables } from './tables.ts'

/** Placeholder of the viewing account in statements of `prepareRead`; other values are `?`. */
export const VIEWER = ':viewer'

export type Values = readonly (string | number)[]

/** A prepared statement that returns rows as arrays: at once from SQLite, later from PostgreSQL. @param viewer is bound to `VIEWER`. */
export interface ReadStatement {
  all(values: Values, viewer?: number): unknown[][] | Promise<unknown[][]>
}

export interface ReadOptions {
  /** PostgreSQL plans it once for all values, and not anew for each: the best plan is always the same. */
  onePlan?: boolean
}

/** `server`: shared by the servers of an archive. `import`: imports and repairs. `leader`: what only one of several servers does. `upgrade`: migrations. */
export type LockName = 'server' | 'import' | 'leader' | 'upgrade'
export interface LockOptions {
  shared?: boolean
  /** Waits for the lock until this signal; without it the answer comes at once. */
  until?: AbortSignal
}

/** Tags of items: people in any role, subjects, organizations. */
export type TagList = 'people' | 'subjects' | 'organizations'
type TagCondition = (list: TagList, ids: number[], visible: string) => { text: string; values: (string | number)[] }

/**
 * Conditions on items by their tags, with a `?` for each value, where a database does not look for them in the tables of links.
 * @param ids different ones.
 * @param visible a query in parentheses for those of a JSON list that the viewer may see.
 */
export interface TagConditions {
  any: TagCondition
  all: TagCondition
}

/** A lock between programs. */
export interface EngineLock {
  release(): void | Promise<void>
  /** Aborted when the lock is lost, with its connection. */
  lost?: AbortSignal
}

/** What differs between the databases below Kysely: one file each in dialects/. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  /** Where the archive is, for messages: without a password. */
  readonly place: string
  /** What `openDatabase` takes: a file, or an address with its password. */
  readonly address: string
  readonly dialect: Dialect
  readonly tags?: TagConditions
  /** Prepares SQL in SQLite's spelling. */
  prepare(text: string, options?: ReadOptions): ReadStatement
  hasTable(name: string): Promise<boolean>
  /** A second, read-only connection. */
  openReader(): ArchiveDatabase
  /** Undefined if another program has the lock. */
  lock(name: LockName, options?: LockOptions): Promise<EngineLock | undefined>
  /** A rate limit that all processes share. */
  createLimiter(options: LimiterOptions): RateLimiterAbstract
  /** Also closes connections that Kysely has not used yet. */
  close(): Promise<void>
}

/** The archive's tables in Kysely, on SQLite or PostgreSQL. */
export class ArchiveDatabase extends Kysely<Tables> {
  readonly engine: Engine

  constructor(engine: Engine) {
    super({ dialect: engine.dialect })
    this.engine = engine
  }

  get isPostgres(): boolean {
    return this.engine.kind === 'postgres'
  }

  /** The connection to SQLite, for what only SQLite has. @throws on PostgreSQL. */
  get sqlite(): DatabaseSync {
    return sqliteOf(this.engine).sqlite
  }

  /** The file of SQLite. @throws on PostgreSQL. */
  get file(): string {
    return sqliteOf(this.engine).place
  }

  /** A statement without Kysely, for the hottest reads. */
  prepareRead(text: string, options?: ReadOptions): ReadStatement {
    return this.engine.prepare(text, options)
  }

  /** Prepares statements as they are asked for, and keeps the latest. */
  cacheReads(max: number, options?: ReadOptions): (text: string) => ReadStatement {
    const memoMethod = (text: string) => this.prepareRead(text, options)
    const cache = new LRUCache<string, ReadStatement>({ max, memoMethod })
    return (text) => cache.memo(text)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.engine.close()
  }
}

function sqliteOf(engine: Engine): Engine & { sqlite: DatabaseSync } {
  if ('sqlite' in engine) return engine as Engine & { sqlite: DatabaseSync }
  throw new Error('This archive is on PostgreSQL, which has no file.')
}
