import { ArchiveDatabase } from './archive-database.ts'
import { PostgresEngine, withoutPassword } from './dialects/postgres.ts'
import { fillItemSearch } from './item-search.ts'
import { migrateToLatest } from './migrate.ts'
import { asUnreachable, waitUntilReachable } from './postgres/reachable.ts'
import { ServerRunning } from './server-lock.ts'

interface OpenOptions {
  server?: boolean
  /** Refuses a second server on this archive. */
  lease?: boolean
  /** Inspects the database before anything in it changes; throwing leaves it unchanged. */
  before?: (db: ArchiveDatabase) => Promise<void>
}

/** Opens an archive on PostgreSQL, and creates or migrates its tables if needed. @throws {DatabaseUnreachable} @throws {ServerRunning} with `lease`, if another server is running. */
export async function openPostgres(
  url: string,
  { server = false, lease = false, before }: OpenOptions = {},
): Promise<ArchiveDatabase> {
  const engine = new PostgresEngine(url, { server })
  const db = new ArchiveDatabase(engine)
  try {
    await waitUntilReachable(engine.place, () => engine.hasTable('archive_state'))
    if (lease) {
      const lock = await engine.lock('server')
      if (!lock) throw new ServerRunning(`Another Lotline server is running on ${withoutPassword(url)}. Stop it first.`)
      engine.keep(lock)
    }
    await before?.(db)
    await migrateToLatest(db)
    await fillItemSearch(db)
    return db
  } catch (error) {
    await db.destroy()
    throw asUnreachable(engine.place, error)
  }
}

/** Whether an archive is in the database, without making one. @throws {DatabaseUnreachable} */
export async function hasArchiveTables(url: string): Promise<boolean> {
  await using db = new ArchiveDatabase(new PostgresEngine(url))
  const { engine } = db
  return await waitUntilReachable(engine.place, () => engine.hasTable('archive_state'))
}
