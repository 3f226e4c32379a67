import { type RawBuilder, sql } from 'kysely'
import type { Query } from '#contract/endpoints.ts'
import { type QueuePage, type RecordState, REVIEWED_KINDS, type ReviewedKind } from '#contract/record.ts'
import { QUEUE_STATES, type QueueState, type ReviewPage } from '#contract/review.ts'
import { reviewColumns } from '#rules/access/review-steps.ts'
import { limitedWords, searchTerms } from '#rules/search/search-terms.ts'
import { indexText } from '#rules/search/search-text.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { containingWords } from '../repositories/item-filter.ts'
import type { View } from '../repositories/view.ts'
import { readClaims } from './claims.ts'
import { namesOf } from './names.ts'
import { type Listed, newestFirst, oldestFirst, type Page, pageOf, queueEntries } from './queue-entries.ts'
import { reviewedQuery, toReviewed } from './reviewed.ts'
import { RECORD_TABLES } from './tables.ts'

type Roots = RawBuilder<unknown>

/** All waiting items, as the roots of a search for dependent drafts. */
export const WAITING_ITEMS: Roots = sql`select 'items', id from item where visibility = 'draft' and state = 'waiting'`
function rootsOf(records: readonly { kind: ReviewedKind; key: number }[]): Roots {
  const selects = [...Map.groupBy(records, ({ kind }) => kind)].map(
    ([kind, some]) => sql`select ${sql.lit(kind)}, value from json_each(${JSON.stringify(some.map(({ key }) => key))})`,
  )
  return selects.length === 0 ? sql`select '', 0 where false` : sql.join(selects, sql` union all `)
}

/**
 * The dependent drafts of many records in one query (dependent-drafts.ts finds those of one, with their fields). `root` is the kind and id of a root, as
 * in `items 12`.
 */
export async function dependentsOfMany(db: Db, roots: Roots) {
  const { rows } = await sql<{ root: string; kind: ReviewedKind; key: number }>`with recursive
    roots(kind, key) as materialized (${roots}),
    items(root, id, collection, creator, studio) as materialized (select 'items ' || item.id, item.id, collection_id, creator_id, creator_organization_id
      from roots join item on item.id = roots.key where roots.kind = 'items'),
    people(root, id) as (
      select root, person_id from items cross join item_person on item_id = items.id
      union select root, person_id from items cross join item_contributor on item_id = items.id
      union select root, creator from items where creator is not null
      union select 'people ' || key, key from roots where kind = 'people'
      union select 'graves ' || key, person_id from roots join grave on grave.id = key where kind = 'graves'
      union select 'person_images ' || key, person_id from roots join person_image on person_image.id = key where kind = 'person_images'
      union select 'relationships ' || key, person1_id from roots join relationship on relationship.id = key where kind = 'relationships'
      union select 'relationships ' || key, person2_id from roots join relationship on relationship.id = key where kind = 'relationships'
      union select root, spouse_id from people join person on person.id = people.id and visibility = 'draft' and state <> 'hidden'
        join person_spouse on person_spouse.person_id = person.id),
    drafts(root, id) as materialized (select root, person.id from people join person on person.id = people.id where visibility = 'draft' and state <> 'hidden'),
    subjects(root, id) as (
      select root, subject_id from items cross join item_subject on item_id = items.id
      union select 'subjects ' || key, key from roots where kind = 'subjects'
      union select root, subject_parent from subjects join subject on subject.id = subjects.id
        where subject_parent is not null and visibility = 'draft' and state <> 'hidden'),
    collections(root, id) as (
      select root, collection from items where collection is not null
      union select 'collections ' || key, key from roots where kind = 'collections'
      union select root, parent_collection from collections join collection on collection.id = collections.id
        where parent_collection is not null and visibility = 'draft' and state <> 'hidden'),
    sides(root, id) as (
      select root, r.id from drafts cross join relationship r on r.person1_id = drafts.id
      union select root, r.id from drafts cross join relationship r on r.person2_id = drafts.id),
    found(root, kind, key) as (
      select root, 'people', id from drafts
      union all select root, 'organizations', o.id from (select root, organization_id from items cross join item_organization on item_id = items.id
        union select root, studio from items) as named join organization o on o.id = organization_id where o.visibility = 'draft' and o.state <> 'hidden'
      union all select root, 'subjects', s.id from subjects join subject s on s.id = subjects.id where s.visibility = 'draft' and s.state <> 'hidden'
      union all select root, 'collections', c.id from collections join collection c on c.id = collections.id where c.visibility = 'draft' and c.state <> 'hidden'
      union all select root, 'relationships', r.id from sides join relationship r on r.id = sides.id
        where r.visibility = 'draft' and r.state in ('waiting', 'returned') and not exists (select 1 from person other
          where other.id in (r.person1_id, r.person2_id) and other.visibility = 'draft'
            and not exists (select 1 from drafts where drafts.root = sides.root and drafts.id = other.id))
      union all select root, 'graves', g.id from drafts cross join grave g on g.person_id = drafts.id
        where g.visibility = 'draft' and g.state in ('waiting', 'returned')
      union all select root, 'person_images', i.id from drafts cross join person_image i on i.person_id = drafts.id
        where i.visibility = 'draft' and i.state in ('waiting', 'returned'))
    select distinct root, kind, key from found where root <> kind || ' ' || key`.execute(db)
  return rows
}

