import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApiEngine } from '#islands/search/api-engine.ts'
import type { Engine } from '#islands/search/engine.ts'
import { findPage } from '#islands/search/results.ts'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { type TestRecords, openTestArchive } from '../../server/fixtures.ts'
import { useLastBuild } from './use-last-build.ts'
import { runs } from '../../setup/length.ts'

/** The last build finds the items that the API finds: by their own words, by their dates, and by every name of what they show. */

const TOWN: TestRecords = {
  location: [
    { id: 1, name: 'Old Fellows Hall', address: '12 Main Street', altnames: '["The Opera House","Moulin d’Été"]' },
    { id: 2, name: 'Łódź–Kraków Wharf', address: '' },
    { id: 3, name: '', address: '' },
  ],
  place_name: [
    { id: 1, location_id: 1, name: '47 Waterside Terrace', date_end: 19120000 },
    { id: 2, location_id: 2, name: 'Tallow Quay' },
  ],
  location_description: [
    { id: 1, location_id: 2, description: 'Timber came by schooner.' },
    { id: 2, location_id: 2, description: 'Families of bargemen lived here' },
  ],
  heritage: [{ id: 1, location_id: 1, architectural_style: 'Georgian', architectural_description: 'Limestone quoins' }],
  plaque: [{ id: 1, location_id: 1, name: 'The Opera', text: 'Erected by the regatta society' }],
  lot: [
    { lot_num: '12A', location_id: 1 },
    { lot_num: '99', location_id: null },
  ],
  person: [
    {
      id: 1,
      first_name: 'Agnes',
      middle_name: 'Ø.',
      surname: 'O’Neil',
      date_of_birth: 18500000,
      date_of_death: 19210000,
      biography: 'A swimmer; she won the regatta of the mill-pond in Łódź.',
    },
    { id: 2, first_name: '', surname: '', biography: 'Known from the schooner' },
    { id: 3, first_name: 'Drusilla', surname: 'Hidden', biography: 'Swimmer', visibility: 'draft' },
  ],
  organization: [
    {
      id: 1,
      name: 'St. John’s Church',
      altname: '["The Tabernacle"]',
      date_opened: 18710000,
      description: 'Of Georgian masons',
    },
    { id: 2, name: 'Concealed Company', altname: '["Veiled Traders"]', visibility: 'draft' },
  ],
  subject: [
    { id: 1, subject_name: 'Boats', subject_description: 'Schooners, and the regatta' },
    { id: 2, subject_name: 'Veiled', subject_description: 'Schooners', visibility: 'draft' },
  ],
  collection: [
    { id: 1, collection_name: 'Regatta papers', collection_description: 'Ledgers of masons', hierarchy: 'fond' },
    { id: 2, collection_name: 'Closed', collection_description: 'Ledgers', hierarchy: 'fond', visibility: 'draft' },
  ],
  items: [
    { id: 1, title: 'Picnic of two families', date_start: 19050600, location_id: 1, people: [1, 3] },
    { id: 2, title: 'The family at home', date_start: 18600000, date_start_text: '1860s', organizations: [1, 2] },
    { id: 3, title: '', general_description: 'Church', archival_identifier: 'BBHS 1969.1.14-3', people: [2] },
    { id: 4, title: 'Churches of the harbour', general_description: '1880–1885; wood-frame', location_id: 2 },
    { id: 5, title: 'A house', type: 'postcard', date_start: 19050000, date_end: 19070000, subjects: [1] },
    { id: 6, title: 'Houses, a boat’s mast and a glass', general_description: '„Αυτός ο Όλος“ 東京' },
    { id: 7, title: 'Veiled church', visibility: 'draft', location_id: 1 },
    { id: 8, title: 'McDonald & Sons, 12/3', general_description: 'In 1860', date_start: 18610000, location_id: 1 },
  ],
}

const { archive, built } = useLastBuild(() => openTestArchive(TOWN))
const inOrder = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
const live = async (search: string) => {
  const { json } = await archive.get(`/api/items/?page_size=100&search=${encodeURIComponent(search)}`)
  return inOrder((json as { results: { id: number }[] }).results)
}
const { signal } = new AbortController()
const lastBuild = async (search: string) =>
  inOrder((await built.away.list({ search: { ...EMPTY_SEARCH, search }, page: 1, sort: null }, signal)).items)

