import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openApiEngine } from '#islands/search/api-engine.ts'
import type { Engine } from '#islands/search/engine.ts'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { partsOf } from '#release/update/contents.ts'
import { openArchive } from '#snapshot/archive.ts'
import { openTestArchive, type TestRecords } from '../../server/fixtures.ts'
import { openFolder } from './pagefind-in-node.ts'
import { useLastBuild } from './use-last-build.ts'

/** What is written on pages and said in recordings is found in the last build as by the API, with the same place. */

const scan = (id: number, item_id: number, scan_order: number, text: string, more: object = {}) => ({
  ...{ id, item_id, scan_order, text, sha256: 'a'.repeat(64), version: `v${id}`, ...more },
})
const cue = (minute: number, said: string) => `00:${minute}:00.500 --> 00:${minute}:04.000\n${said}\n`
/** More than one record of the index. */
const BOATS = Array.from({ length: 32 }, () => cue(20, 'We had sugar from the  boats.'))
const TOLD = `WEBVTT\n\n${[cue(10, 'I was born here.'), ...BOATS, cue(31, '<v Ada>Then the  tannery\nburned down.')].join('\n')}`
const TOWN = {
  location: [{ id: 1, name: 'Mill Street', address: '' }],
  items: [
    { id: 1, title: 'The Tannery', type: 'photograph', date_start: 19500101, location_id: 1 },
    { id: 2, title: 'Herald', type: 'newspaper', date_start: 18900101, location_id: 1 },
    { id: 3, title: 'A talk', type: 'oral_history', date_start: 19700101 },
    { id: 4, title: 'Draft', visibility: 'draft' },
    { id: 5, title: 'Minutes' },
    { id: 6, title: 'Fire book', date_start: 18910000 },
  ],
  original: [{ sha256: 'a'.repeat(64), format: 'jpeg', bytes: 1, width: 10, height: 10 }],
  scan: [
    scan(1, 2, 1, 'Prices of wheat. Families of Łódź met at the mill-pond.'),
    scan(2, 2, 2, ''),
    scan(3, 2, 3, 'Last night the old Tännery on\nthe river took fire, and was lost.'),
    scan(4, 4, 1, 'The zinnia of a draft'),
    scan(5, 5, 1, 'The zinnia that is hidden', { hidden_until: '9999' }),
    scan(6, 6, 1, 'A list of ladders'),
  ],
  item_file: [{ id: 1, item_id: 3, sha256: 'a'.repeat(64), file_order: 1, text: TOLD }],
} as unknown as TestRecords

async function open() {
  const archive = await openTestArchive(TOWN)
  while (await refreshPending(archive.db));
  return archive
}
const { archive, built } = useLastBuild(open)
const api = () => openApiEngine('', 20, async (path) => (await archive.get(path)).json)
const { signal } = new AbortController()

async function shown(engine: Engine, words: string) {
  const { list, kinds } = await engine.search(words)
  return { kinds, rows: await Promise.all(list.map(async ({ read }) => ({ ...(await read()), excerpt: [] }))) }
}

test.each([
  ...['tannery', 'tännery fire', '"took fire"', 'river', 'wheat', 'ladders', 'sugar', 'burned', 'born', 'boats'],
  ...['family', 'lodz', 'mill pond', 'zinnia', 'qwertz', 'wheat fire', 'prices'],
])('%s', async (words) => {
  const [live, last] = [await shown(api(), words), await shown(built.index, words)]
  expect(last.kinds).toEqual(live.kinds)
  expect(last.rows.map(({ url }) => url)).toEqual(live.rows.map(({ url }) => url))
  const text = ({ description }: { description: string }) => description.replace('…', '').trim()
  if (words === 'ladders') expect(last.rows.map(text)).toEqual(['Page 1: A list of ladders'])
})

test('leads to the page and the moment, below what is called so', async () => {
  const { rows } = await shown(built.index, 'tannery')
  expect(rows.map(({ url }) => url)).toEqual([
    '/itemview/1/',
    '/itemview/2/?page=3&q=T%C3%A4nnery#picture-3',
    '/itemview/3/?t=1860',
  ])
  expect(rows[2]!.description).toBe('31:00: … We had sugar from the boats. Then the tannery burned down.')
})

test('the collection page counts, narrows and shows them', async () => {
  const find = async (more: object) => {
    const search = { ...EMPTY_SEARCH, search: 'tannery', ...more }
    const { count, items } = await built.away.list({ search, page: 1, sort: null }, signal)
    const { types, decades } = await built.away.facets(search, signal)
    return { count, found: items.map(({ id, found }) => [id, found?.label]), types, decades }
  }
  expect(await find({})).toEqual({
    count: 3,
    found: [
      [1, undefined],
      [2, 'Page 3: '],
      [3, '31:00: '],
    ],
    types: [
      { type: 'photograph', count: 1 },
      { type: 'oral_history', count: 1 },
      { type: 'newspaper', count: 1 },
    ],
    decades: [
      { decade: 1890, count: 1 },
      { decade: 1950, count: 1 },
      { decade: 1970, count: 1 },
    ],
  })
  expect(await find({ type: 'newspaper' })).toMatchObject({ count: 1, found: [[2, 'Page 3: ']] })
  expect(await find({ years: { start: 1960, end: 1980 } })).toMatchObject({ count: 1, found: [[3, '31:00: ']] })
  const places = await built.away.places({ ...EMPTY_SEARCH, search: 'tannery' }, signal)
  expect(places).toEqual([{ location: 1, count: 2 }])
})

test('nothing hidden is in it, and each record names its scan', () => {
  const folder = join(built.snapshot, '../index/texts/fragment')
  const texts = readdirSync(folder).map((file) => gunzipSync(readFileSync(join(folder, file))).toString())
  expect(texts.join()).not.toContain('zinnia')
  expect(texts.join()).toContain('/itemview/2/?page=3#/texts/scans/3/')
})

test('a text that is withdrawn has the index made anew', () => {
  const parts = partsOf(openArchive(built.snapshot))
  expect(parts).toEqual(expect.arrayContaining(['scan 1', 'scan 3', 'scan 6', 'file 1']))
  expect(parts).not.toContain('scan 5')
})

test('a search loads the index of texts after that of records, which is as before', async () => {
  const index = await openFolder(join(built.snapshot, '../index'))
  await index.find('', {})
  expect(index.asked.filter((file) => file.startsWith('texts/'))).toEqual([])
})

let parted: Awaited<ReturnType<typeof openFolder>>
beforeAll(async () => {
  const folder = join(built.snapshot, '../parts')
  await buildSearchIndex(built.snapshot, folder, { recordsAPart: 2 })
  parted = await openFolder(folder)
})
test.each(['tannery', 'wheat', 'qwertz', 'born'])('an index in parts finds the same: %s', async (words) => {
  const urls = ({ rows }: Awaited<ReturnType<typeof shown>>) => rows.map(({ url }) => url)
  expect(urls(await shown(parted, words))).toEqual(urls(await shown(built.index, words)))
})
