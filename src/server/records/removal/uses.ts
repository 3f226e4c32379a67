import type { RecordKind } from '#contract/record.ts'
import type { Db } from '../../database/tables.ts'
import type { RecordKey } from '../fields.ts'
import { namesOf } from '../names.ts'
import { idText, recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { findRow, keyOfRow, readSchema, rowsWhere, type Schema } from '../rows/schema.ts'
import { RECORD_TABLES, type DbRecord } from '../tables.ts'

/** A row that refers to a record. It goes with it, unless its column can be empty. */
export interface UsingRow {
  table: string
  row: DbRecord
  column: string
  optional: boolean
}

/** All rows that refer to a row, and to those that go with it. */
export async function findUsingRows(db: Db, schema: Schema, table: string, row: DbRecord): Promise<UsingRow[]> {
  const found = new Map<string, UsingRow>()
  async function walk(parent: string, of: DbRecord) {
    for (const { table: child, column, parentColumn, optional, ...reference } of schema.references) {
      if (reference.parent !== parent) continue
      for (const using of await rowsWhere(db, schema, child, column, of[parentColumn]!)) {
        const id = JSON.stringify([child, keyOfRow(schema, child, using), optional && column])
        if (found.has(id)) continue
        found.set(id, { table: child, row: using, column, optional })
        if (!optional) await walk(child, using)
      }
    }
  }
  await walk(table, row)
  return [...found.values()]
}

/** A record that refers to another: it is removed with it (a grave), or loses the reference (an item). */
export type Use = RecordId & { effect: 'removed' | 'unlinked' }

/** The records of these rows, without the record itself. */
export function usesIn(rows: readonly UsingRow[], self: RecordId): Use[] {
  const uses = new Map<string, Use>()
  for (const { table, row, optional } of rows) {
    const record = recordOfRow(table, row)
    if (!record || idText(record) === idText(self)) continue
    const effect = optional || record.isLink ? 'unlinked' : 'removed'
    if (effect === 'removed' || !uses.has(idText(record))) uses.set(idText(record), { ...record, effect })
  }
  return [...uses.values()].map(({ kind, key, effect }) => ({ kind, key, effect }))
}

/** The row of a record, with the schema. */
export async function findRecordRow(db: Db, kind: RecordKind, key: RecordKey) {
  const schema = await readSchema(db)
  const [table, column] = RECORD_TABLES[kind]
  const row = await findRow(db, schema, table, { [column]: key })
  return row && { schema, table, row }
}

/** How many names to list per kind. */
const NAMED = 10

/** What hangs on a record, by kind with the first names; undefined if it does not exist. */
export async function readUses(db: Db, kind: RecordKind, key: RecordKey) {
  const found = await findRecordRow(db, kind, key)
  if (!found) return undefined
  const all = usesIn(await findUsingRows(db, found.schema, found.table, found.row), { kind, key })
  const uses = []
  for (const some of Map.groupBy(all, (use) => `${use.kind} ${use.effect}`).values()) {
    const { kind: of, effect } = some[0]!
    const keys = some.map((use) => use.key).slice(0, NAMED)
    const names = await namesOf(db, of, keys)
    uses.push({
      kind: of,
      effect,
      count: some.length,
      records: keys.map((each) => ({ key: each, label: names[each] ?? '' })),
    })
  }
  return { count: all.length, uses: uses.sort((a, b) => b.count - a.count) }
}
