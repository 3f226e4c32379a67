import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { RECORD_TABLES, anyTable } from '../records/tables.ts'
import type { ListName } from './lists.ts'
import type { DbRecord, DbValue, LinkTable, ToWrite } from '../records/to-columns.ts'

export interface Written {
  added: number
  updated: number
  unchanged: number
}

/** Moments that the archive sets itself where a row does not: they alone make no change. */
const MOMENTS = ['created_at', 'updated_at', 'published_at']

/**
 * Adds or updates a few rows of a list. A row that is the same already is not touched, so that the change counter and `updated_at`
 * stay. `now` is an ISO 8601 moment.
 */
export async function writeBatch(
  trx: Transaction<Tables>,
  list: ListName,
  rows: readonly ToWrite[],
  now: string,
): Promise<Written> {
  const [table, key] = RECORD_TABLES[list]
  const keys = rows.map(({ record }) => record[key]!)
  const before = await readRecords(trx, table, key, keys)
  const linksBefore = await readLinks(trx, rows, keys)
  const written: Written = { added: 0, updated: 0, unchanged: 0 }
  const added: DbRecord[] = []
  for (const { record: given, links } of rows) {
    const old = before.get(given[key]!)
    const record = withStanding(list, given, old)
    const changedLinks = links.filter((link) => !sameIds(link.ids, linksBefore.get(link.table)?.get(record[key]!)))
    if (!old) {
      added.push(list === 'items' ? withMoments(record, undefined, now) : record)
      written.added += 1
    } else if (changedLinks.length > 0 || !sameRecord(old, record)) {
      const next = list === 'items' ? withMoments(record, old, now) : record
      await trx
        .updateTable(anyTable(table))
        .set(next as never)
        .where(key as 'id', '=', record[key] as never)
        .execute()
      written.updated += 1
    } else {
      written.unchanged += 1
    }
  }
  if (added.length > 0)
    await trx
      .insertInto(anyTable(table))
      .values(added as never)
      .execute()
  await writeLinks(trx, rows, key, linksBefore)
  return written
}

async function readRecords(trx: Transaction<Tables>, table: keyof Tables, key: string, keys: readonly DbValue[]) {
  const found = await trx
    .selectFrom(anyTable(table))
    .selectAll()
    .where(key as 'id', 'in', keys as never)
    .execute()
  return new Map(found.map((row) => [(row as unknown as DbRecord)[key]!, row as unknown as DbRecord]))
}

const sameRecord = (old: DbRecord, record: DbRecord) =>
  Object.entries(record).every(([field, value]) => old[field] === value || (value === null && MOMENTS.includes(field)))

/**
 * Where a record stands in the review: what the bundle says, else what was (a bundle publishes and withdraws nothing that it does not name), else
 * what is usual: a record that the society brings is published, an item is a draft until somebody says otherwise.
 */
function withStanding(list: ListName, record: DbRecord, old: DbRecord | undefined): DbRecord {
  if (!('visibility' in record)) return record
  return {
    ...record,
    visibility: record['visibility'] ?? old?.['visibility'] ?? (list === 'items' ? 'draft' : 'published'),
    state: record['state'] ?? old?.['state'] ?? 'waiting',
  }
}

/** Moments of an item: what the bundle says, else what was, else now; a published item has a moment of publishing. */
function withMoments(record: DbRecord, old: DbRecord | undefined, now: string): DbRecord {
  return {
    ...record,
    created_at: record['created_at'] ?? old?.['created_at'] ?? now,
    updated_at: record['updated_at'] ?? now,
    published_at:
      record['published_at'] ?? old?.['published_at'] ?? (record['visibility'] === 'published' ? now : null),
  }
}

type LinksByRow = Map<DbValue, number[]>

async function readLinks(trx: Transaction<Tables>, rows: readonly ToWrite[], keys: readonly DbValue[]) {
  const all = new Map<keyof Tables, LinksByRow>()
  for (const { table, from, to } of rows[0]?.links ?? []) {
    const found = (await trx
      .selectFrom(table as 'item_person')
      .select([from as 'item_id', to as 'person_id'])
      .where(from as 'item_id', 'in', keys as number[])
      .orderBy('position')
      .execute()) as unknown as Record<string, number>[]
    const byRow: LinksByRow = new Map()
    for (const row of found) {
      const ids = byRow.get(row[from]!)
      if (ids) ids.push(row[to]!)
      else byRow.set(row[from]!, [row[to]!])
    }
    all.set(table, byRow)
  }
  return all
}

const sameIds = (ids: readonly number[], before: readonly number[] = []) =>
  ids.length === before.length && ids.every((id, at) => id === before[at])

async function writeLinks(
  trx: Transaction<Tables>,
  rows: readonly ToWrite[],
  key: string,
  before: Map<keyof Tables, LinksByRow>,
): Promise<void> {
  for (const shape of rows[0]?.links ?? []) {
    const changed = rows.flatMap(({ record, links }) => {
      const link = links.find(({ table }) => table === shape.table)!
      return sameIds(link.ids, before.get(link.table)?.get(record[key]!)) ? [] : [{ owner: record[key]!, link }]
    })
    const replaced = changed.filter(({ owner }) => before.get(shape.table)?.has(owner)).map(({ owner }) => owner)
    if (replaced.length > 0) {
      await trx
        .deleteFrom(shape.table as 'item_person')
        .where(shape.from as 'item_id', 'in', replaced as number[])
        .execute()
    }
    const values = changed.flatMap(({ owner, link }) => linkRows(owner, link))
    for (let at = 0; at < values.length; at += 1000) {
      await trx
        .insertInto(shape.table as 'item_person')
        .values(values.slice(at, at + 1000) as never)
        .execute()
    }
  }
}

const linkRows = (owner: DbValue, { from, to, ids }: LinkTable) =>
  ids.map((id, position) => ({ [from]: owner, [to]: id, position }))
