import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import packageJson from '../../../package.json' with { type: 'json' }
import { ArchiveDatabase, type EngineLock } from './archive-database.ts'
import { isPostgres } from './dialects/is-postgres.ts'
import { SqliteEngine } from './dialects/sqlite.ts'
import { fillItemSearch } from './item-search.ts'
import { MIGRATIONS, POSTGRES_MIGRATIONS } from './migrate.ts'
import { refreshPrivacy } from './person-privacy.ts'
import { dropFullTextStatistics } from './planner-statistics.ts'
import { ServerRunning, lockOutServers } from './archive-locks.ts'
import type { Db } from './tables.ts'

/** The database cannot be brought to this version; nothing was changed. The message is for the command line. */
export class UpgradeRefused extends Error {}

export interface UpgradeOptions {
  /** The caller keeps servers out, or is the one that starts. */
  alone?: boolean
  /** Keeps servers out of a database without tables too. */
  lease?: boolean
  /** Tells a person what happens, in a sentence. */
  say?: ((sentence: string) => void) | undefined
}

type Migrations = Readonly<Record<string, Migration>>

/** Milliseconds between looks whether another program has finished its upgrade. */
const LOOK_EVERY = 100
/** What SQLite says to a statement that was executed before. */
const DONE = /already exists|duplicate column name|no such (?:table|index|trigger|column)|UNIQUE constraint failed/

/** The migrations that the database has, and those that it lacks. @throws {UpgradeRefused} for a database of a newer version. */
export async function readSteps(db: ArchiveDatabase): Promise<{ applied: string[]; missing: string[] }> {
  const known = Object.keys(db.isPostgres ? POSTGRES_MIGRATIONS : MIGRATIONS).sort()
  if (!(await db.engine.hasTable('kysely_migration'))) return { applied: [], missing: known }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const newest = applied.at(-1)
  if (newest !== undefined && !known.includes(newest)) {
    const state = (await sql<{ version?: string }>`select * from archive_state`.execute(db)).rows[0]
    throw new UpgradeRefused(
      `The database ${db.engine.place} was made by a newer Lotline${state?.version ? `, version ${state.version}` : ''} (its last change is ${newest}). This is version ${packageJson.version}, which knows changes up to ${known.at(-1)}. Start the newer version, or restore the backup of before the upgrade. Nothing was changed.`,
    )
  }
  return { applied, missing: known.filter((name) => !applied.includes(name)) }
}

/**
 * Keeps others from upgrading the database meanwhile, if it needs an upgrade: call `run`, then `release`. Waits while another program upgrades it.
 * @throws {UpgradeRefused} @throws {ServerRunning} if a server of an older version uses it.
 */
