import type { Trx } from '../database/tables.ts'
import { RECORD_TABLES, untyped, type DbRecord, type DbValue } from '../records/tables.ts'
import type { ListName } from './lists.ts'
import type { LinkTable, ToWrite } from '../records/to-columns.ts'

export interface WriteCounts {
  added: number
  updated: number
  unchanged: number
}

/** Timestamps that the archive sets itself where a row has none: they alone are no change. */
const TIMESTAMPS = ['created_at', 'updated_at', 'published_at']

/** Inserts or updates rows. Equal rows are not touched, so that change counter and `updated_at` stay. `now`: ISO 8601. */
export async function writeBatch(trx: Trx, list: ListName, rows: readonly ToWrite[], now: string) {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const db = untyped(trx)
  const keys = rows.map(({ record }) => record[key]!)
  const found = await db.selectFrom(table).selectAll().where(key, 'in', keys).execute()
  const before = new Map(found.map((row) => [row[key]!, row]))
  const linksBefore = await readLinks(db, rows, keys)
  const written: WriteCounts = { added: 0, updated: 0, unchanged: 0 }
  const added: DbRecord[] = []
  for (const { record: incoming, links } of rows) {
    const old = before.get(incoming[key]!)
    const record = withReviewState(list, incoming, old)
    const changedLinks = links.filter((link) => !sameIds(link.ids, linksBefore.get(link.table)?.get(record[key]!)))
    if (!old) {
      added.push(list === 'items' ? withTimestamps(record, undefined, now) : record)
      written.added += 1
    } else if (changedLinks.length > 0 || !sameRecord(old, record)) {
      const next = list === 'items' ? withTimestamps(record, old, now) : record
      await db.updateTable(table).set(next).where(key, '=', record[key]!).execute()
      written.updated += 1
    } else {
      written.unchanged += 1
    }
  }
  if (added.length > 0) await db.insertInto(table).values(added).execute()
  await writeLinks(db, rows, key, linksBefore)
  return written
}

type AnyTables = ReturnType<typeof untyped>

const sameRecord = (old: DbRecord, record: DbRecord) =>
  Object.entries(record).every(
    ([field, value]) => old[field] === value || (value === null && TIMESTAMPS.includes(field)),
  )

/** Review state: from the bundle, else unchanged (an import publishes nothing by itself), else published; new items are drafts. */
function withReviewState(list: ListName, record: DbRecord, old: DbRecord | undefined): DbRecord {
  if (!('visibility' in record)) return record
  return {
    ...record,
    visibility: record['visibility'] ?? old?.['visibility'] ?? (list === 'items' ? 'draft' : 'published'),
    state: record['state'] ?? old?.['state'] ?? 'waiting',
  }
}

/** Timestamps of an item: from the bundle, else unchanged, else now; a published item always has a publication time. */
function withTimestamps(record: DbRecord, old: DbRecord | undefined, now: string): DbRecord {
  return {
    ...record,
    created_at: record['created_at'] ?? old?.['created_at'] ?? now,
    updated_at: record['updated_at'] ?? now,
    published_at:
      record['published_at'] ?? old?.['published_at'] ?? (record['visibility'] === 'published' ? now : null),
  }
}

type LinksByRow = Map<DbValue, number[]>

async function readLinks(db: AnyTables, rows: readonly ToWrite[], keys: readonly DbValue[]) {
  const all = new Map<string, LinksByRow>()
  for (const { table, from, to } of rows[0]?.links ?? []) {
    const name: string = table
    const found = await db.selectFrom(name).select([from, to]).where(from, 'in', keys).orderBy('position').execute()
    const byRow = Map.groupBy(found, (row) => row[from]!)
    all.set(name, new Map([...byRow].map(([owner, links]) => [owner, links.map((link) => Number(link[to]))])))
  }
  return all
}

const sameIds = (ids: readonly number[], before: readonly number[] = []) =>
  ids.length === before.length && ids.every((id, at) => id === before[at])

async function writeLinks(db: AnyTables, rows: readonly ToWrite[], key: string, before: Map<string, LinksByRow>) {
  for (const { table, from } of rows[0]?.links ?? []) {
    const name: string = table
    const changed = rows.flatMap(({ record, links }) => {
      const link = links.find((each) => each.table === table)!
      return sameIds(link.ids, before.get(name)?.get(record[key]!)) ? [] : [{ owner: record[key]!, link }]
    })
    const replaced = changed.filter(({ owner }) => before.get(name)?.has(owner)).map(({ owner }) => owner)
    if (replaced.length > 0) await db.deleteFrom(name).where(from, 'in', replaced).execute()
    const values = changed.flatMap(({ owner, link }) => linkRows(owner, link))
    for (let at = 0; at < values.length; at += 1000) {
      await db
        .insertInto(name)
        .values(values.slice(at, at + 1000))
        .execute()
    }
  }
}

const linkRows = (owner: DbValue, { from, to, ids }: LinkTable): DbRecord[] =>
  ids.map((id, position) => ({ [from]: owner, [to]: id, position }))
