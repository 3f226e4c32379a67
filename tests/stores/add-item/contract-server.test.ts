import { afterEach, describe, expect, test, vi } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import {
  Answer,
  EMAIL,
  page,
  PASSWORD,
  startDjangoServer,
  type DjangoOptions,
  type DjangoServer,
  type Fate,
} from '../../fixtures/django-server/django-server.ts'
import { serverTab } from './server-tab.ts'
import { aFile } from './world.ts'

// The wizard on a server that has only the calls of spec §7, with the product's own client, session and uploads.

const SCANS = 'POST /api/scans/create/'
const ITEM = 'POST /api/item/post/'

let server: DjangoServer
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

type Stores = Awaited<ReturnType<ReturnType<typeof serverTab>['openWizard']>>['stores']
async function setUp(options: Partial<DjangoOptions> = {}, organization = 2) {
  server = await startDjangoServer(options)
  server.user.organization = organization
  const tab = serverTab({ base: server.base })
  await tab.auth.login(EMAIL, PASSWORD)
  return { ...tab, ...(await tab.openWizard()) }
}
async function fill(stores: Stores, images: number) {
  stores.change({ type: 'photograph', title: 'The ferry', description: 'At the pier' })
  stores.setDate('start', '1901')
  // Each of another size, so that the server can tell them apart.
  await stores.addImages(Array.from({ length: images }, (_, at) => aFile(`${at + 1}.jpg`, 100 + at)))
}
const stateOf = (stores: Stores) => stores.$submission.get()
const sizes = () =>
  server.tables.scans
    .toSorted((a, b) => Number(a['order']) - Number(b['order']))
    .map((scan) => (scan['image'] as File).size - 100)
const everyOf = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each([{}, { notShown: 'nothing' as const }, { forbids: true, organizationAs: 'object' as const }])(
  'the item, then its images in order (%o)',
  async (options) => {
    const { stores, kept } = await setUp(options)
    await fill(stores, 5)
    stores.change({ location: { id: 1, name: 'Mill Lot', detail: '', pending: false } })
    stores.changeImage('all', { watermark: 'Calder' })
    await stores.submit()
    expect(stateOf(stores)).toEqual({ state: 'done', item: 1, images: 5, hasUnsentChanges: false, mayBeTwice: 0 })
    expect(server.tables.items).toEqual([
      expect.objectContaining({ user_author: 1, visibility: 'draft', location: 1, date_start: 19_010_000 }),
    ])
    expect(sizes()).toEqual(everyOf(5))
    expect(server.tables.scans[0]).toMatchObject({
      item: '1',
      watermark: 'Calder',
      color: 'black',
      position: 'bottom right',
    })
    expect([...kept.drafts, ...kept.files]).toEqual([])
    expect(
      server.headers.filter((headers) => 'idempotency-key' in headers && headers['content-type']?.startsWith('multi')),
    ).toEqual([])
    // Nothing of ours was called.
    const known =
      /^(GET|POST) (\/auth\/jwt\/(create|verify)\/|\/auth\/users\/me\/|\/api\/item\/post\/|\/api\/scans\/create\/)$/
    expect(server.asked.filter((call) => !known.test(call))).toEqual([])
  },
)

test('two items without identifier and address: an empty text is no duplicate', async () => {
  const { stores } = await setUp({}, 1)
  for (const item of [1, 2]) {
    await fill(stores, 0)
    await stores.submit()
    expect(stateOf(stores)).toMatchObject({ state: 'done', item })
    stores.startOver()
  }
})

test('images that fail are sent again, those that were answered are not', async () => {
  const { stores } = await setUp()
  await fill(stores, 6)
  const refusal = new Answer(400, { detail: 'Multipart form parse error' })
  server.next(SCANS, refusal, new Answer(400, { detail: 'No.' }))
  await stores.submit()
  expect(stateOf(stores)).toEqual({ state: 'images-failed', failed: 2 })
  expect(server.tables.scans).toHaveLength(4)
  await stores.submit()
  expect(stateOf(stores)).toMatchObject({ state: 'done', images: 6 })
  expect([server.count(ITEM), server.count(SCANS), server.tables.items.length]).toEqual([1, 8, 1])
  expect(sizes()).toEqual(everyOf(6))
})

test('HTML pages, a busy server and broken connections in the middle: it goes on by itself', async () => {
  const { stores } = await setUp()
  await fill(stores, 6)
  server.next(
    SCANS,
    'drop',
    page(502),
    page(500),
    new Answer(429, { detail: 'Throttled.' }, { 'retry-after': '1' }),
    'drop',
  )
  await stores.submit()
  expect(stateOf(stores)).toMatchObject({ state: 'done', images: 6 })
  expect(server.count(ITEM)).toBe(1)
  expect(sizes()).toEqual(everyOf(6))
})

