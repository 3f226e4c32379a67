import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { openReader, type ArchiveDatabase } from '#server/database/open.ts'
import { readAudit } from '#server/records/audit.ts'
import { createAccounts } from '#server/repositories/accounts.ts'
import { latestBuilds } from '#server/jobs/builds.ts'
import { itemJson } from '#server/repositories/item-statements.ts'
import { createPublicImages } from '#server/scans/public-images.ts'
import { createRepositories, type Repositories } from '#server/repositories/repositories.ts'
import { findLikelyDuplicates } from '#server/records/likely-duplicates.ts'
import { readOperations } from '#server/records/undo/operation-list.ts'
import { readUses } from '#server/records/removal/uses.ts'
import { readListedKeys, readReviewQueue, readSubmissions } from '#server/records/review-queue.ts'
import { WORD_TABLE } from '#server/repositories/spelling.ts'
import { PUBLIC, type View } from '#server/repositories/view.ts'
import { useArchive } from '../use-archive.ts'

/**
 * Every query that the reads make, as a file beside this test with the plan that SQLite makes of it: a change of either
 * is seen in review. `vitest run -u` writes them anew.
 */
const town = useArchive()
let reader: ArchiveDatabase
const prepared: string[] = []
beforeAll(() => {
  reader = openReader(town.db.file)
  reader.sqlite.exec(WORD_TABLE)
  const original = DatabaseSync.prototype.prepare
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, options) {
    prepared.push(text)
    return original.call(this, text, options)
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await reader.destroy()
})

/** An author of drafts, and a reviewer. */
const OWN: View = { reach: 'own', viewer: 1 }
const ALL: View = { reach: 'all', viewer: 4 }

/** An item's JSON is in state-and-item.sql; lists only mention it. */
const shortened = (text: string) =>
  text.includes(' as page cross join item ')
    ? (['published', 'own', 'all'] as const).reduce(
        (left, reach) => left.replace(itemJson(reach), `{ one item, ${reach} }`),
        text,
      )
    : text
const readable = (text: string) =>
  shortened(text)
    .replace(/\s+/g, ' ')
    .replace(/ (with|select|from|where|order by|union|limit|intersect)(?= )/g, '\n$1')

/** The query plan as SQLite's command line shows it. */
function plan(text: string): string[] {
  const rows = reader.sqlite.prepare(`explain query plan ${text}`).all() as {
    id: number
    parent: number
    detail: string
  }[]
  const depth = new Map<number, number>([[0, 0]])
  return rows.map(({ id, parent, detail }) => {
    depth.set(id, (depth.get(parent) ?? 0) + 1)
    return `-- ${'  '.repeat(depth.get(parent) ?? 0)}${detail}`
  })
}

async function expectSql(name: string, run: (own: Repositories, reader: ArchiveDatabase) => unknown): Promise<void> {
  // A fresh reader, so that every statement is prepared again.
  const fresh = openReader(town.db.file)
  const own = createRepositories(fresh)
  const before = prepared.length
  await run(own, fresh)
  const texts = prepared.slice(before)
  await fresh.destroy()
  const documents = texts.map((text) => [...plan(text), readable(text)].join('\n'))
  expect(texts.length).toBeGreaterThan(0)
  await expect(`${documents.join(';\n\n')};\n`).toMatchFileSnapshot(`sql/${name}.sql`)
}

const items = (query: Record<string, string>) => v.parse(endpoints.items.query, query)

describe('items', () => {
  test.each<[name: string, query: Record<string, string>]>([
    ['all', {}],
    ['deep-page', { page: '3', page_size: '1' }],
    ['type', { type: 'photograph' }],
    ['location', { location: '1' }],
    ['locations', { location: '1,2' }],
    ['collection', { collection: '1' }],
    ['date', { date: '1880000019059999' }],
    ['people-or', { people_or: '1,2' }],
    ['people-and', { people_and: '1,2' }],
    ['subjects-or', { subjects_or: '1' }],
    ['subjects-and', { subjects_and: '2,3' }],
    ['organizations', { organizations: '2' }],
    ['by-title', { sort: 'title' }],
    ['by-pictures', { sort: 'pictures' }],
    ['by-day-added', { sort: 'added' }],
    ['people-pictured', { people_or: '1,2', people_as: 'pictured' }],
    ['search', { search: 'mill' }],
    ['search-by-date', { search: 'mill', sort: 'date' }],
    ['search-misspelled', { search: 'wndmill bridge' }],
    ['search-with-tags-and-date', { search: 'mill', people_or: '1', date: '1880000019059999' }],
  ])('%s', (name, query) => expectSql(`items-${name}`, (own) => own.items.list(items(query), 2026)))

  test.each<[name: string, query: Record<string, string>, view: View]>([
    ['own-drafts', { visibility: 'draft' }, OWN],
    ['all-drafts', { visibility: 'draft' }, ALL],
    ['published-for-an-author', { people_or: '1', collection: '1' }, OWN],
    ['published-for-staff', { people_and: '1,2', collection: '1' }, ALL],
  ])('%s', (name, query, view) => expectSql(`items-${name}`, (own) => own.items.list(items(query), 2026, view)))
})

describe('facets and places', () => {
  const everything = { search: 'mill', people_or: '1', date: '1880000019059999', type: 'photograph', collection: '1' }
  test.each<[name: string, query: Record<string, string>, view: View]>([
    ['everything', { ...everything, subjects_or: '1' }, PUBLIC],
    ['own-drafts', { visibility: 'draft', type: 'photograph' }, OWN],
    ['published-for-staff', { subjects_and: '2,3' }, ALL],
  ])('%s', async (name, query, view) => {
    await expectSql(`facets-${name}`, (own) => own.itemFacets.facets(items(query), 2026, view))
    await expectSql(`places-${name}`, (own) => own.itemFacets.places(items(query), 2026, view))
  })
})

