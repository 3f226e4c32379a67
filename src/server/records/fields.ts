import { hash } from 'node:crypto'
import { newFields } from '#contract/record-fields.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { notFound } from '../errors/domain-error.ts'
import { columnOf, PICTURE_COLUMNS, RECORD_TABLES, untyped, type DbRecord } from './tables.ts'
import { readRecord } from './from-columns.ts'
import { toRecord } from './to-columns.ts'
import type { Db, Trx } from '../database/tables.ts'

export type RecordKey = number | string

/** Parses a key: text for lots, else a positive integer. Undefined if it cannot be a key. */
export function readKey(kind: RecordKind, text: string): RecordKey | undefined {
  if (kind === 'lots') return text
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** The key in a path. @throws {DomainError} not-found. */
export function requireKey({ kind, key: text }: { kind: RecordKind; key: string }): RecordKey {
  const key = readKey(kind, text)
  if (key === undefined) throw notFound()
  return key
}

/** The fields of a record, in the order of contract/record.ts; undefined if it does not exist. */
export async function readFields(db: Db, kind: RecordKind, key: RecordKey): Promise<RecordFields | undefined> {
  const record = await readRecord(db, kind, key)
  return record && toFields(kind, record)
}

export function toFields(kind: RecordKind, record: RecordFields): RecordFields {
  const flat = kind === 'locations' ? flatZone(record) : record
  return Object.fromEntries(Object.keys(newFields[kind].entries).map((name) => [name, flat[name] ?? null]))
}

/** A zone's fields; `altnames`, JSON text in its Feature, becomes a list. */
export function flatZone({ properties, geometry }: Record<string, unknown>): RecordFields {
  const { altnames, ...rest } = properties as { altnames: string }
  return { ...rest, altnames: JSON.parse(altnames) as unknown, geometry }
}

/** A hash of the fields, for ETags. */
export const versionOf = (fields: RecordFields): string =>
  hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 22)

/** Other columns of the table, such as visibility, author and timestamps. */
export type Columns = Record<string, string | number | null>

/**
 * Writes a record with its links in the caller's transaction, without refreshing the full text (refresh-search.ts).
 * @param key undefined for a new record. @param fields parsed. @returns the key.
 */
export async function writeFields(
  trx: Trx,
  kind: RecordKind,
  key: RecordKey | undefined,
  fields: RecordFields,
  columns: Columns = {},
): Promise<RecordKey> {
  const [table, keyColumn] = RECORD_TABLES[kind]
  const db = untyped(trx)
  const { record, links } = toRecord(kind, fields)
  // Fields that are missing keep their value, or the table's default.
  const values: DbRecord = { ...writableColumns(record, kind, fields), ...columns }
  let id: RecordKey
  if (key === undefined) {
    const added = await db.insertInto(table).values(values).returningAll().executeTakeFirstOrThrow()
    id = added[keyColumn] as RecordKey
  } else {
    id = key
    await db.updateTable(table).set(values).where(keyColumn, '=', key).execute()
  }
  for (const link of links) {
    await db.deleteFrom(link.table).where(link.from, '=', id).execute()
    const rows = [...new Set(link.ids)].map((to, position) => ({ [link.from]: id, [link.to]: to, position }))
    if (rows.length > 0) await db.insertInto(link.table).values(rows).execute()
  }
  return id
}

/** Columns of a bundle's row that are not fields. The version of a picture follows from further columns (derived.ts). */
const NOT_FIELDS = [
  ...['id', 'visibility', 'state', 'hidden_until', 'published_at', 'created_at', 'updated_at', 'version', 'words'],
  ...PICTURE_COLUMNS,
]

function writableColumns(record: DbRecord, kind: RecordKind, fields: RecordFields): DbRecord {
  for (const column of NOT_FIELDS) delete record[column]
  // What a part belongs to.
  for (const field of ['item', 'document', 'page'])
    if ((kind === 'scans' || kind === 'files') && fields[field] === undefined) delete record[columnOf(kind, field)]
  return record
}

/** The columns of a row that other fields would change. */
export function changedColumns(kind: RecordKind, row: DbRecord, fields: RecordFields): DbRecord {
  const columns = writableColumns(toRecord(kind, fields).record, kind, fields)
  return Object.fromEntries(Object.entries(columns).filter(([column, value]) => row[column] !== value))
}
