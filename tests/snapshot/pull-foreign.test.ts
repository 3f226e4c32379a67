import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPullClient } from '#snapshot/reader.ts'
import { loadArchive } from '#snapshot/archive.ts'
import { readSnapshot } from '#snapshot/files.ts'
import { firstResults } from '#snapshot/pages/browse/collection-home.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { Answer, page, startDjangoServer, type DjangoServer } from '../fixtures/django-server/django-server.ts'
import { smallTown } from '../fixtures/django-server/town.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

// A pull from a Django REST server that has the calls of spec §7 and nothing else.

let server: DjangoServer
let parent: string
beforeEach(async () => {
  server = await startDjangoServer({ ignoresSearch: true }, smallTown())
  parent = await freshFolder()
})
afterEach(async () => {
  await server.close()
})

/** Milliseconds, for the client's 20 seconds. */
const TIMEOUT = 400
async function pull() {
  const folder = join(parent, 'snapshot')
  const client = createPullClient({ base: server.base, timeout: TIMEOUT })
  const patience = { tries: 3, wait: 1 }
  const report = await pullSnapshot({ api: server.base, source: 'django', apiBase: '', folder, client, patience })
  return { report, folder, ...readSnapshot(folder) }
}

test('every list is read, with the zone of what does not name it; odd fields are left out and reported', async () => {
  const { lists, meta, report, folder } = await pull()
  expect(meta.counts).toEqual({
    locations: 3,
    lots: 3,
    ownership: 2,
    heritage: 1,
    locationDescriptions: 1,
    plaques: 1,
    people: 4,
    relationships: 2,
    organizations: 2,
    organizationLocations: 1,
    employment: 1,
    residents: 0,
    placeNames: 0,
    stories: 0,
    subjects: 3,
    texts: 0,
    collections: 3,
    items: 13,
  })
  expect(lists.lots.map(({ lotNum, location }) => [lotNum, location])).toEqual([
    ['12', 1],
    ['12', 2],
    ['14B', 2],
  ])
  expect(lists.ownership.map(({ lot }) => lot)).toEqual(['12', '14B'])
  for (const rows of [lists.heritage, lists.locationDescriptions, lists.plaques]) expect(rows[0]!.location).toBe(1)
  expect(report.leftOut).toMatchObject([{ list: 'items', id: 3, field: 'date_start' }])
  expect(lists.items[3]).toMatchObject({ id: 4, title: '', location: null })
  for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('SECRET')
})

test('the counts beside the collection filter are what a click on this server gives', async () => {
  const { folder } = await pull()
  const { collections } = firstResults(loadArchive(folder), 2026).facets
  expect(collections.map(({ id }) => id)).toEqual([1, 2, 3])
  const client = createPullClient({ base: server.base })
  for (const { id, count } of collections)
    expect([id, (await client.call('items', { query: { collection: id, visibility: 'published' } })).count]).toEqual([
      id,
      count,
    ])
})

test('a server that is slow, redirects, drops a connection or shows a page of its proxy in between', async () => {
  const quick = await pull()
  server.options.late = TIMEOUT / 10
  server.next('GET /api/people/', 'drop', page(502))
  server.next('GET /api/subjects/', { late: TIMEOUT * 1.5 })
  server.next('GET /api/collections/', new Answer(301, undefined, { location: '/api/collections/?redirected=1' }))
  const slow = await pull()
  expect(slow.lists).toEqual(quick.lists)
  expect(slow.report.oneByOne).toEqual(quick.report.oneByOne)
})

test('a page in the place of a list is no answer: the lists that were read stay, and the page is named', async () => {
  server.next('GET /api/items/', ...Array.from({ length: 3 }, () => page(500)))
  await expect(pull()).rejects.toThrow(/\/api\/items\/.* answered 500/)
})
