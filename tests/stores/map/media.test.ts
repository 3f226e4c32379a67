import { expect, test } from 'vitest'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import type { MediaState } from '#stores/map/map-stores.ts'
import { AWAY, Status, THIS_YEAR, world, type Given, type World } from './world.ts'

const ITEMS = '/api/items/'
const anItem = (id: number, more: object = {}) => ({
  id,
  type: 'photograph',
  title: `Item ${id}`,
  visibility: 'published',
  ...more,
})
/** A server with this many items in every zone. */
const serverOf =
  (count: number) =>
  (query: URLSearchParams): unknown => {
    const page = Number(query.get('page'))
    const left = Math.max(0, Math.min(5, count - (page - 1) * 5))
    return { count, results: Array.from({ length: left }, (_, at) => anItem((page - 1) * 5 + at + 1)) }
  }
const begun = async (given: Given = {}) => {
  const here = world({ api: { [ITEMS]: serverOf(12) }, ...given })
  await here.begin()
  return here
}
const selected = async (given: Given = {}, pk = 1) => {
  const here = await begun(given)
  here.stores.clickZone(pk)
  await here.pass(0)
  return here
}
const ready = ({ stores }: World) => stores.$media.get() as Extract<MediaState, { state: 'ready' }>
const titles = (here: World) => ready(here).items.map(({ title }) => title)