test.each([{ forbids: false }, { forbids: true }])(
  'the session ends between two images: after the login it goes on (%o)',
  async (options) => {
    const { stores, auth, session } = await setUp({ ...options, accessSeconds: 60 })
    await fill(stores, 5)
    let ended = false
    stores.$uploads.listen((uploads) => {
      if (ended || Object.values(uploads).every(({ state }) => state !== 'sent')) return
      ended = true
      server.blacklist(session.refresh()!)
      server.clock.ahead = 61_000
    })
    const work = stores.submit()
    await vi.waitUntil(() => auth.$loginNeeded.get())
    expect(await auth.login(EMAIL, PASSWORD)).toBeUndefined()
    await work
    expect(stateOf(stores)).toMatchObject({ state: 'done', images: 5 })
    expect([server.tables.items.length, ...sizes()]).toEqual([1, ...everyOf(5)])
  },
)

describe('a tab that is killed while three images of six are under way', () => {
  /** Another tab after it. `arrived`: how many of the three the server has. */
  async function killed(arrived: number, options: Partial<DjangoOptions> = {}) {
    const tab = await setUp(options)
    await fill(tab.stores, 6)
    const late = { late: 60_000 }
    server.next(
      SCANS,
      { late: 0 },
      { late: 0 },
      { late: 0 },
      ...Array<Fate>(arrived).fill(late),
      ...Array<Fate>(3 - arrived).fill('hang'),
    )
    void tab.stores.submit()
    const isSent = () => Object.values(tab.stores.$uploads.get()).filter(({ state }) => state === 'sent').length === 3
    await vi.waitUntil(() => isSent() && server.tables.scans.length === 3 + arrived && server.count(SCANS) === 6)
    tab.uploads.stop()
    tab.stop()
    const again = serverTab({ base: server.base, storage: tab.storage, kept: tab.kept })
    again.auth.start()
    await vi.waitUntil(() => again.auth.$auth.get().user)
    const { stores } = await again.openWizard()
    again.auth.stop()
    expect(stores.$draft.get()).toMatchObject({ item: 1, fields: { title: 'The ferry' } })
    return stores
  }
  const orders = () => server.tables.scans.map((scan) => Number(scan['order'])).sort()

  test.each([
    [3, {}],
    [0, {}],
    [3, { notShown: 'nothing' as const }],
    [0, { notShown: 'nothing' as const }],
  ])('%d of them have arrived: the others are sent, each image once (%o)', async (arrived, options) => {
    const stores = await killed(arrived, options)
    await stores.submit()
    expect(stateOf(stores)).toMatchObject({ state: 'done', images: 6, mayBeTwice: 0 })
    expect(orders()).toEqual([1, 2, 3, 4, 5, 6])
    expect(server.count(ITEM)).toBe(1)
  })
  test('one has arrived, and the server does not say which: all three are sent, and the user is told', async () => {
    const stores = await killed(1)
    await stores.submit()
    expect(stateOf(stores)).toMatchObject({ state: 'done', images: 6, mayBeTwice: 1 })
    expect(new Set(orders())).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(orders()).toHaveLength(7)
  })
  test('a draft that nobody can read: all three are sent, and the user is told', async () => {
    const stores = await killed(3)
    server.next('GET /api/item/1/', page(404))
    await stores.submit()
    expect(stateOf(stores)).toMatchObject({ state: 'done', images: 6, mayBeTwice: 3 })
  })
})

describe('an item whose answer is lost', () => {
  test('is found among the drafts and not posted again', async () => {
    const { stores } = await setUp()
    await fill(stores, 2)
    server.next(ITEM, 'drop answer')
    await stores.submit()
    expect(stateOf(stores)).toMatchObject({ state: 'failed', text: ERROR.submit })
    stores.dismiss()
    await stores.submit()
    expect(stateOf(stores)).toMatchObject({ state: 'done', item: 1, images: 2 })
    expect([server.count(ITEM), server.tables.items.length]).toEqual([1, 1])
  })
  test('cannot be found: the user is asked first', async () => {
    const { stores } = await setUp()
    await fill(stores, 0)
    server.next(ITEM, 'drop answer')
    await stores.submit()
    const none = new Answer(200, { count: 0, results: [] })
    server.next('GET /api/items/', none, none)
    await stores.submit()
    expect(stateOf(stores).state).toBe('unsure')
    expect(server.count(ITEM)).toBe(1)
    await stores.submit({ again: true })
    expect(stateOf(stores).state).toBe('done')
    expect(server.count(ITEM)).toBe(2)
  })
})

test('duplicates that the server finds, in its own words: the sentences of spec §8', async () => {
  const { stores } = await setUp({}, 1)
  const unique = { identifier: 'A.1', url: 'https://example.org/1' }
  await fill(stores, 0)
  stores.change(unique)
  await stores.submit()
  expect(stateOf(stores).state).toBe('done')
  stores.startOver()
  await fill(stores, 0)
  stores.change(unique)
  await stores.submit()
  expect(stores.$errors.get()).toEqual({ identifier: ERROR.identifierInUse, url: ERROR.urlInUse })
  expect(stores.$section.get()).toBe('description')
})

test('what needs more than spec §7 is hidden, and a draft stays on this device', async () => {
  const { stores, kept } = await setUp()
  expect(stores.hasAdditions).toBe(false)
  await fill(stores, 1)
  await vi.waitUntil(() => stores.$save.get().state === 'saved')
  expect(kept.files.size).toBe(1)
})
