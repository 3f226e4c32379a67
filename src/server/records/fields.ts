import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { newFields } from '#contract/record.ts'
import { RECORD_TABLES, anyTable } from './tables.ts'
import { wholeRecord } from './from-columns.ts'
import { toRecord } from './to-columns.ts'
import type { DbRecord } from './to-columns.ts'
import type { Tables } from '../database/tables.ts'

export type RecordKey = number | string

/** A key as its kind has it: the number of a lot is text, every other key a whole number above 0. Undefined for one that cannot be a key. */
export function readKey(kind: RecordKind, text: string): RecordKey | undefined {
  if (kind === 'lots') return text
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** Names of the fields that people write of a kind. */
const fieldNames = (kind: RecordKind): string[] =>
  Object.keys((newFields[kind] as unknown as { entries: object }).entries)

/** The fields of a record, as contract/record.ts names them and in its order; undefined where there is none. */
export async function readFields(
  db: Kysely<Tables>,
  kind: RecordKind,
  key: RecordKey,
): Promise<RecordFields | undefined> {
  const row = await wholeRecord(db, kind, key)
  if (!row) return undefined
  const flat = kind === 'locations' ? flatZone(row) : row
  return Object.fromEntries(fieldNames(kind).map((name) => [name, (flat as RecordFields)[name] ?? null]))
}

/** A zone's names as a list: its feature holds them as the text that is on the wire. */
function flatZone({ properties, geometry }: Record<string, unknown>): RecordFields {
  const { altnames, ...rest } = properties as { altnames: string }
  return { ...rest, altnames: JSON.parse(altnames) as unknown, geometry }
}

/** A name of what the fields say: whoever wants to change a record says which version of it they read. */
export const versionOf = (fields: RecordFields): string =>
  hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 22)

/** Columns of the table besides the fields: visibility, author, moments. */
export type Columns = Record<string, string | number | null>

/**
 * Writes a record with all its fields (parsed by the contract's schema of the kind) and its links, in the caller's transaction.
 * @param key undefined for a new record. Returns the key. Search texts of items are not refreshed here: see search.ts.
 */
export async function writeFields(
  trx: Transaction<Tables>,
  kind: RecordKind,
  key: RecordKey | undefined,
  fields: RecordFields,
  columns: Columns = {},
): Promise<RecordKey> {
  const [table, keyColumn] = RECORD_TABLES[kind]
  const { record, links } = toRecord(kind, { ...fields }, columns['sha256'] as string | undefined)
  // What the fields do not say is left to the table, or as it is.
  const given: DbRecord = { ...onlySaid(record, kind, fields), ...columns }
  let id = key
  if (key === undefined) {
    const added = await trx
      .insertInto(anyTable(table))
      .values(given as never)
      .returning(keyColumn as 'id')
      .executeTakeFirstOrThrow()
    id = (added as unknown as Record<string, RecordKey>)[keyColumn]!
  } else {
    await trx
      .updateTable(anyTable(table))
      .set(given as never)
      .where(keyColumn as 'id', '=', key as never)
      .execute()
  }
  for (const link of links) {
    await trx
      .deleteFrom(link.table as 'item_person')
      .where(link.from as 'item_id', '=', id as number)
      .execute()
    const rows = [...new Set(link.ids)].map((to, position) => ({ [link.from]: id, [link.to]: to, position }))
    if (rows.length > 0) {
      await trx
        .insertInto(link.table as 'item_person')
        .values(rows as never)
        .execute()
    }
  }
  return id!
}

/** Columns that toRecord makes of what a bundle's row has and these fields have not: keys, moments, visibility. */
const NOT_FIELDS = ['id', 'visibility', 'state', 'published_at', 'created_at', 'updated_at']

function onlySaid(record: DbRecord, kind: RecordKind, fields: RecordFields): DbRecord {
  const left = { ...record }
  for (const column of NOT_FIELDS) delete left[column]
  if (kind === 'scans' && fields['item'] === undefined) delete left['item_id']
  // Which picture it is stands in no field; a version follows from it (scans/after-change.ts).
  for (const column of ['sha256', 'version']) delete left[column]
  return left
}