test('nothing is requested before a zone is selected; then its first five published items of all years', async () => {
  const here = await begun()
  expect(here.stores.$media.get()).toEqual({ state: 'unselected' })
  here.stores.goToPage(2)
  here.stores.clickZone(1)
  expect(here.stores.$media.get()).toEqual({ state: 'loading', page: 1 })
  await here.pass(0)
  expect(here.askedOf(ITEMS)).toEqual([`${ITEMS}?page=1&page_size=5&location=1&visibility=published`])
  expect(ready(here)).toMatchObject({ state: 'ready', page: 1, pages: 3, count: 12, source: 'api' })
  expect(titles(here)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5'])
  here.stores.clickZone(1)
  expect(here.stores.$media.get()).toEqual({ state: 'unselected' })
})

test('a year range is sent as its first and last day, debounced, from page 1', async () => {
  const here = await selected()
  const { stores } = here
  stores.goToPage(2)
  await here.pass(0)
  for (const end of [1990, 1950, 1900]) stores.setYears({ start: 1850, end })
  expect(stores.$media.get()).toEqual({ state: 'loading', page: 1 })
  await here.pass(249)
  expect(here.askedOf(ITEMS)).toHaveLength(2)
  await here.pass(1)
  expect(here.askedOf(ITEMS)).toHaveLength(3)
  expect(here.askedOf(ITEMS).at(-1)).toContain(
    'page=1&page_size=5&location=1&visibility=published&date=1850000019009999',
  )
  stores.setYears({ start: 1830, end: THIS_YEAR })
  await here.pass(250)
  expect(here.askedOf(ITEMS).at(-1)).not.toContain('date')
})

test('a zone without items has one page, and drafts and broken rows never show', async () => {
  const none = await selected({ api: { [ITEMS]: serverOf(0) } })
  expect(ready(none)).toEqual({ state: 'ready', page: 1, pages: 1, count: 0, items: [], source: 'api' })
  const results = [
    anItem(1),
    anItem(2, { visibility: 'draft' }),
    { id: 3 },
    anItem(4, { visibility: undefined }),
    null,
    anItem(5),
  ]
  const mixed = await selected({ api: { [ITEMS]: () => ({ count: 6, results }) } })
  expect(titles(mixed)).toEqual(['Item 1', 'Item 5'])
})

test('an item has its date, address and picture', async () => {
  const scan = { id: 9, width: 800, height: 600, version: 'abc' }
  const here = await selected({
    api: { [ITEMS]: () => ({ count: 1, results: [anItem(1, { date_start: 18990300, item_scans: [scan] })] }) },
  })
  expect(ready(here).items[0]).toMatchObject({
    href: '/itemview/1/',
    type: 'Photograph',
    dateStart: 18990300,
    date: { text: 'March 1899', machine: '1899-03' },
    picture: { src: '/media/scan/0/9-320.webp?v=abc' },
  })
})

test('a page that no longer exists becomes the last one', async () => {
  const here = await selected()
  here.replies[ITEMS] = serverOf(6)
  here.stores.goToPage(3)
  await here.pass(0)
  expect(ready(here)).toMatchObject({ page: 2, pages: 2, count: 6 })
  expect(titles(here)).toEqual(['Item 6'])
})

const built = (id: number, dateStart: number | null, dateEnd: number | null = null) => ({
  id,
  href: `/itemview/${id}/`,
  title: `Item ${id}`,
  type: 'Photograph',
  date: null,
  dateStart,
  dateEnd,
  picture: null,
})
const FILE = {
  [MAP_DATA.zone(1)]: {
    pk: 1,
    items: {
      items: [
        built(1, 18500000),
        built(2, 18600000, 18990000),
        built(3, 19000500),
        built(4, 19200000),
        built(5, null),
        built(6, null),
        { id: 'x' },
      ],
    },
  },
}

test.each([
  ['is not reached', AWAY],
  ['is out of order', new Status(502)],
  ['answers a page', new Status(200, '<html>')],
  ['answers no count', { results: [] }],
])('the last build’s items are shown for an API that %s', async (_, answer) => {
  const here = await selected({ data: FILE, api: { [ITEMS]: () => answer } })
  expect(ready(here)).toMatchObject({ page: 1, pages: 2, count: 6, source: 'snapshot' })
  expect(titles(here)).toHaveLength(5)
  here.stores.goToPage(2)
  await here.pass(0)
  expect(titles(here)).toEqual(['Item 6'])
  here.stores.setYears({ start: 1870, end: 1900 })
  await here.pass(250)
  expect(ready(here)).toMatchObject({ page: 1, pages: 1, count: 2 })
  expect(titles(here)).toEqual(['Item 2', 'Item 3'])
})

test('a zone that neither source has fails, and can be retried', async () => {
  const here = await selected({ data: FILE, api: { [ITEMS]: () => AWAY } }, 2)
  expect(here.stores.$media.get()).toEqual({ state: 'failed', page: 1 })
  here.replies[ITEMS] = serverOf(3)
  here.stores.goToPage(1)
  await here.pass(0)
  expect(ready(here).count).toBe(3)
})

test('an API known to be away is skipped, and asked once it is back', async () => {
  const here = await selected({ data: FILE, api: { '/api/changes/': () => AWAY, [ITEMS]: serverOf(12) } })
  expect(here.askedOf(ITEMS)).toEqual([])
  expect(ready(here)).toMatchObject({ source: 'snapshot', count: 6 })
  here.replies['/api/changes/'] = () => ({ counter: 7 })
  here.comeOnline()
  await here.pass(0)
  expect(ready(here)).toMatchObject({ source: 'api', count: 12, page: 1 })
})

test('a slow API: the last build shows until it answers', async () => {
  let answer: (body: unknown) => void = () => {}
  const here = await selected({ data: FILE, api: { [ITEMS]: () => new Promise((resolve) => (answer = resolve)) } })
  await here.pass(2_999)
  expect(here.stores.$media.get().state).toBe('loading')
  await here.pass(1)
  expect(ready(here)).toMatchObject({ source: 'snapshot', count: 6 })
  answer({ count: 0, results: [] })
  await here.pass(60_000)
  expect(ready(here)).toMatchObject({ source: 'api', count: 0 })
})

test('of a year, what is of the time comes first, then what is nearest to it', async () => {
  const dated = (id: number, year?: number) => anItem(id, year ? { date_start: year * 10_000 } : {})
  const results = [dated(1, 1800), dated(2, 1866), dated(3, 1874), dated(4, 1880), dated(5, 1900), dated(6)]
  const here = await selected({ query: 'year=1870', api: { [ITEMS]: () => ({ count: 6, results }) } })
  expect(here.askedOf(ITEMS)).toEqual([`${ITEMS}?page=1&page_size=100&location=1&visibility=published`])
  expect(titles(here)).toEqual([2, 3, 4, 5, 1].map((id) => `Item ${id}`))
  expect(ready(here)).toMatchObject({ page: 1, pages: 2, count: 6 })
  here.stores.goToPage(2)
  await here.pass(0)
  expect(titles(here)).toEqual(['Item 6'])
})
