import type { Kysely } from 'kysely'
import type { RecordFields } from '#contract/record.ts'
import type { Tables } from '../database/tables.ts'
import { completer } from '../records/from-columns.ts'
import { RECORD_TABLES, anyTable } from '../records/tables.ts'
import type { DbRecord } from '../records/to-columns.ts'
import type { ListName } from './lists.ts'

/** So many rows are read at a time. */
const BATCH = 500

/** Every row of a list as a bundle holds it, by its key. */
export async function* exportedRows(db: Kysely<Tables>, list: ListName): AsyncGenerator<RecordFields> {
  const [table, key] = RECORD_TABLES[list]
  let last: string | number | undefined
  for (;;) {
    let query = db
      .selectFrom(anyTable(table))
      .selectAll()
      .orderBy(key as 'id')
      .limit(BATCH)
    if (last !== undefined) query = query.where(key as 'id', '>', last as number)
    const rows = (await query.execute()) as unknown as DbRecord[]
    if (rows.length === 0) return
    const complete = await completer(db, list, rows, key)
    for (const row of rows) yield complete(row)
    last = rows.at(-1)![key] as string | number
  }
}
