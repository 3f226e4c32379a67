import type { RecordFields } from '#contract/record.ts'
import type { Db } from '../database/tables.ts'
import { createRowReader } from '../records/from-columns.ts'
import { RECORD_TABLES, untyped } from '../records/tables.ts'
import type { ListName } from './lists.ts'

/** Rows read at a time. */
const BATCH = 500

/** All rows of a list in bundle form, ordered by key. */
export async function* exportedRows(db: Db, list: ListName): AsyncGenerator<RecordFields> {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const page = untyped(db).selectFrom(table).selectAll().orderBy(key).limit(BATCH)
  let rows = await page.execute()
  while (rows.length > 0) {
    const complete = await createRowReader(db, list, rows, key)
    for (const row of rows) yield complete(row)
    rows = await page.where(key, '>', rows.at(-1)![key]!).execute()
  }
}
