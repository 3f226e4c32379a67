import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { SEARCH_WORK } from '#contract/limits.ts'
import type { SearchAnswer } from '#contract/search.ts'
import { REVALIDATE } from '#server/http/headers.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { openTestArchive } from './fixtures.ts'
import { useArchive } from './use-archive.ts'

const scan = (id: number, item_id: number, scan_order: number, text: string, more: object = {}) => ({
  ...{ id, item_id, scan_order, text, sha256: 'a'.repeat(64), version: `v${id}` },
  ...more,
})
const TOLD =
  'WEBVTT\n\n00:01.000 --> 00:04.000\nI was born here.\n\n00:31:00.500 --> 00:31:04.000\n<v Ada>Then the tannery\nburned down.\n'

const town = useArchive(() =>
  openTestArchive({
    location: [
      { id: 1, name: 'Mill Street', address: '' },
      { id: 2, name: 'The Wheat Store', address: '' },
    ],
    items: [
      { id: 1, title: 'The Tannery', type: 'photograph', date_start: 19500101, location_id: 1 },
      { id: 2, title: 'Herald', type: 'newspaper', date_start: 18900101, location_id: 1 },
      { id: 3, title: 'A talk', type: 'oral_history', date_start: 19700101 },
      { id: 4, title: 'Draft', visibility: 'draft' },
      { id: 5, title: 'Minutes' },
    ],
    original: [{ sha256: 'a'.repeat(64), format: 'jpeg', bytes: 1, width: 10, height: 10 }],
    scan: [
      scan(1, 2, 1, 'Prices of wheat.'),
      scan(2, 2, 2, ''),
      scan(3, 2, 3, 'Last night the old Tännery on\nthe river took fire, and was lost.'),
      scan(4, 4, 1, 'The tannery of a draft'),
      scan(5, 5, 1, 'The tannery that is hidden', { hidden_until: '9999' }),
    ],
    item_file: [{ id: 1, item_id: 3, sha256: 'a'.repeat(64), file_order: 1, text: TOLD }],
  } as never),
)
const refresh = async () => {
  while (await refreshPending(town.db));
}
beforeAll(refresh)

const find = async (query: string, as?: 'staff') =>
  (await town.get(`/api/items/?${query}`, as ? { as } : undefined)).json as { count: number; results: Item[] }
const ids = async (query: string) => (await find(query)).results.map(({ id }) => id)

test('items are found by words of their texts, below those that are called so', async () => {
  const { count, results } = await find('search=tannery')
  expect([count, results.map(({ id }) => id)]).toEqual([3, [1, 2, 3]])
  const [named, paper, talk] = results
  expect(named!.found_in).toBeUndefined()
  expect(paper!.found_in).toEqual([
    {
      ...{ scan: 3, file: null, page: 3, time: null, label: 'Page 3: ', place: '?page=3&q=T%C3%A4nnery#picture-3' },
      ...{ before: 'Last night the old ', match: 'Tännery', after: ' on the river took fire, and was lost.' },
    },
  ])
  expect(talk!.found_in).toMatchObject([
    { scan: null, file: 1, page: null, time: 1860, label: '31:00: ', match: 'tannery' },
  ])
})

test('pages, filters, phrases, facets and places count them', async () => {
  expect([await ids('search=tannery&page_size=2'), await ids('search=tannery&page_size=2&page=2')]).toEqual([
    [1, 2],
    [3],
  ])
  expect(await ids('search=tannery&type=newspaper')).toEqual([2])
  expect(await ids('search="took fire"')).toEqual([2])
  expect(await ids('search="fire took"')).toEqual([])
  // What stands between the words of a recording is not said.
  expect(await ids('search=webvtt')).toEqual([])
  const { json } = await town.get('/api/items/facets/?search=tannery')
  expect((json as { types: object[] }).types).toHaveLength(3)
  expect((await town.get('/api/items/places/?search=tannery')).json).toEqual([{ location: 1, count: 2 }])
})

test('hidden scans and drafts are not found', async () => {
  for (const word of ['draft', 'hidden']) expect(await ids(`search=tannery ${word}`)).toEqual([])
  await town.db.updateTable('scan').set({ hidden_until: null }).where('id', '=', 5).execute()
  expect(await ids('search=tannery hidden')).toEqual([5])
  await town.db.updateTable('scan').set({ hidden_until: '9999' }).where('id', '=', 5).execute()
})

test('the search of the site shows the words around', async () => {
  const { json } = await town.get('/api/search/?search=took fire')
  expect((json as SearchAnswer).kinds[0]!.results).toMatchObject([
    { id: 2, place: '?page=3&q=took#picture-3', text: expect.stringContaining('Page 3: Last night the old Tännery') },
  ])
})

test('records that are called so come before items that only their texts find', async () => {
  const kinds = async (search: string) =>
    ((await town.get(`/api/search/?search=${search}`)).json as SearchAnswer).kinds.map(({ kind }) => kind)
  expect(await kinds('wheat')).toEqual(['place', 'item'])
  expect(await kinds('tannery')).toEqual(['item'])
})

