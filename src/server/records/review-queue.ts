import { sql } from 'kysely'
import { REVIEWED_KINDS, type QueueEntry, type RecordState, type ReviewedKind } from '#contract/record.ts'
import { reviewColumns } from '#rules/access/review-steps.ts'
import type { Db } from '../database/tables.ts'
import type { View } from '../repositories/view.ts'
import { reviewedQuery, toReviewed } from './reviewed.ts'

interface QueueFilter {
  kind?: ReviewedKind | undefined
  state?: RecordState | undefined
  author?: number | undefined
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

/** Records in review: the queue of staff, and the submissions of a user. */
export function createReviewQueue(db: Db) {
  async function entries(kind: ReviewedKind, { state, author, view }: QueueFilter): Promise<QueueEntry[]> {
    let query = reviewedQuery(db, kind, view)
    if (state !== undefined) {
      const { visibility, state: column } = reviewColumns(state)
      query = query.where('r.visibility', '=', visibility)
      if (visibility === 'draft') query = query.where('r.state', '=', column)
    }
    if (author !== undefined) query = query.where('r.author_id', '=', author)
    const rows = await query
      .select(
        kind === 'items'
          ? sql<number>`(select count(*) from scan where scan.item_id = r.id)`.as('scans')
          : sql<number>`0`.as('scans'),
      )
      .execute()
    return rows.map((row) => ({ kind, scans: row.scans, ...toReviewed(kind, row) }))
  }

  /** Records of one kind or all, oldest first; imported ones have no date and come last. */
  async function list(filter: QueueFilter): Promise<QueueEntry[]> {
    const kinds = filter.kind === undefined ? REVIEWED_KINDS : [filter.kind]
    const all: QueueEntry[] = []
    for (const kind of kinds) all.push(...(await entries(kind, filter)))
    const order = (entry: QueueEntry) => REVIEWED_KINDS.indexOf(entry.kind as ReviewedKind)
    const day = (entry: QueueEntry) => entry.submitted_at ?? '9999'
    return all.sort(
      (a, b) =>
        Number(day(a) > day(b)) - Number(day(a) < day(b)) ||
        order(a) - order(b) ||
        (a.key as number) - (b.key as number),
    )
  }

  /**
   * The review queue. Without a kind, drafts that are published along with a waiting item are left out, so that each record is reviewed once; with
   * a kind, all of that kind are included.
   */
  async function review(filter: QueueFilter): Promise<QueueEntry[]> {
    const found = await list(filter)
    if (filter.state !== 'waiting' || filter.kind !== undefined) return found
    const { rows } = await DEPENDENT_ON_ITEMS.execute(db)
    const dependent = new Set(rows.map(({ kind, key }) => `${kind} ${key}`))
    return found.filter(({ kind, key }) => !dependent.has(`${kind} ${key}`))
  }

  return { list, review }
}
