import { ArchiveDatabase } from './archive-database.ts'
import { PostgresEngine, withoutPassword } from './dialects/postgres.ts'
import { fillItemSearch } from './item-search.ts'
import type { OpenOptions } from './open.ts'
import { prepareUpgrade } from './upgrade.ts'
import { asUnreachable, waitUntilReachable } from './postgres/reachable.ts'
import { ServerRunning } from './archive-locks.ts'

const inUse = (place: string) =>
  `A program has the archive on ${place} for itself: a command such as restore or move, or a server of an older version. Wait until it is done, or stop it.`

/** Opens an archive on PostgreSQL, and creates or migrates its tables if needed. @throws {DatabaseUnreachable} @throws {ServerRunning} with `lease`, if a program has the archive for itself. */
export async function openPostgres(
  url: string,
  { server = false, lease = false, before, alone = false, say }: OpenOptions = {},
): Promise<ArchiveDatabase> {
  const engine = new PostgresEngine(url, { server })
  const db = new ArchiveDatabase(engine)
  const join = async () => {
    if (!(await engine.joinServers())) throw new ServerRunning(inUse(withoutPassword(url)))
  }
  let upgrade: Awaited<ReturnType<typeof prepareUpgrade>>
  try {
    await waitUntilReachable(engine.place, () => engine.hasTable('archive_state'))
    upgrade = await prepareUpgrade(db, { alone, lease, say })
    if (lease && !upgrade) await join()
    await before?.(db)
    await upgrade?.run()
    await upgrade?.release()
    if (lease && upgrade) await join()
    await fillItemSearch(db)
    return db
  } catch (error) {
    await upgrade?.release()
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
