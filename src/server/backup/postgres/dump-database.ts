import { sql } from 'kysely'
import { createDatabaseFile, type ArchiveDatabase } from '../../database/open.ts'
import { countRows, readTableNames } from '../../database/table-names.ts'
import type { Db } from '../../database/tables.ts'
import { originalKey, sha256OfKey } from '../../storage/keys.ts'
import type { CopiedDatabase, OriginalRow } from '../copy-database.ts'
import { databaseArguments, requirePrograms, startProgram } from './client-programs.ts'

/** Unsent letters, whose links grant access, calls to other machines, and rate limits. */
const LEFT_OUT = ['mail', 'hook', 'rate_limit']
/** Where a restore has put the archive that was there. */
export const KEPT_SCHEMA = 'before_restore_'

/** Copies a consistent state of the database by `pg_dump`, in its custom format, while others write. @throws {BackupRefused} */
export async function dumpDatabase(db: ArchiveDatabase, path: string): Promise<CopiedDatabase> {
  await requirePrograms(db, 'pg_dump')
  // Readable by its owner only: pg_dump keeps the mode of a file that is there.
  createDatabaseFile(path)
  await using reader = db.engine.openReader()
  return await reader.connection().execute(async (connection) => {
    // Not a transaction of Kysely's: that would keep others from writing.
    await sql`begin transaction isolation level repeatable read, read only`.execute(connection)
    try {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection)
      const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(connection)
      await runDump(db.engine.address, rows[0]!.snapshot, path)
      return await readCopied(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

async function runDump(address: string, snapshot: string, path: string): Promise<void> {
  const { argument, environment } = databaseArguments(address)
  const words = [
    ...['--format=custom', '--no-password', `--snapshot=${snapshot}`, `--file=${path}`, argument],
    `--exclude-schema=${KEPT_SCHEMA}*`,
    ...LEFT_OUT.map((table) => `--exclude-table-data=${table}`),
  ]
  await startProgram('pg_dump', words, { env: environment }).ended
}

async function readCopied(db: Db): Promise<CopiedDatabase> {
  const counts: Record<string, number> = {}
  for (const name of await readTableNames(db)) counts[name] = LEFT_OUT.includes(name) ? 0 : await countRows(db, name)
  return {
    counts,
    originals: await readOriginals(db),
    lettersLeftOut: await countRows(db, 'mail'),
    // The database keeps references itself.
    dangling: [],
  }
}

async function readOriginals(db: Db): Promise<OriginalRow[]> {
  const pictures = await db
    .selectFrom('original')
    .select(['sha256', 'format', 'file_name', 'bytes'])
    .orderBy('sha256')
    .execute()
  const maps = await db
    .selectFrom('overlay')
    .select(({ fn }) => ['source_key', fn.min('file_name').as('file_name'), 'source_bytes'])
    .groupBy(['source_key', 'source_bytes'])
    .orderBy('source_key')
    .execute()
  return [
    ...pictures.map(({ format, ...row }) => ({ path: originalKey(row.sha256, format), ...row })),
    ...maps.map(({ source_key: path, file_name, source_bytes: bytes }) => ({
      ...{ path, sha256: sha256OfKey(path) ?? '', file_name, bytes },
    })),
  ]
}
