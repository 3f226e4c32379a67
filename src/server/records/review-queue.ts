import { sql } from 'kysely'
import type { ItemType } from '#contract/item.ts'
import {
  REVIEWED_KINDS,
  type QueueEntry,
  type QueuePage,
  type RecordState,
  type ReviewedKind,
} from '#contract/record.ts'
import { recordAddress } from '#rules/addresses/page-addresses.ts'
import { reviewColumns } from '#rules/access/review-steps.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from '../repositories/conditions.ts'
import type { View } from '../repositories/view.ts'
import { reviewedQuery, toReviewed, type ReviewedRow } from './reviewed.ts'

interface QueueFilter {
  kind?: ReviewedKind | undefined
  state?: RecordState | undefined
  author?: number | undefined
  key?: number | undefined
  /** Decides which names the reader sees; default: staff. */
  view?: View
}

/** The dependent drafts of all waiting items (dependent-drafts.ts finds those of one record). */
const DEPENDENT_ON_ITEMS = sql<{ kind: ReviewedKind; key: number }>`with recursive
  waiting as (select id, collection_id, creator_id from item where visibility = 'draft' and state = 'waiting'),
  people(id) as (select person_id from item_person join waiting on waiting.id = item_id
    union select person_id from item_contributor join waiting on waiting.id = item_id
    union select creator_id from waiting where creator_id is not null
    union select spouse_id from people join person on person.id = people.id and visibility = 'draft'
      join person_spouse on person_spouse.person_id = person.id),
  drafts(id) as (select person.id from people join person on person.id = people.id where visibility = 'draft'),
  subjects(id) as (select subject_id from item_subject join waiting on waiting.id = item_id
    union select subject_parent from subjects join subject on subject.id = subjects.id
      where subject_parent is not null and visibility = 'draft'),
  collections(id) as (select collection_id from waiting where collection_id is not null
    union select parent_collection from collections join collection on collection.id = collections.id
      where parent_collection is not null and visibility = 'draft')
  select 'people' as kind, id as key from people
  union all select 'subjects', id from subjects
  union all select 'collections', id from collections
  union all select 'organizations', organization_id from item_organization join waiting on waiting.id = item_id
  union all select 'graves', grave.id from grave join drafts on drafts.id = person_id
  union all select 'person_images', person_image.id from person_image join drafts on drafts.id = person_id
  union all select 'relationships', r.id from relationship r
    where (person1_id in (select id from drafts) or person2_id in (select id from drafts))
      and not exists (select 1 from person other where other.id in (person1_id, person2_id)
        and other.visibility = 'draft' and other.id not in (select id from drafts))`

/** A record in a list, without what only a page needs. */
type Listed = ReviewedRow & { kind: ReviewedKind }
interface Page {
  page: number
  page_size: number
}

/** Oldest first; imported records have no date and come last. */
const day = ({ submitted_at }: Listed) => submitted_at ?? '9999'
const byDate = (a: Listed, b: Listed) =>
  Number(day(a) > day(b)) - Number(day(a) < day(b)) ||
  REVIEWED_KINDS.indexOf(a.kind) - REVIEWED_KINDS.indexOf(b.kind) ||
  a.key - b.key

/** Records in review: the queue of staff, and the submissions of a user. */
export function createReviewQueue(db: Db) {
  async function list(kind: ReviewedKind, { state, author, key, view }: QueueFilter): Promise<Listed[]> {
    let query = reviewedQuery(db, kind, view)
    if (state !== undefined) {
      const { visibility, state: column } = reviewColumns(state)
      query = query.where('r.visibility', '=', visibility)
      if (visibility === 'draft') query = query.where('r.state', '=', column)
    }
    if (author !== undefined) query = query.where('r.author_id', '=', author)
    if (key !== undefined) query = query.where('r.id', '=', key)
    return (await query.execute()).map((row) => ({ kind, ...toReviewed(kind, row) }))
  }

  async function listAll(filter: QueueFilter): Promise<Listed[]> {
    const kinds = filter.kind === undefined ? REVIEWED_KINDS : [filter.kind]
    const all: Listed[] = []
    for (const kind of kinds) all.push(...(await list(kind, filter)))
    return all.sort(byDate)
  }

  /** What a page shows of items besides: type, number of scans and the first one. */
  const itemDetails = (ids: readonly number[]) =>
    db
      .selectFrom('item')
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('scan')
            .select(['item_id', 'id', 'version', 'sha256'])
            .select(sql<number>`count(*) over (partition by item_id)`.as('scans'))
            .select(sql<number>`row_number() over (partition by item_id order by scan_order, id)`.as('place'))
            .where(isOneOf('item_id', ids))
            .as('s'),
        (join) => join.onRef('s.item_id', '=', 'item.id').on('s.place', '=', 1),
      )
      .leftJoin('original as o', 'o.sha256', 's.sha256')
      .select(['item.id', 'item.type', 's.scans', 's.id as scan', 's.version', 'o.width', 'o.height'])
      .where(isOneOf('item.id', ids))
      .execute()

  async function pageOf(all: readonly Listed[], { page, page_size }: Page): Promise<QueuePage> {
    const listed = all.slice((page - 1) * page_size, page * page_size)
    const items = listed.filter(({ kind }) => kind === 'items').map(({ key }) => key)
    const details = new Map((await itemDetails(items)).map((row) => [row.id, row]))
    const results = listed.map((entry): QueueEntry => {
      const { type, scans, scan, version, width, height } = (entry.kind === 'items' && details.get(entry.key)) || {}
      return {
        ...entry,
        type: (type as ItemType | undefined) ?? null,
        scans: scans ?? 0,
        first_scan: scan == null ? null : ({ id: scan, width, height, version } as QueueEntry['first_scan']),
        address: entry.state === 'published' ? recordAddress(entry.kind, entry.key) : null,
      }
    })
    return { count: all.length, results }
  }

  return {
    /**
     * The review queue, oldest first. Without a kind, drafts that are published along with a waiting item are left out, so that each record is
     * reviewed once; with a kind, all of that kind are included.
     */
    async review(filter: QueueFilter, page: Page): Promise<QueuePage> {
      const found = await listAll(filter)
      if (filter.state !== 'waiting' || filter.kind !== undefined) return pageOf(found, page)
      const { rows } = await DEPENDENT_ON_ITEMS.execute(db)
      const dependent = new Set(rows.map(({ kind, key }) => `${kind} ${key}`))
      return pageOf(
        found.filter(({ kind, key }) => !dependent.has(`${kind} ${key}`)),
        page,
      )
    },
    /** A user's submissions, newest first. */
    submissions: async (filter: QueueFilter & { author: number }, page: Page): Promise<QueuePage> =>
      pageOf((await listAll(filter)).reverse(), page),
  }
}
