import { expect, test } from 'vitest'
import { openApiEngine } from '#islands/search/api-engine.ts'
import type { Engine } from '#islands/search/engine.ts'
import { findPage } from '#islands/search/results.ts'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { type TestRecords, openTestArchive } from '../../server/fixtures.ts'
import { useLastBuild } from './use-last-build.ts'

/** The last build finds the items that the API finds: by their own words, by their dates, and by every name of what they show. */

const TOWN: TestRecords = {
  location: [
    { id: 1, name: 'Old Fellows Hall', address: '12 Main Street', altnames: '["The Opera House","Moulin d’Été"]' },
    { id: 2, name: 'Łódź–Kraków Wharf', address: '' },
  ],
  person: [
    { id: 1, first_name: 'Agnes', middle_name: 'Ø.', surname: 'O’Neil' },
    { id: 2, first_name: '', surname: '' },
    { id: 3, first_name: 'Drusilla', surname: 'Hidden', visibility: 'draft' },
  ],
  organization: [
    { id: 1, name: 'St. John’s Church', altname: '["The Tabernacle"]' },
    { id: 2, name: 'Concealed Company', altname: '["Veiled Traders"]', visibility: 'draft' },
  ],
  subject: [{ id: 1, subject_name: 'Boats' }],
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
])('the site’s search shows the same by the API: %s', async (words) => {
  const api = openApiEngine('', 20, async (path) => (await archive.get(path)).json)
  expect(await shown(api, words)).toEqual(await shown(built.index, words))
  if (words === 'boats') expect(await shown(api, words, 'item')).toEqual(await shown(built.index, words, 'item'))
})
