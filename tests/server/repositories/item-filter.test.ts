import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEM_TYPES } from '#contract/item.ts'
import { itemSpan } from '#rules/partial-dates.ts'
import { inTimeRange } from '#rules/time-range.ts'
import { searchText, searchWords } from '#server/database/search-text.ts'
import { refreshItemSearch } from '#server/repositories/item-search.ts'
import { TEST_ACCOUNTS, openTestArchive } from '../fixtures.ts'
import type { TestAccount, TestArchive, TestItem } from '../fixtures.ts'

/** A filter of plain arrays, slow and obvious: what GET /api/items/ must agree with, whatever is asked and whoever asks. */

const NAMES = ['Élan', 'mill', 'Ōta', 'river', 'St. John’s']
const PARENT_OF: Record<number, number | null> = { 1: null, 2: 1, 3: 2, 4: null, 5: 6, 6: 5 }
/** Who submitted the records that are drafts; an imported one has no author. */
const DRAFTS: Record<Kind, Record<number, number | null>> = {
  person: { 4: 1 },
  subject: { 4: 2 },
  organization: { 4: null },
  collection: { 2: 2, 4: 1 },
}
type Kind = 'person' | 'subject' | 'organization' | 'collection'
const thisYear = new Date().getFullYear()
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
  subjects: link,
  organizations: link,
})
// One sample a run, with a fixed seed: many queries then meet the same archive.
const samples = fc.sample(item, { numRuns: 80, seed: 7 })
const authorOf = (each: TestItem) => samples[each.id - 1]!.author
const items: TestItem[] = samples.map(({ author: _, ...each }, index) => ({
  ...each,
  id: index + 1,
  archival_identifier: `P-${index % 7 === 0 ? 'mill' : 'x'}-${index}`,
}))

let archive: TestArchive
beforeAll(async () => {
  const numbered = <T>(make: (id: number) => T) => [1, 2, 3, 4].map(make)
  archive = await openTestArchive({
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
  // The accounts are there now.
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
})
afterAll(() => archive.close())

type Caller = TestAccount | undefined
function maySee(caller: Caller, kind: Kind, id: number): boolean {
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

/** Walks up from a collection, so that it shares nothing with the way the query walks down. */
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
  return searchText(
    each.title,
    each.general_description,
    each.archival_identifier,
    ...(each.location_id ? [`Zone ${NAMES[each.location_id]}`] : []),
    ...named('person', each.people, '', 'Smith'),
    ...named('subject', each.subjects, 'Subject'),
    ...named('organization', each.organizations, 'Firm'),
  ).split(' ')
}

interface Query {
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
  subjects_or?: number[] | undefined
  subjects_and?: number[] | undefined
}
function naive(query: Query, caller?: Caller): number[] {
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
        some(seen('person', query.people_or), each.people) &&
        allSeen('person', query.people_and) &&
        every(query.people_and, each.people),
    )
    .filter(
      (each) =>
        some(seen('subject', query.subjects_or), each.subjects) &&
        allSeen('subject', query.subjects_and) &&
        every(query.subjects_and, each.subjects),
    )
    .filter((each) => {
      const span = itemSpan(each.date_start ?? null, each.date_end ?? null)
      return !query.date || inTimeRange(span, query.date, thisYear)
    })
    .filter((each) => searchWords(query.search ?? '').every((w) => words(each).some((word) => word.startsWith(w))))
    .sort((a, b) => {
      const start = (each: TestItem) => itemSpan(each.date_start ?? null, each.date_end ?? null)?.start ?? Infinity
      return start(a) === start(b) ? a.id - b.id : start(a) - start(b)
    })
    .map((each) => each.id)
}

const ids = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), {
  nil: undefined,
  freq: 2,
})
const caller: fc.Arbitrary<Caller> = fc.constantFrom(undefined, 'volunteer', 'otherVolunteer', 'staff')
const query: fc.Arbitrary<Query> = fc.record(
  {
    visibility: fc.constantFrom('draft', 'draft', 'published', undefined),
    type: fc.constantFrom(...ITEM_TYPES.slice(0, 3)),
    search: fc.constantFrom(
      'elan',
      'MILL',
      'riv',
      'ota smith',
      'st johns',
      'sub mi',
      'p mill',
      'no such thing',
      '"',
      'NOT mill',
      '!!!',
    ),
    date: fc
      .tuple(fc.integer({ min: 1820, max: thisYear }), fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 9999))
      .map(([from, years, rest]) => ({ start: from * 10000, end: (from + years) * 10000 + rest })),
    location: ids,
    collection: ids,
    collections: ids,
    organizations: ids,
    people_or: ids,
    people_and: ids,
    subjects_or: ids,
    subjects_and: ids,
  },
  { requiredKeys: [] },
)

function address(asked: Query, page: string): string {
  const parameters = new URLSearchParams(page)
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) continue
    if (name === 'date') {
      const { start, end } = value as NonNullable<Query['date']>
      parameters.set(name, `${start}${end}`)
    } else parameters.set(name, String(value))
  }
  return `/api/items/?${parameters.toString()}`
}
type Page = { count: number; results: { id: number }[] }

test('whatever is asked, the query finds what a plain filter finds', async () => {
  await fc.assert(
    fc.asyncProperty(query, caller, async (asked, as) => {
      const { status, json } = await archive.send(address(asked, 'page_size=100'), { ...(as && { as }) })
      const page = json as Page
      const expected = naive(asked, as)
      expect(status).toBe(200)
      expect(page.count).toBe(expected.length)
      const found = page.results.map((each) => each.id)
      // A text search is ordered by rank; everything else by date, undated last, then id.
      if (searchWords(asked.search ?? '').length > 0) expect(found.toSorted()).toEqual(expected.toSorted())
      else expect(found).toEqual(expected)
    }),
    { numRuns: 600 },
  )
})

test('a year as the end of a range means the whole of it', async () => {
  const year = fc.integer({ min: 1831, max: 1935 })
  await fc.assert(
    fc.asyncProperty(year, fc.nat(3), fc.constantFrom(0, 500, 9999), async (from, years, rest) => {
      const asked = { date: { start: from * 10000, end: (from + years) * 10000 + rest } }
      const { json } = await archive.get(address(asked, 'page_size=100'))
      expect((json as Page).results.map((each) => each.id)).toEqual(naive(asked))
    }),
    { numRuns: 200 },
  )
})

test('the pages of a query are its whole list, each item once', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 20 }), async (asked, size) => {
      const whole = ((await archive.get(address(asked, 'page_size=100'))).json as Page).results
      const paged: { id: number }[] = []
      for (let page = 1; page <= Math.ceil(whole.length / size) + 1; page++) {
        const { json } = await archive.get(address(asked, `page_size=${size}&page=${page}`))
        expect((json as Page).count).toBe(whole.length)
        paged.push(...(json as Page).results)
      }
      expect(paged).toEqual(whole)
    }),
    { numRuns: 60 },
  )
})

test('many tags at once, more than one compound select can hold', async () => {
  const many = Array.from({ length: 900 }, (_, index) => index + 1).join(',')
  expect((await archive.get(`/api/items/?people_and=${many}`)).json).toEqual({ count: 0, results: [] })
  expect((await archive.get(`/api/items/?people_or=${many}`)).status).toBe(200)
})
test('more words than anybody types', async () => {
  const long = Array.from({ length: 2400 }, (_, index) => index.toString(36)).join(' ')
  expect((await archive.get(`/api/items/?search=${encodeURIComponent(long)}`)).status).toBe(200)
})
