import { ArchiveDatabase } from './archive-database.ts'
import { PostgresEngine, withoutPassword } from './dialects/postgres.ts'
import { fillItemSearch } from './item-search.ts'
import { migrateToLatest } from './migrate.ts'
import { asUnreachable, waitUntilReachable } from './postgres/reachable.ts'
import { ServerRunning } from './server-lock.ts'

interface OpenOptions {
  server?: boolean
  /** Says that a server uses the archive: commands that need it for themselves are refused meanwhile. */
  lease?: boolean
  /** Inspects the database before anything in it changes; throwing leaves it unchanged. */
  before?: (db: ArchiveDatabase) => Promise<void>
  /** For a bulk load, which makes the full text itself at its end. */
  bulk?: boolean
}

const inUse = (place: string) =>
  `A program has the archive on ${place} for itself: a command such as restore or move, or a server of an older version. Wait until it is done, or stop it.`

/** Opens an archive on PostgreSQL, and creates or migrates its tables if needed. @throws {DatabaseUnreachable} @throws {ServerRunning} with `lease`, if a program has the archive for itself. */
export async function openPostgres(
  url: string,
  { server = false, lease = false, bulk = false, before }: OpenOptions = {},
): Promise<ArchiveDatabase> {
  const engine = new PostgresEngine(url, { server })
  const db = new ArchiveDatabase(engine)
  try {
    await waitUntilReachable(engine.place, () => engine.hasTable('archive_state'))
    if (lease) {
      if (!(await engine.joinServers())) throw new ServerRunning(inUse(withoutPassword(url)))
    }
    await before?.(db)
    await migrateToLatest(db)
    if (!bulk) await fillItemSearch(db)
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

/** A reader of a replica, which need not be there yet. */
export const openReplicaReader = (url: string): ArchiveDatabase =>
  new ArchiveDatabase(new PostgresEngine(url, { readOnly: true, replica: true }))
