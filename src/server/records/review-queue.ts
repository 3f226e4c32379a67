import { sql } from 'kysely'
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
import { dependentsOfMany, rootsOf, WAITING_ITEMS } from './dependent-drafts.ts'
import { namesOf } from './names.ts'
import { type Listed, newestFirst, oldestFirst, type Page, pageOf, queueEntries } from './queue-entries.ts'
import { reviewedQuery, toReviewed } from './reviewed.ts'
import { RECORD_TABLES } from './tables.ts'

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
    brings: (byRoot.get(idOf(draft)) ?? []).map(({ kind, key }) => ({
      kind,
      key,
      label: names.get(kind)?.[key] ?? '',
    })),
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
