import { sql } from 'kysely'
import { writeIdMarks, type IdMarks } from '../database/id-marks.ts'
import { clearItemSearch } from '../database/item-search.ts'
import { refillTextSearch } from '../database/text-search.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { analyzeTables } from '../database/planner-statistics.ts'
import type { Db } from '../database/tables.ts'
import { MOVING } from '../identity/compare-identities.ts'
import { BackupRefused, damagedBackup } from './format.ts'
import { readTables, writePart, type Part, type Table } from './table-rows.ts'

/** Rows of all tables of an archive, and the highest ids that it has given: known when all rows are read. */
export interface Dump {
  parts: AsyncIterable<Part>
  marks: () => IdMarks
}

/**
 * Replaces all rows of a database, in a transaction of it, and returns how many each table has. Links are checked at its end. Until another generation is written, the database is that of
 * an unfinished move. The full text stays empty: `fillItemSearch` makes it. @throws {BackupRefused} for a table that is not there.
 */
export async function loadTables(
  db: ArchiveDatabase,
  trx: Db,
  { parts, marks }: Dump,
  onRows?: (count: number) => void,
): Promise<Record<string, number>> {
  const tables = new Map((await readTables(trx)).map((table) => [table.name, table]))
  const counts: Record<string, number> = {}
  const resumeTriggers = await suspendTriggers(trx, db.isPostgres, [...tables.values()])
  await clearItemSearch(trx)
  for (const name of tables.keys()) await sql`delete from ${sql.table(name)}`.execute(trx)
  for await (const { table: name, rows, text } of parts) {
    const table = tables.get(name)
    if (!table) throw damagedBackup()
    await writePart(db, trx, table, text)
    counts[name] = (counts[name] ?? 0) + rows
    onRows?.(rows)
  }
  await writeIdMarks(trx, marks())
  await trx.updateTable('archive_state').set({ generation: MOVING }).execute()
  await resumeTriggers()
  await refillTextSearch(trx)
  // Without figures about the rows the names of each item would be looked for in whole tables.
  await analyzeTables(trx)
  return counts
}

/** Loaded rows are no changes: nothing counts them. Returns what makes the triggers work again. */
async function suspendTriggers(trx: Db, postgres: boolean, tables: readonly Table[]): Promise<() => Promise<void>> {
  if (postgres) {
    const all = async (what: 'disable' | 'enable') => {
      for (const { name } of tables)
        await sql`alter table ${sql.table(name)} ${sql.raw(what)} trigger user`.execute(trx)
    }
    await all('disable')
    return async () => {
      // Checks the links, which have to wait for no other row any more.
      await sql`set constraints all immediate`.execute(trx)
      await all('enable')
    }
  }
  const triggers = sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'trigger'`
  const { rows } = await triggers.execute(trx)
  if (rows.length === 0)
    throw new BackupRefused(
      'The database holds an unfinished move of an earlier version of Lotline. Remove its file, then start the move again.',
    )
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
  return async () => {
    for (const trigger of rows) await sql.raw(trigger.sql).execute(trx)
  }
}
