import fc from 'fast-check'
import { ITEM_TYPES, type ItemType, type PeopleRole } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { itemSpan, sortDate, inTimeRange } from '#rules/dates/partial-dates.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemTitle } from '#rules/names/record-names.ts'
import { wordForms } from '#rules/search/word-forms.ts'
import { searchText, searchWords } from '#rules/search/search-text.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { TEST_ACCOUNTS, openTestArchive, type TestAccount, type TestArchive, type TestItem } from '../fixtures.ts'

/** A slow and simple reference implementation of GET /api/items/. */

export const NAMES = ['Élan', 'mill', 'Ōta', 'river', 'St. John’s']
export const PARENT_OF: Record<number, number | null> = { 1: null, 2: 1, 3: 2, 4: null, 5: 6, 6: 5 }
/** The authors of drafts; imported ones have none. */
const DRAFTS: Record<Kind, Record<number, number | null>> = {
  person: { 4: 1 },
  subject: { 4: 2 },
  organization: { 4: null },
  collection: { 2: 2, 4: 1 },
}
type Kind = 'person' | 'subject' | 'organization' | 'collection'
export const thisYear = new Date().getFullYear()
const link = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const date = fc
  .integer({ min: 1825, max: 1935 })
  .chain((year) => fc.constantFrom(0, 0, 500, 1231).map((rest) => year * 10000 + rest))

const item = fc.record({
  type: fc.constantFrom(...ITEM_TYPES.slice(0, 3)),
  title: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }).map((words) => words.join(' ')),
  general_description: fc.constantFrom('', 'A river in flood', 'Élan vital'),
  visibility: fc.constantFrom('published', 'published', 'published', 'draft'),
  state: fc.constantFrom('waiting' as const, 'returned' as const, 'discarded' as const),
  author: fc.constantFrom(1, 2, null),
  date_start: maybe(date),
  date_end: maybe(date),
  location_id: maybe(fc.integer({ min: 1, max: 3 })),
  collection_id: maybe(fc.integer({ min: 1, max: 6 })),
  people: link,
  creator_id: maybe(fc.integer({ min: 1, max: 4 })),
  contributors: link,
  subjects: link,
  organizations: link,
})
// One sample per run with a fixed seed, so that many queries use the same archive.
const samples = fc.sample(item, { numRuns: 80, seed: 7 })
const peopleOf = ({ people = [], creator_id, contributors = [] }: TestItem, as?: PeopleRole) => [
  ...(as === 'creator' ? [] : people),
  ...(as === 'pictured' ? [] : [...(creator_id ? [creator_id] : []), ...contributors]),
]
const authorOf = (each: TestItem) => samples[each.id - 1]!.author
const items: TestItem[] = samples.map(({ author: _, ...each }, index) => ({
  ...each,
  id: index + 1,
  archival_identifier: `P-${index % 7 === 0 ? 'mill' : 'x'}-${index}`,
}))

/** An archive of these items and what they refer to. */
export async function openFilterTown(): Promise<TestArchive> {
  const numbered = <T>(make: (id: number) => T) => [1, 2, 3, 4].map(make)
  const archive = await openTestArchive({
    location: [1, 2, 3].map((id) => ({ id, name: `Zone ${NAMES[id]}`, address: '' })),
    person: numbered((id) => ({ id, first_name: NAMES[id]!, surname: 'Smith' })),
    subject: numbered((id) => ({ id, subject_name: `Subject ${NAMES[id]}` })),
    organization: numbered((id) => ({ id, name: `Firm ${NAMES[id]}` })),
    collection: Object.entries(PARENT_OF).map(([id, parent_collection]) => ({
      id: Number(id),
      collection_name: `Box ${id}`,
      hierarchy: 'file' as const,
      parent_collection,
    })),
    items,
  })
  // The accounts exist already.
  const { db } = archive
  for (const [kind, drafts] of Object.entries(DRAFTS) as [Kind, Record<number, number | null>][]) {
    for (const [id, author_id] of Object.entries(drafts)) {
      await db.updateTable(kind).set({ visibility: 'draft', author_id }).where('id', '=', Number(id)).execute()
    }
  }
  for (const each of items) {
    await db
      .updateTable('item')
      .set({ author_id: authorOf(each) })
      .where('id', '=', each.id)
      .execute()
  }
  await refreshItemSearch(db)
  return archive
}

export type Caller = TestAccount | undefined
export function maySee(caller: Caller, kind: Kind, id: number): boolean {
  const author = DRAFTS[kind][id]
  if (author === undefined || caller === 'staff') return true
  return caller !== undefined && author === TEST_ACCOUNTS[caller].id
}
function isListed(caller: Caller, each: TestItem, visibility: string): boolean {
  if (each.visibility !== visibility) return false
  if (visibility === 'published') return true
  const own = caller !== undefined && authorOf(each) === TEST_ACCOUNTS[caller].id
  return own || (caller === 'staff' && each.state !== 'discarded')
}

