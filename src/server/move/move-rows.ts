import { sql } from 'kysely'
import { clearItemSearch, refreshItemSearch } from '../database/item-search.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { analyzeTables } from '../database/planner-statistics.ts'
import { countRows } from '../database/table-names.ts'
import type { Db } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import type { DbRecord } from '../records/tables.ts'
import type { MovedTable, TableGroup } from './moved-tables.ts'
import { readIdMarks, sameMarks, writeIdMarks } from '../database/id-marks.ts'
import { checksumRows, readBatch, readLastKey, writeBatch } from './table-rows.ts'
import { withoutSearchIndex } from './search-index.ts'
import { resumeTriggers, suspendTriggers } from './triggers.ts'

/** Items whose full text is made in one transaction. */
const SEARCH_BATCH = 1000

export interface RowsToMove {
  /** In a transaction, so that nothing changes meanwhile. */
  from: Db
  to: ArchiveDatabase
  groups: readonly TableGroup[]
  /** Told how many rows were copied, or compared, since the last call. May throw to stop. */
  onRows?: (count: number) => void
}

const allTables = (groups: readonly TableGroup[]): MovedTable[] => groups.flatMap(({ tables }) => tables)

/** Copies what is not there yet. A copy that was interrupted goes on after the last row of each table. */
export async function copyRows({ from, to, groups, onRows }: RowsToMove): Promise<void> {
  await suspendTriggers(to, allTables(groups))
  for (const { tables, whole } of groups) {
    if (whole) {
      await inTransaction(to, async (trx) => {
        for (const table of tables) await copyTable(table, trx, (rows) => writeBatch(to, trx, table, rows))
      })
      continue
    }
    for (const table of tables)
      await copyTable(table, to, (rows) => inTransaction(to, (trx) => writeBatch(to, trx, table, rows)))
  }
  // Without figures about the rows the names of each item would be looked for in whole tables.
  await analyzeTables(to)
  await withoutSearchIndex(to, () => makeSearch(to))
  const marks = await readIdMarks(from)
  await inTransaction(to, (trx) => writeIdMarks(trx, marks))
  await resumeTriggers(to, allTables(groups))
  await analyzeTables(to)

  async function copyTable(table: MovedTable, there: Db, write: (rows: DbRecord[]) => Promise<void>) {
    let last = await readLastKey(there, table)
    if (last) onRows?.(await countRows(there, table.name))
    for (;;) {
      const rows = await readBatch(from, table, last)
      if (rows.length === 0) return
      await write(rows)
      onRows?.(rows.length)
      last = rows.at(-1)
    }
  }
}

/** The full text of each database is its own: it is made from the items, in their order. */
async function makeSearch(db: ArchiveDatabase): Promise<void> {
  const newest = sql<{ last: number | null }>`select max(rowid) as last from item_search`
  let last = (await newest.execute(db)).rows[0]!.last ?? 0
  for (;;) {
    const items = db.selectFrom('item').select('id').where('id', '>', last).orderBy('id').limit(SEARCH_BATCH)
    const ids = (await items.execute()).map(({ id }) => id)
    if (ids.length === 0) return
    await inTransaction(db, (trx) => refreshItemSearch(trx, ids))
    last = ids.at(-1)!
  }
}

/** Removes all rows of an unfinished copy: its original has changed since. */
export async function emptyTables(db: ArchiveDatabase, groups: readonly TableGroup[]): Promise<void> {
  await suspendTriggers(db, allTables(groups))
  await inTransaction(db, async (trx) => {
    await clearItemSearch(trx)
    for (const { name } of allTables(groups).toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx)
  })
}

export interface MovedRows {
  table: string
  rows: number
  sha256: string
}

/** Reads every row of both sides: what was moved, and the tables that are not the same. */
export async function compareRows({ from, to, groups, onRows }: RowsToMove) {
  const moved: MovedRows[] = []
  const different: string[] = []
  for (const table of allTables(groups)) {
    const [one, other] = [await checksumRows(from, table, onRows), await checksumRows(to, table, onRows)]
    moved.push({ table: table.name, ...one })
    if (one.rows !== other.rows || one.sha256 !== other.sha256) different.push(table.name)
  }
  if (!sameMarks(await readIdMarks(from), await readIdMarks(to))) different.push('the highest ids')
  const [items, found] = [await countRows(to, 'item'), await countRows(to, 'item_search')]
  if (items !== found) different.push('the full text')
  return { moved, different }
}
