import type { RecordKind } from '#contract/record.ts'
import type { ZoneLinks } from '#contract/split.ts'
import type { Db } from '../../database/tables.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import type { RecordKey } from '../fields.ts'
import { namesOf } from '../names.ts'
import { recordOfRow } from '../rows/affected-records.ts'
import { readSchema, rowsWhere, type Schema } from '../rows/schema.ts'
import type { DbRecord } from '../tables.ts'

/** A row that refers to a zone. */
export interface LinkingRow {
  kind: RecordKind
  key: RecordKey
  table: string
  column: string
  row: DbRecord
}

/** Every row that refers to a zone, of all tables that the schema names. What refers to a lot goes with its lot. */
export async function findLinks(db: Db, schema: Schema, zone: number): Promise<LinkingRow[]> {
  const found: LinkingRow[] = []
  for (const { table, column, parent } of schema.references) {
    if (parent !== 'location') continue
    for (const row of await rowsWhere(db, schema, table, column, zone)) {
      const { kind, key } = recordOfRow(table, row)!
      found.push({ kind, key, table, column, row })
    }
  }
  return found
}

/** Characters of a description, to tell it from others. */
const BEGINNING = 80

/** What tells links of a kind apart: the owners of a lot, the beginning of a description, the number of an item. */
async function detailsOf(db: Db, kind: RecordKind, keys: readonly RecordKey[]): Promise<Map<RecordKey, string>> {
  if (kind === 'lots') return ownersOf(db, keys)
  if (kind === 'items') return new Map(keys.map((key) => [key, `No. ${key}`]))
  if (kind !== 'location_descriptions') return new Map()
  const rows = await db
    .selectFrom('location_description')
    .select(['id', 'description'])
    .where(isOneOf('id', keys))
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description.slice(0, BEGINNING)]))
}

/** "2 owners" of each lot that has any. */
async function ownersOf(db: Db, lots: readonly RecordKey[]): Promise<Map<RecordKey, string>> {
  const rows = await db
    .selectFrom('ownership')
    .select(['lot_num', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isOneOf('lot_num', lots))
    .groupBy('lot_num')
    .execute()
  return new Map(rows.map(({ lot_num, count }) => [lot_num, count === 1 ? '1 owner' : `${count} owners`]))
}

/** Everything that refers to a zone, with names; undefined if there is no such zone. */
export async function readZoneLinks(db: Db, zone: number): Promise<ZoneLinks | undefined> {
  const exists = await db.selectFrom('location').select('id').where('id', '=', zone).executeTakeFirst()
  if (!exists) return undefined
  const links = await findLinks(db, await readSchema(db), zone)
  const answer: ZoneLinks = []
  for (const [kind, some] of Map.groupBy(links, (link) => link.kind)) {
    const keys = some.map(({ key }) => key)
    const names = await namesOf(db, kind, keys)
    const details = await detailsOf(db, kind, keys)
    answer.push(...keys.map((key) => ({ kind, key, label: names[key] ?? '', detail: details.get(key) ?? '' })))
  }
  return answer
}
