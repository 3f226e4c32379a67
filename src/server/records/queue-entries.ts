import { sql } from 'kysely'
import type { ItemType } from '#contract/item.ts'
import { type QueueEntry, type ReviewedKind, REVIEWED_KINDS } from '#contract/record.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { shownSize } from '../repositories/shown-size.ts'
import type { ReviewedRow } from './reviewed.ts'

/** A record in a list, without what only a page needs. */
export type Listed = ReviewedRow & { kind: ReviewedKind }
type Entry = QueueEntry & { kind: ReviewedKind; key: number }

/** Type, number of scans and the first one, of items. */
const itemDetails = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('item')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('scan')
          .select(['item_id', 'id', 'version', 'sha256', 'turn'])
          .select(sql<number>`count(*) over (partition by item_id)`.as('scans'))
          .select(sql<number>`row_number() over (partition by item_id order by scan_order, id)`.as('place'))
          .where(isOneOf('item_id', ids))
          .where('hidden_until', 'is', null)
          .as('s'),
      (join) => join.onRef('s.item_id', '=', 'item.id').on('s.place', '=', 1),
    )
    .leftJoin('original as o', 'o.sha256', 's.sha256')
    .select(['item.id', 'item.type', 's.scans', 's.id as scan', 's.version', ...shownSize('s', 'o')])
    .where(isOneOf('item.id', ids))
    .execute()

/** The entries of a page of the queue, or of a user's submissions. */
export async function queueEntries(db: Db, listed: readonly Listed[]): Promise<Entry[]> {
  const items = listed.filter(({ kind }) => kind === 'items').map(({ key }) => key)
  const details = new Map((await itemDetails(db, items)).map((row) => [row.id, row]))
  return listed.map((entry) => {
    const { type, scans, scan, version, width, height } = (entry.kind === 'items' && details.get(entry.key)) || {}
    return {
      ...entry,
      type: (type as ItemType | undefined) ?? null,
      scans: scans ?? 0,
      first_scan: scan == null ? null : ({ id: scan, width, height, version } as QueueEntry['first_scan']),
      address: entry.state === 'published' ? recordAddress(entry.kind, entry.key) : null,
    }
  })
}

interface Submitted {
  kind: ReviewedKind
  key: number
  submitted_at: string | null
}

/** Imported records have no date and come last. */
const day = ({ submitted_at }: Submitted) => submitted_at ?? '9999'
const compare = <T>(one: T, other: T) => Number(one > other) - Number(one < other)

export const oldestFirst = (a: Submitted, b: Submitted) =>
  compare(day(a), day(b)) || REVIEWED_KINDS.indexOf(a.kind) - REVIEWED_KINDS.indexOf(b.kind) || a.key - b.key
export const newestFirst = (a: Submitted, b: Submitted) =>
  compare(b.submitted_at ?? '', a.submitted_at ?? '') || oldestFirst(a, b)

export interface Page {
  page: number
  page_size: number
}
export const pageOf = <Row>(all: readonly Row[], { page, page_size }: Page): Row[] =>
  all.slice((page - 1) * page_size, page * page_size)
