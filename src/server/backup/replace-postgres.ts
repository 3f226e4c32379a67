import { sql } from 'kysely'
import { ArchiveDatabase } from '../database/archive-database.ts'
import { withImportLock, lockOutServers } from '../database/archive-locks.ts'
import { asUnreachable, waitUntilReachable } from '../database/postgres/reachable.ts'
import { countRows, readTableNames } from '../database/table-names.ts'
import type { Trx } from '../database/tables.ts'
import { BackupRefused } from './format.ts'

/** A database of PostgreSQL that nobody else uses, and the schema that takes what is in it; undefined where it is empty. */
export interface Replaced {
  db: ArchiveDatabase
  keptSchema: string | undefined
  makeRoom: (trx: Trx) => Promise<void>
}

/** Opens a database to restore into. What is in it stays, in a schema of its own: no right to make databases is needed. @throws {ServerRunning} @throws {BackupRefused} */
export async function withPostgres<T>(
  address: string,
  replace: boolean,
  work: (replaced: Replaced) => Promise<T>,
): Promise<T> {
  const { PostgresEngine } = await import('../database/dialects/postgres.ts')
  await using db = new ArchiveDatabase(new PostgresEngine(address))
  const { place } = db.engine
  try {
    await waitUntilReachable(place, () => db.engine.hasTable('archive_state'))
    const lock = await lockOutServers(db)
    try {
      return await withImportLock(db, async () => {
        const isEmpty = await requireReplaceable(db, replace)
        const stamp = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '')
        const keptSchema = isEmpty ? undefined : `before_restore_${stamp}`
        return await work({ db, keptSchema, makeRoom })

        async function makeRoom(trx: Trx) {
          if (keptSchema === undefined) return
          await sql`alter schema public rename to ${sql.ref(keptSchema)}`.execute(trx)
          await sql`create schema public`.execute(trx)
          await sql`grant usage on schema public to public`.execute(trx)
        }
      })
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw asUnreachable(place, error)
  }
}

/** True for a database without tables. */
async function requireReplaceable(db: ArchiveDatabase, replace: boolean): Promise<boolean> {
  const names = await readTableNames(db)
  if (names.length === 0) return true
  const { place } = db.engine
  if (!names.includes('archive_state'))
    throw new BackupRefused(
      `The database ${place} has tables of another program: ${names.slice(0, 5).join(', ')}. Restore into one of its own. Nothing was changed.`,
    )
  if (replace) return false
  const [items, people] = [await countRows(db, 'item'), await countRows(db, 'person')]
  throw new BackupRefused(
    `The database ${place} holds an archive: ${items} items, ${people} people. With --replace the backup takes its place, and it is kept in a schema of its own. Nothing was changed.`,
  )
}
