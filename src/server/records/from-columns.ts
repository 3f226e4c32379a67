import type { RecordFields, RecordKind } from '#contract/record.ts'
import { withoutRule } from '#rules/access/living.ts'
import type { Db } from '../database/tables.ts'
import { originalKey } from '../storage/keys.ts'
import {
  DERIVED,
  FLAGS,
  LINK_TABLES,
  PICTURE_COLUMNS,
  RECORD_TABLES,
  fieldOf,
  untyped,
  type DbRecord,
  type DbValue,
} from './tables.ts'

/** The path of an original in a bundle. */
export const bundlePicture = (sha256: string, format: string) => `images/${originalKey(sha256, format)}`

/** Columns that are not part of a bundle, like accounts. */
const OMITTED = new Set([...DERIVED, ...PICTURE_COLUMNS, 'author_id', 'submitted_at', 'note'])

/** Kinds of records that are a picture or another file. */
export const HAS_ORIGINAL: ReadonlySet<RecordKind> = new Set(['files', 'scans', 'person_images'])

const LISTED = new Set(['altname', 'same_as'])
const listIn = (text: DbValue) => JSON.parse(text as string) as unknown

/** All columns of a record under the contract's names, with its links or picture; undefined if it does not exist. */
export async function readRecord(db: Db, kind: RecordKind, key: string | number): Promise<RecordFields | undefined> {
  const [table, keyColumn] = RECORD_TABLES[kind]
  const row = await untyped(db).selectFrom(table).selectAll().where(keyColumn, '=', key).executeTakeFirst()
  return row && (await createRowReader(db, kind, [row], keyColumn))(row)
}

/** Returns a function that converts rows to records with their links or pictures, which it loads for the whole batch. */
export async function createRowReader(
  db: Db,
  kind: RecordKind,
  records: readonly DbRecord[],
  key: string,
): Promise<(record: DbRecord) => RecordFields> {
  const plain = (record: DbRecord): RecordFields =>
    Object.fromEntries(
      Object.entries(withoutRule(record)).flatMap(([field, value]) =>
        OMITTED.has(field) || (field === 'hidden_until' && value === null)
          ? []
          : [[fieldOf(kind, field), LISTED.has(field) ? listIn(value) : value]],
      ),
    )
  if (HAS_ORIGINAL.has(kind)) return await withPictures(db, records, plain)
  const links = await Promise.all(
    (LINK_TABLES[kind] ?? []).map(async ({ field, table, from, to }) => {
      const found = await untyped(db)
        .selectFrom(table)
        .select([from, to])
        .where(
          from,
          'in',
          records.map((record) => record[key]!),
        )
        .orderBy('position')
        .execute()
      return { field, ids: Map.groupBy(found, (row) => row[from]), to }
    }),
  )
  const listsOf = (record: DbRecord) =>
    Object.fromEntries(links.map(({ field, ids, to }) => [field, (ids.get(record[key]) ?? []).map((row) => row[to])]))
  if (kind === 'locations') return (record) => toFeature(record, listsOf(record))
  return (record) => ({
    ...plain(record),
    ...(kind === 'items' && Object.fromEntries(FLAGS.map((field) => [field, record[field] === 1]))),
    ...listsOf(record),
  })
}

function toFeature(
  { search: _, search_text: __, id, geometry, same_as, ...texts }: DbRecord,
  lists: RecordFields,
): RecordFields {
  return {
    type: 'Feature',
    id,
    geometry: geometry ? (JSON.parse(geometry as string) as unknown) : null,
    properties: { pk: id, ...texts, ...lists, same_as: listIn(same_as!) },
  }
}

async function withPictures(db: Db, records: readonly DbRecord[], plain: (record: DbRecord) => RecordFields) {
  const originals = await db
    .selectFrom('original')
    .select(['sha256', 'format', 'file_name'])
    .where('sha256', 'in', [...new Set(records.map((record) => record['sha256'] as string))])
    .execute()
  const bySha = new Map(originals.map((each) => [each.sha256, each]))
  return (record: DbRecord) => {
    const original = bySha.get(record['sha256'] as string)!
    return { ...plain(record), file: bundlePicture(original.sha256, original.format), file_name: original.file_name }
  }
}