test.each<[search: string, ids: number[]]>([
  ['church', [2, 3, 4]],
  ['Churches', [2, 3, 4]],
  ['family', [1, 2]],
  ['families', [1, 2]],
  ['house', [1, 5, 6, 8]],
  ['houses', [1, 5, 6, 8]],
  ['boat', [5, 6]],
  ['boats', [5, 6]],
  ['harb', [4]],
  ['main street', [1, 8]],
  ['12 main', [1, 8]],
  ['opera', [1, 8]],
  ['moulin d’été', [1, 8]],
  ['waterside', [1, 8]],
  ['47 waterside', [1, 8]],
  ['tallow', [4]],
  ['tabernacle', [2]],
  ['st john’s', [2]],
  ["o'neil", [1]],
  ['1905', [1, 5]],
  ['june 1905', [1]],
  ['1907', [5]],
  ['1860', [2, 8]],
  ['1860s', [2, 8]],
  ['1861', [8]],
  ['lodz', [4]],
  ['Łódź', [4]],
  ['krakow', [4]],
  ['1885', [4]],
  ['frame', [4]],
  ['1969.1.14-3', [3]],
  ['3', [3, 8]],
  ['o', [1, 4, 8]],
  ['ολος', [6]],
  ['東京', [6]],
  ['mcdonald', [8]],
  ['untitled photograph', [3]],
  ['unnamed', []],
  ['hidden', []],
  ['drusilla', []],
  ['concealed', []],
  ['veiled', []],
  ['zebra', []],
  ['postcard', [5]],
  ['postcards', [5]],
  ['postcard 1905', [5]],
  ['photographs', [1, 2, 3, 4, 6, 8]],
  ['photo', [1, 2, 3, 4, 6, 8]],
  ['family photograph', [1, 2]],
  ['oral', []],
])('%s', async (search, ids) => {
  expect({ live: await live(search), lastBuild: await lastBuild(search) }).toEqual({ live: ids, lastBuild: ids })
})

/** Pagefind joins what signs part (1.23: 123). It may find more then, never less. */
test.each(['housing', 'picnico', 'churche', 'cars', 'frames', 'harbor', 'tabernacl', 'wharves', 'glas', '1906'])(
  'what the API finds by %s is in the last build’s',
  async (search) => {
    expect(await lastBuild(search)).toEqual(expect.arrayContaining(await live(search)))
  },
)

/** What a results page shows, in the order of addresses: scores of the index and names of the API order them differently. */
async function shown(engine: Engine, words: string, kind = '') {
  const { found, kinds, types } = await findPage(engine, { words, kind, type: '', page: 1 })
  const rows = found.map(({ excerpt: _, description: __, ...row }) => row)
  return { rows: rows.sort((a, b) => (a.url < b.url ? -1 : 1)), kinds, types }
}

test.each([
  'church',
  'boats',
  'main street',
  'opera',
  'agnes',
  'o’neil',
  'tabernacle',
  '"main street"',
  'postcard',
  'veiled',
  'zebra',
  'churhc',
  'swimmer',
  'agnes regatta',
  'łódź',
  'mill pond',
  'millpond',
  '1850',
  'born',
  'unnamed',
  'from 1871',
  'masons',
  'st john masons',
  'schooner',
  'schooners regatta',
  'family',
  'families bargemen',
  'ledger',
  'georgian limestone',
  'quoins erected',
  'opera regatta',
  'waterside',
  '47 waterside terrace',
  'tallow',
  'waterside regatta',
  'lot 12a',
  'lot 99',
  'zone 3',
  '"the regatta"',
  'regatta',
])('the site’s search shows the same by the API: %s', async (words) => {
  const api = openApiEngine('', 20, async (path) => (await archive.get(path)).json)
  expect(await shown(api, words)).toEqual(await shown(built.index, words))
  if (words === 'boats') expect(await shown(api, words, 'item')).toEqual(await shown(built.index, words, 'item'))
})

/** Whole words and beginnings of words of all records. */
const WORDS = JSON.stringify(TOWN).match(/[\p{L}’]{3,}|\d{2,4}/gu)!

test('any words find the same records of every kind by the API and in the last build', async () => {
  const api = openApiEngine('', 100, async (path) => (await archive.get(path)).json)
  const urls = async (engine: Engine, words: string) => {
    const { list } = await engine.search(words)
    return (await Promise.all(list.map(async ({ read }) => (await read()).url))).sort()
  }
  const word = fc
    .tuple(fc.constantFrom(...WORDS), fc.integer({ min: 3, max: 20 }))
    .map(([all, letters]) => all.slice(0, letters))
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 2 }), async (words) => {
      const search = words.join(' ')
      expect([search, await urls(api, search)]).toEqual([search, await urls(built.index, search)])
    }),
    { numRuns: runs(150) },
  )
})