type QueueQuery = Query<'queue'>
/** Of published records, the same is asked for a file. */
type Visibility = 'draft' | 'published'
type Dates = Pick<QueueQuery, 'submitted_after' | 'submitted_before'>

/** A draft of the queue. Names are only read for the page that is shown. */
interface QueuedDraft {
  kind: ReviewedKind
  key: number
  state: QueueState
  author: number | null
  submitted_at: string | null
}
const idOf = ({ kind, key }: { kind: string; key: number | string }) => `${kind} ${key}`

/** The drafts whose name or author has all words of a search; items are found by their texts too. */
async function draftsFoundBy(db: Db, kinds: readonly ReviewedKind[], search: string, visibility: Visibility) {
  const { terms } = searchTerms(search)
  const words = limitedWords(search)
  const found = new Set<string>()
  if (terms.length === 0) return found
  for (const kind of kinds) {
    const rows = await reviewedQuery(db, kind).where('r.visibility', '=', visibility).execute()
    for (const draft of rows.map((row) => toReviewed(kind, row))) {
      const text = indexText(draft.label, draft.author?.name)
      if (words.every((word) => text.includes(word))) found.add(idOf({ kind, key: draft.key }))
    }
  }
  if (!kinds.includes('items')) return found
  const [match] = containingWords(terms).values
  const items = await sql<{
    key: number
  }>`select rowid as key from item_search where item_search match ${match}`.execute(db)
  for (const { key } of items.rows) found.add(idOf({ kind: 'items', key }))
  return found
}

type Narrowed = Pick<QueueQuery, 'search'> & Dates & { type?: string; visibility?: Visibility }
async function draftsOf(db: Db, kinds: readonly ReviewedKind[], query: Narrowed): Promise<QueuedDraft[]> {
  const { type, search, visibility = 'draft', ...dates } = query
  const selects = kinds.map(
    (kind) => sql`select ${sql.lit(kind)} as kind, id as key, state, author_id as author, submitted_at
      from ${sql.table(RECORD_TABLES[kind][0])} where visibility = ${sql.lit(visibility)}
      ${kind === 'items' && type !== undefined ? sql`and type = ${type}` : sql``}
      ${dates.submitted_after === undefined ? sql`` : sql`and submitted_at >= ${dates.submitted_after}`}
      ${dates.submitted_before === undefined ? sql`` : sql`and submitted_at < ${dates.submitted_before}`}`,
  )
  const { rows } = await sql<QueuedDraft>`${sql.join(selects, sql` union all `)}`.execute(db)
  const found = search === undefined ? undefined : await draftsFoundBy(db, kinds, search, visibility)
  return rows.filter((draft) => found?.has(idOf(draft)) ?? true)
}

const countBy = <Key extends string>(keys: readonly Key[], count: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, count(key)])) as Record<Key, number>

/** Who has submitted these drafts, most first. */
async function authorsOf(db: Db, drafts: readonly QueuedDraft[]): Promise<ReviewPage['authors']> {
  const counts = new Map<number, number>()
  for (const { author } of drafts) if (author !== null) counts.set(author, (counts.get(author) ?? 0) + 1)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where(isOneOf('id', [...counts.keys()]))
    .execute()
  return rows
    .map((row) => ({ ...row, count: counts.get(row.id)! }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name) || a.id - b.id)
}