test('words in more texts than are looked at: that is said', async () => {
  const insert = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ rowid: 100_000 + 2 * at, words: 'quorn' }))
    return town.db.insertInto('item_search_texts').values(rows).execute()
  }
  const answer = async () => (await town.get('/api/items/?search=quorn&page_size=1')).json as { shortened?: string[] }
  await insert(SEARCH_WORK.texts)
  expect((await answer()).shortened).toBeUndefined()
  await town.db.deleteFrom('item_search_texts').where('rowid', '>=', 100_000).execute()
  await insert(SEARCH_WORK.texts + 1)
  await town.db
    .updateTable('archive_state')
    .set({ counter: sql`counter + 1` })
    .execute()
  expect((await answer()).shortened).toEqual(['texts'])
  await town.db.deleteFrom('item_search_texts').where('rowid', '>=', 100_000).execute()
})

test('a changed text is found anew, a removed one no more', async () => {
  await town.db.updateTable('scan').set({ text: 'A brewery' }).where('id', '=', 2).execute()
  await refresh()
  expect((await find('search=brewery')).results[0]!.found_in).toMatchObject([{ page: 2, match: 'brewery' }])
  await town.db.deleteFrom('scan').where('id', '=', 2).execute()
  expect(await ids('search=brewery')).toEqual([])
})

test('viewers find words of an item, with their boxes, and have the lines of a page', async () => {
  const words = [[['Last', 1000, 500, 1000, 200]], [['Tännery', 2000, 1000, 1000, 500]]]
  const setWords = (boxes: string) => town.db.updateTable('scan').set({ words: boxes }).where('id', '=', 3).execute()
  await setWords(JSON.stringify(words))
  const { json } = await town.get('/api/item/2/search/?q=tannery')
  // The second answer is one of the cache.
  for (const path of ['/api/item/2/search/?q=tannery', '/api/item/2/search/', '/media/text/0/3.json'])
    for (const time of [1, 2])
      expect((await town.get(path)).headers['access-control-allow-origin'], `${path} ${time}`).toBe('*')
  const canvas = expect.stringMatching(/^http.*\/iiif\/item\/2\/canvas\/3#xywh=2,1,1,1$/)
  expect(json).toMatchObject({
    '@context': 'http://iiif.io/api/search/2/context.json',
    id: expect.stringMatching(/^http.*\/api\/item\/2\/search\/\?q=tannery$/),
    type: 'AnnotationPage',
    items: [{ type: 'Annotation', motivation: 'supplementing', body: { value: 'Tännery' }, target: canvas }],
  })
  expect((await town.get('/api/item/2/search/1/?q=tannery')).json).toMatchObject({
    ...{ '@context': 'http://iiif.io/api/presentation/2/context.json', '@type': 'sc:AnnotationList' },
    resources: [{ '@type': 'oa:Annotation', motivation: 'sc:painting', resource: { chars: 'Tännery' }, on: canvas }],
  })
  const text = (await town.get('/media/text/0/3.json')).json as { items: { body: { value: string } }[] }
  expect(text.items.map(({ body }) => body.value)).toEqual(['Last', 'Tännery'])
  await setWords('')
  const { items } = (await town.get('/api/item/2/search/?q=old tannery')).json as { items: { target: string }[] }
  expect(items.map(({ target }) => target)).toEqual([expect.stringMatching(/\/canvas\/3$/)])
  const terms = (await town.get('/api/item/2/search/words/?q=w')).json
  expect(terms).toMatchObject({
    ...{ '@context': 'http://iiif.io/api/search/2/context.json', type: 'TermPage' },
    id: expect.stringMatching(/\/api\/item\/2\/search\/words\/\?q=w$/),
    items: [
      { value: 'wheat', total: 1 },
      { value: 'was', total: 1 },
    ],
  })
  expect((await town.get('/api/item/2/search/words/?q=wh')).json).toMatchObject({ items: [{ value: 'wheat' }] })
  for (const path of [
    '/api/item/4/search/words/?q=tan',
    '/api/item/4/search/?q=tannery',
    '/api/item/4/search/1/?q=tannery',
    ...['4.json', '5.json', '5.txt', '4.xml', '2.txt'].map((name) => `/media/text/0/${name}`),
    ...['/media/text/1/3.txt', '/media/item/0/2.xml', '/media/item/0/4.txt', '/media/item/0/5.txt'],
  ])
    expect((await town.get(path)).status, path).toBe(404)
})

test('what is written can be downloaded, page by page and whole', async () => {
  const alto = await town.get('/media/text/0/3.xml')
  expect(alto.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': REVALIDATE })
  expect(String(alto.body)).toContain('<String CONTENT="Tännery"/>')
  const plain = await town.get('/media/text/0/1.txt?v=0')
  expect([plain.headers['content-type'], String(plain.body)]).toEqual(['text/plain; charset=utf-8', 'Prices of wheat.'])
  expect(String((await town.get('/media/item/0/2.txt')).body)).toMatch(
    /^Prices of wheat\.\n\fLast night the old Tännery on\n/,
  )
  const [text] = (await town.get('/api/texts/?items=2')).json as { version: string }[]
  expect(text!.version).toMatch(/^[0-9a-f]{16}$/)
  await town.db.updateTable('scan').set({ words: '[]' }).where('id', '=', 1).execute()
  await town.db
    .updateTable('archive_state')
    .set({ counter: sql`counter + 1` })
    .execute()
  const [boxed] = (await town.get('/api/texts/?items=2')).json as { version: string }[]
  expect(boxed!.version).not.toBe(text!.version)
})