/** Walks up from a collection, unlike the query, which walks down. */
function isWithin(caller: Caller, collection: number | null | undefined, wanted: number[]): boolean {
  const seen = new Set<number>()
  for (let at = collection ?? null; at !== null && !seen.has(at); at = PARENT_OF[at]!) {
    if (!maySee(caller, 'collection', at)) return false
    if (wanted.includes(at)) return true
    seen.add(at)
  }
  return false
}
function words(each: TestItem): string[] {
  const findsBy = (kind: Kind, id: number) => {
    const author = DRAFTS[kind][id]
    if (author === undefined) return true
    return each.visibility === 'draft' && (authorOf(each) === null || authorOf(each) === author)
  }
  const named = (kind: Kind, ids: number[] = [], before = '', after = '') =>
    ids.filter((id) => findsBy(kind, id)).map((id) => `${before} ${NAMES[id]} ${after}`)
  const { date_start = null, date_end = null, title = '', type = 'photograph' } = each
  return searchText(
    itemTitle({ title, type: type as ItemType }),
    itemDisplayDate({ date_start, date_end, date_start_text: '', date_end_text: '' })?.text,
    each.general_description,
    each.archival_identifier,
    ...(each.location_id ? [`Zone ${NAMES[each.location_id]}`] : []),
    ...named('person', peopleOf(each), '', 'Smith'),
    ...named('subject', each.subjects, 'Subject'),
    ...named('organization', each.organizations, 'Firm'),
  ).split(' ')
}

export interface Query {
  visibility?: 'draft' | 'published' | undefined
  type?: string | undefined
  search?: string | undefined
  date?: { start: number; end: number } | undefined
  location?: number[] | undefined
  collection?: number[] | undefined
  collections?: number[] | undefined
  organizations?: number[] | undefined
  people_or?: number[] | undefined
  people_and?: number[] | undefined
  people_as?: PeopleRole | undefined
  subjects_or?: number[] | undefined
  subjects_and?: number[] | undefined
}
const spanOf = (each: TestItem) => itemSpan({ date_start: null, date_end: null, ...each })
/** An undated item. */
export const isUndated = (id: number) => items[id - 1]!.date_start == null && items[id - 1]!.date_end == null
/** Part of its time is before the slider's. */
export function isEarlier(id: number): boolean {
  return (spanOf(items[id - 1]!)?.start ?? Infinity) < TIME.firstYear * 10_000
}

/** Ids of the matching items for a caller: by date, undated last, then by id. */
export function naive(query: Query, caller?: Caller): number[] {
  const allSeen = (kind: Kind, ids: number[] = []) => ids.every((id) => maySee(caller, kind, id))
  const seen = (kind: Kind, ids: number[] | undefined) => ids?.filter((id) => maySee(caller, kind, id))
  const some = (wanted: number[] | undefined, had: number[] = []) => !wanted || wanted.some((id) => had.includes(id))
  const every = (wanted: number[] | undefined, had: number[] = []) => !wanted || wanted.every((id) => had.includes(id))
  return items
    .filter((each) => isListed(caller, each, query.visibility ?? 'published'))
    .filter((each) => !query.type || each.type === query.type)
    .filter((each) => some(query.location, each.location_id ? [each.location_id] : []))
    .filter((each) => !query.collection || isWithin(caller, each.collection_id, query.collection))
    .filter((each) => !query.collections || isWithin(caller, each.collection_id, query.collections))
    .filter((each) => some(seen('organization', query.organizations), each.organizations))
    .filter(
      (each) =>
        some(seen('person', query.people_or), peopleOf(each, query.people_as)) &&
        allSeen('person', query.people_and) &&
        every(query.people_and, peopleOf(each, query.people_as)),
    )
    .filter(
      (each) =>
        some(seen('subject', query.subjects_or), each.subjects) &&
        allSeen('subject', query.subjects_and) &&
        every(query.subjects_and, each.subjects),
    )
    .filter((each) => {
      return !query.date || inTimeRange(spanOf(each), query.date, thisYear)
    })
    .filter((each) => {
      const wanted = searchWords(query.search ?? '')
      if (wanted.length === 0) return !query.search
      return wanted.slice(0, 10).every((w, at) =>
        words(each).some((word) => {
          // A single letter matches as a prefix only in the last word.
          if (w.length === 1 && at < wanted.length - 1) return word === w
          return wordForms(w).some((beginning) => word.startsWith(beginning))
        }),
      )
    })
    .sort((a, b) => {
      const place = (each: TestItem) => sortDate(spanOf(each))
      return place(a) - place(b) || a.id - b.id
    })
    .map((each) => each.id)
}
