import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { LIST_TABLES, anyTable } from './archive-keys.ts'
import { originalKey } from '../scans/originals.ts'
import type { ListName } from './lists.ts'
import { LINK_TABLES, type DbRecord } from './records.ts'

/** Where an original lies in a bundle. */
export const bundlePicture = (sha256: string, format: string) => `images/${originalKey(sha256, format)}`

/** So many rows are read at a time. */
const BATCH = 500

type Exported = Record<string, unknown>

/** Columns whose name in a bundle is another than in the table. */
export const RENAMED: Partial<Record<ListName, Record<string, string>>> = {
  lots: { lot_num: 'lotNum', location_id: 'location' },
  ownership: { lot_num: 'lot', person_id: 'person' },
  relationships: { person1_id: 'person1', person2_id: 'person2' },
  graves: { person_id: 'person' },
  person_images: { person_id: 'person' },
  organization_locations: { organization_id: 'organization', location_id: 'location' },
  employment: { person_id: 'person', organization_id: 'organization' },
  heritage: { location_id: 'location' },
  location_descriptions: { location_id: 'location' },
  plaques: { location_id: 'location' },
  items: {
    location_id: 'location',
    collection_id: 'collection',
    creator_id: 'creator',
    external_record_url: 'externalRecordURL',
  },
  scans: { item_id: 'item', scan_order: 'order' },
}
/** Columns that follow from others and are made again by an import. */
const DERIVED = new Set(['search', 'span_start', 'span_end', 'span_order', 'version', 'sha256'])
/** Columns of this archive alone: its accounts are no part of a bundle. */
const OWN = new Set(['author_id', 'submitted_at', 'note'])

/** Every row of a list as a bundle holds it, by its key. */
export async function* exportedRows(db: Kysely<Tables>, list: ListName): AsyncGenerator<Exported> {
  const [table, key] = LIST_TABLES[list]
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

/** One row of a list as a bundle holds it; undefined where there is none. */
export async function exportedRow(
  db: Kysely<Tables>,
  list: ListName,
  key: string | number,
): Promise<Exported | undefined> {
  const [table, keyColumn] = LIST_TABLES[list]
  const row = (await db
    .selectFrom(anyTable(table))
    .selectAll()
    .where(keyColumn as 'id', '=', key as never)
    .executeTakeFirst()) as unknown as DbRecord | undefined
  return row && (await completer(db, list, [row], keyColumn))(row)
}

/** What turns the records of a batch into rows, with their links or pictures. */
async function completer(
  db: Kysely<Tables>,
  list: ListName,
  records: readonly DbRecord[],
  key: string,
): Promise<(record: DbRecord) => Exported> {
  if (list === 'locations') return toFeature
  const renamed = RENAMED[list] ?? {}
  const plain = (record: DbRecord): Exported =>
    Object.fromEntries(
      Object.entries(record).flatMap(([field, value]) =>
        DERIVED.has(field) || OWN.has(field) ? [] : [[renamed[field] ?? field, value]],
      ),
    )
  if (list === 'organizations') {
    return (record) => ({ ...plain(record), altname: JSON.parse(record['altname'] as string) as unknown })
  }
  if (list === 'scans' || list === 'person_images') return await withPictures(db, records, plain)
  const links = await Promise.all(
    (LINK_TABLES[list] ?? []).map(async ({ field, table, from, to }) => {
      const found = (await db
        .selectFrom(table as 'item_person')
        .select([from as 'item_id', to as 'person_id'])
        .where(from as 'item_id', 'in', records.map((record) => record[key]) as number[])
        .orderBy('position')
        .execute()) as unknown as Record<string, number>[]
      return { field, ids: Map.groupBy(found, (row) => row[from]), to }
    }),
  )
  return (record) => ({
    ...plain(record),
    ...Object.fromEntries(
      links.map(({ field, ids, to }) => [field, (ids.get(record[key] as number) ?? []).map((row) => row[to])]),
    ),
  })
}

function toFeature({ id, name, address, altnames, geometry }: DbRecord): Exported {
  return {
    type: 'Feature',
    id,
    geometry: geometry ? (JSON.parse(geometry as string) as unknown) : null,
    properties: { pk: id, name, address, altnames },
  }
}

async function withPictures(
  db: Kysely<Tables>,
  records: readonly DbRecord[],
  plain: (record: DbRecord) => Exported,
): Promise<(record: DbRecord) => Exported> {
  const originals = await db
    .selectFrom('original')
    .select(['sha256', 'format', 'file_name'])
    .where('sha256', 'in', [...new Set(records.map((record) => record['sha256'] as string))])
    .execute()
  const bySha = new Map(originals.map((each) => [each.sha256, each]))
  return (record) => {
    const original = bySha.get(record['sha256'] as string)!
    return { ...plain(record), file: bundlePicture(original.sha256, original.format), file_name: original.file_name }
  }
}