export async function prepareUpgrade(db: ArchiveDatabase, { alone = false, lease = false, say }: UpgradeOptions) {
  if ((await readSteps(db)).missing.length === 0) return undefined
  let lock: EngineLock | undefined
  while (!(lock = await db.engine.lock('upgrade'))) await pause(LOOK_EVERY)
  const held = lock
  try {
    const { applied, missing } = await readSteps(db)
    const isOld = applied.length > 0 && missing.length > 0
    const mayBeServed = missing.length > 0 && (isOld || lease)
    const servers = mayBeServed && !alone ? await keepServersOut(db) : undefined
    return {
      async run() {
        if (missing.length === 0) return
        if (isOld)
          say?.(`Upgrading the database ${db.engine.place} to this version of Lotline: ${missing.join(', ')} …`)
        await migrate(db, missing[0]!, say)
        if (isOld) say?.('The database is upgraded.')
      },
      async release() {
        await servers?.release()
        await held.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function keepServersOut(db: ArchiveDatabase) {
  return await lockOutServers(db).catch((error: unknown) => {
    if (!(error instanceof ServerRunning)) throw error
    throw new ServerRunning(
      `This version of Lotline (${packageJson.version}) has to upgrade the database, and a server of an older version uses it. Stop that server, then try again: the upgrade is made by whatever starts first. ${error.message}`,
    )
  })
}

async function migrate(db: ArchiveDatabase, first: string, say: UpgradeOptions['say']): Promise<void> {
  const migrations = db.isPostgres ? POSTGRES_MIGRATIONS : MIGRATIONS
  try {
    await inOneTransaction(db, migrations)
  } catch (error) {
    if (db.isPostgres || !DONE.test((error as Error).message)) throw error
    // Until version 0.1 each statement was a commit of its own.
    await inOneTransaction(db, { ...migrations, [first]: finishing(migrations[first]!) }, requireWhole).catch(
      (problem: Error) => {
        throw DONE.test(problem.message) ? unfinishable(problem.message) : problem
      },
    )
    say?.(`An earlier upgrade was cut off in ${first}. It is finished now.`)
  }
}

async function apply(trx: Db, migrations: Migrations, schema?: string): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({
    ...{ db: trx, provider },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  }).migrateToLatest()
  if (error) throw error
}

/** Makes the tables of an earlier version in an empty database, in a transaction. */
export async function createTables(trx: Db, last: string): Promise<void> {
  const all = Object.entries(isPostgres(trx) ? POSTGRES_MIGRATIONS : MIGRATIONS)
  // Otherwise Kysely takes the tables of another schema for its own.
  const schema = isPostgres(trx) ? 'public' : undefined
  await apply(trx, Object.fromEntries(all.filter(([name]) => name <= last)), schema)
}

/** Everything, or nothing: a program that is killed leaves the database as it was. */
async function inOneTransaction(
  db: ArchiveDatabase,
  migrations: Migrations,
  check?: (db: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await apply(trx, migrations)
    await check?.(trx)
    await trx.updateTable('archive_state').set({ version: packageJson.version }).execute()
    await dropFullTextStatistics(trx)
    await refreshPrivacy(trx)
    await fillItemSearch(trx)
  })
}

/** The migration, of which the first statements were executed before: those that SQLite refuses for it are passed over. */
function finishing({ up }: Migration): Migration {
  return {
    up: (db) =>
      up({
        getExecutor: () => db.getExecutor(),
        executeQuery: async (query: Parameters<typeof db.executeQuery>[0]) => {
          try {
            return await db.executeQuery(query)
          } catch (error) {
            if (DONE.test((error as Error).message)) return { rows: [] }
            throw error
          }
        },
      } as unknown as Kysely<unknown>),
  }
}

/** Tables, indexes and triggers, but not those that SQLite, FTS5 and the migrator make for themselves. */
async function readSchema(db: Db): Promise<string[]> {
  const own = sql<{ sql: string }>`select sql from sqlite_schema where sql is not null and name not glob 'sqlite_*'
    and name not glob 'kysely_*' and name not glob 'item_search_*' order by sql`
  return (await own.execute(db)).rows.map((row) => row.sql)
}

/** @throws {UpgradeRefused} if the tables are not those of a new archive. */
async function requireWhole(db: Db): Promise<void> {
  await using fresh = new ArchiveDatabase(
    new SqliteEngine(new DatabaseSync(':memory:', { defensive: false }), ':memory:'),
  )
  await inOneTransaction(fresh, MIGRATIONS)
  const [found, wanted] = [await readSchema(db), await readSchema(fresh)]
  const wrong = [...wanted.filter((each) => !found.includes(each)), ...found.filter((each) => !wanted.includes(each))]
  if (wrong.length === 0) return
  throw unfinishable(`${wrong[0]!.replaceAll(/\s+/g, ' ').slice(0, 100)} … is not as it should be`)
}

const unfinishable = (why: string) =>
  new UpgradeRefused(
    `An earlier upgrade of the database was cut off, and it can't be finished: ${why}. Nothing was changed. "npm run archive -- restore FILE" restores a backup.`,
  )