const FIRST_PAGE = { page: 1, page_size: 10 }
const WANTED = { format: 'jpeg', instead: false } as const

test.each<[name: string, run: (own: Repositories, reader: ArchiveDatabase) => unknown]>([
  ['locations', (own) => own.locations.list({ search: '12', lot: ['7'] })],
  ['location', (own) => own.locations.find(1)],
  ['lots', (own) => own.lots.list({ search: 1 })],
  ['ownership-of-lots', (own) => own.lots.ownership({ lot: ['7'] })],
  ['ownership-of-person', (own) => own.lots.ownership({ person: 1 })],
  ['heritage', (own) => own.locationRecords.heritage({ location: 1 })],
  ['location-descriptions', (own) => own.locationRecords.descriptions({ search: 1 })],
  ['plaques', (own) => own.locationRecords.plaques({ search: 1 })],
  ['people', (own) => own.people.list({})],
  ['people-by-id', (own) => own.people.list({ people: [1, 2] })],
  ['people-by-name', (own) => own.people.list({ search: 'agnes' })],
  ['person', (own) => own.people.find(1)],
  ['relationships', (own) => own.people.relationships({ person2: 3, relationship_type: 'parent' })],
  ['organizations', (own) => own.organizations.list({ search: 'mill', ids: [1, 2] })],
  ['organization', (own) => own.organizations.find(1)],
  ['organization-locations', (own) => own.organizations.locations({ organization: 2 })],
  ['employment', (own) => own.organizations.employment({ person: 1 })],
  ['residents', (own) => own.residents.list({ person: 1 })],
  ['place-names', (own) => own.locationRecords.names({ location: 1 })],
  ['subjects', (own) => own.subjects.list({ search: 'mills' })],
  ['collections', (own) => own.collections.list({ parent_collection: 1 })],
  ['collection', (own) => own.collections.find(1)],
  ['stories', (own) => own.stories.list()],
  ['story-of-an-author', (own) => own.stories.find(1, OWN)],
  ['people-of-an-author', (own) => own.people.list({}, OWN)],
  ['people-of-staff', (own) => own.people.list({}, ALL)],
  ['relationships-of-an-author', (own) => own.people.relationships({ person2: 3 }, OWN)],
  ['ownership-of-an-author', (own) => own.lots.ownership({ lot: ['7'] }, OWN)],
  ['subjects-of-an-author', (own) => own.subjects.list({}, OWN)],
  ['subjects-of-staff', (own) => own.subjects.list({}, ALL)],
  ['draft-collections-of-an-author', (own) => own.collections.list({ parent_collection: 1, visibility: 'draft' }, OWN)],
  ['search', (own) => own.search.find({ search: 'mill', kind: undefined, type: undefined, ...FIRST_PAGE }, 2026)],
  [
    'search-unknown',
    (own) => own.search.find({ search: 'mlil', kind: undefined, type: undefined, ...FIRST_PAGE }, 2026),
  ],
  ['accounts', (_, reader) => createAccounts(reader).list()],
  ['account-by-email', (_, reader) => createAccounts(reader).findByEmail('somebody@example.org')],
  ['queue', (_, reader) => readReviewQueue(reader, FIRST_PAGE)],
  [
    'queue-filtered',
    (_, reader) =>
      readReviewQueue(reader, { type: 'photograph', search: 'secret', submitted_after: '2026-01-01', ...FIRST_PAGE }),
  ],
  [
    'queue-exported',
    (_, reader) =>
      readListedKeys(reader, { kind: 'items', state: 'published', search: 'mill', type: 'photograph', format: 'csv' }),
  ],
  [
    'submissions',
    (_, reader) => readSubmissions(reader, { author: 1, kind: 'items', state: 'waiting', view: OWN }, FIRST_PAGE),
  ],
  [
    'likely-duplicates',
    async (_, reader) => {
      await findLikelyDuplicates(reader, 'people', 3)
      await findLikelyDuplicates(reader, 'organizations', 2)
    },
  ],
  ['operations', (_, reader) => readOperations(reader, { kind: 'people', type: 'merge', ...FIRST_PAGE })],
  [
    'harvest',
    (own) => own.harvest.page('items', { from: '', until: '9999', after: 0, limit: 101, collections: [1, 2] }),
  ],
  ['harvest-people', (own) => own.harvest.page('people', { from: '2026', until: '9999', after: 1, limit: 101 })],
  ['merged', (own) => own.merged.list()],
  ['old-addresses', (own) => own.oldAddresses.list()],
  ['uses', (_, reader) => readUses(reader, 'lots', '7')],
  ['audit', (_, reader) => readAudit(reader, { kind: 'items', actor: 4, before: 100 })],
  ['builds', (_, reader) => latestBuilds(reader)],
  [
    'picture-of-a-person',
    (_, reader) => createPublicImages({ db: reader, media: town.media }).find('person', 2, WANTED),
  ],
  [
    'picture-of-a-scan',
    (_, reader) => createPublicImages({ db: reader, media: town.media }).find('scan', 901, WANTED, OWN),
  ],
])('%s', (name, run) => expectSql(name, run))

test('prepared statements', async () => {
  const before = prepared.length
  const fresh = openReader(town.db.file)
  createRepositories(fresh)
  await fresh.destroy()
  const documents = prepared.slice(before).map((text) => [...plan(text), readable(text)].join('\n'))
  await expect(`${documents.join(';\n\n')};\n`).toMatchFileSnapshot('sql/state-and-item.sql')
})