/** The page of these drafts with all that the desk shows of an entry. */
async function entriesOf(db: Db, drafts: readonly QueuedDraft[]): Promise<ReviewPage['results']> {
  const statuses = new Map<string, Awaited<ReturnType<typeof queueEntries>>[number]>()
  for (const [kind, some] of Map.groupBy(drafts, (draft) => draft.kind)) {
    const keys = some.map(({ key }) => key)
    const rows = await reviewedQuery(db, kind).where(isOneOf('r.id', keys)).execute()
    const listed = rows.map((row) => ({ kind, ...toReviewed(kind, row) }))
    for (const entry of await queueEntries(db, listed)) statuses.set(idOf(entry), entry)
  }
  const brings = await dependentsOfMany(db, rootsOf(drafts))
  const names = new Map<string, Record<string, string>>()
  for (const [kind, rows] of Map.groupBy(brings, (row) => row.kind)) {
    names.set(kind, await namesOf(db, kind, [...new Set(rows.map(({ key }) => key))]))
  }
  const claims = await readClaims(db)
  const byRoot = Map.groupBy(brings, ({ root }) => root)
  return drafts.map((draft) => ({
    ...statuses.get(idOf(draft))!,
    brings: (byRoot.get(idOf(draft)) ?? [])
      .map(({ kind, key }) => ({ kind, key, label: names.get(kind)?.[key] ?? '' }))
      .sort((a, b) => REVIEWED_KINDS.indexOf(a.kind) - REVIEWED_KINDS.indexOf(b.kind) || a.key - b.key),
    claim: claims.get(idOf(draft)) ?? null,
  }))
}

/**
 * The review queue. Without a kind, drafts that are published along with a waiting item are left out, so that each record is reviewed once; with a
 * kind, all of that kind are included. Counts say what the queue has with another state or kind.
 */
export async function readReviewQueue(db: Db, query: QueueQuery): Promise<ReviewPage> {
  const { state = 'waiting', type, author } = query
  const kinds = type === undefined ? REVIEWED_KINDS : (['items'] as const)
  const drafts = await draftsOf(db, kinds, query)
  const dependent = new Set((await dependentsOfMany(db, WAITING_ITEMS)).map(idOf))

  const isListed = (draft: QueuedDraft, chosen: QueueState, kind: ReviewedKind | undefined) =>
    draft.state === chosen &&
    (kind === undefined ? chosen !== 'waiting' || !dependent.has(idOf(draft)) : draft.kind === kind)
  const ofAuthor = author === undefined ? drafts : drafts.filter((draft) => draft.author === author)
  const listed = ofAuthor.filter((draft) => isListed(draft, state, query.kind))
  const count = (chosen: QueueState, kind: ReviewedKind | undefined) =>
    ofAuthor.filter((draft) => isListed(draft, chosen, kind)).length

  listed.sort(query.sort === 'newest' ? newestFirst : oldestFirst)
  return {
    count: listed.length,
    results: await entriesOf(db, pageOf(listed, query)),
    counts: {
      states: countBy(QUEUE_STATES, (each) => count(each, query.kind)),
      kinds: countBy(REVIEWED_KINDS, (each) => count(state, each)),
    },
    authors: await authorsOf(
      db,
      drafts.filter((draft) => isListed(draft, state, query.kind)),
    ),
  }
}

/** The ids of a kind that filters of the queue find, also of published records. */
export async function readListedKeys(db: Db, query: Query<'exportLink'>): Promise<Set<number>> {
  const { kind, state = 'waiting', author } = query
  const isPublished = state === 'published'
  const found = await draftsOf(db, [kind], { ...query, visibility: isPublished ? state : 'draft' })
  const isListed = (each: QueuedDraft) =>
    (isPublished || each.state === state) && (author === undefined || each.author === author)
  return new Set(found.filter(isListed).map(({ key }) => Number(key)))
}

interface SubmissionsFilter {
  author: number
  kind?: ReviewedKind | undefined
  key?: number | undefined
  state?: RecordState | undefined
  /** Decides which names the reader sees. */
  view: View
}

async function submissionsOfKind(db: Db, kind: ReviewedKind, filter: SubmissionsFilter): Promise<Listed[]> {
  let query = reviewedQuery(db, kind, filter.view)
    .where('r.author_id', '=', filter.author)
    .where('r.state', '<>', 'hidden')
  if (filter.state !== undefined) {
    const { visibility, state } = reviewColumns(filter.state)
    query = query.where('r.visibility', '=', visibility)
    if (visibility === 'draft') query = query.where('r.state', '=', state)
  }
  if (filter.key !== undefined) query = query.where('r.id', '=', filter.key)
  return (await query.execute()).map((row) => ({ kind, ...toReviewed(kind, row) }))
}

/** A user's submissions, newest first. */
export async function readSubmissions(db: Db, filter: SubmissionsFilter, page: Page): Promise<QueuePage> {
  const all: Listed[] = []
  for (const kind of filter.kind === undefined ? REVIEWED_KINDS : [filter.kind]) {
    all.push(...(await submissionsOfKind(db, kind, filter)))
  }
  const newest = all.sort(oldestFirst).reverse()
  return { count: all.length, results: await queueEntries(db, pageOf(newest, page)) }
}
