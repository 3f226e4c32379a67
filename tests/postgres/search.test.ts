import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Repositories } from '#server/repositories/repositories.ts'
import { addRecords, type TestRecords } from '../server/fixtures.ts'
import { itemsPage, openBoth, type Both } from './both-databases.ts'

const TOWN: TestRecords = {
  location: [{ id: 1, name: 'Old Mill', address: '12 Water Street' }],
  person: [
    { id: 1, first_name: 'Agnes', surname: 'Łukasiewicz' },
    { id: 2, first_name: 'José', middle_name: 'María', surname: 'Peña' },
    { id: 3, first_name: 'Harbour', surname: 'Master' },
  ],
  subject: [{ id: 1, subject_name: 'Postcard clubs' }],
  organization: [{ id: 1, name: 'St. Mary’s Church', altname: '["Saint Mary"]' }],
  items: [
    { id: 1, title: 'The mill in winter', general_description: 'Snow and ice on the pond', date_start: 18900000 },
    {
      id: 2,
      title: 'A letter',
      general_description: 'About the mill and the flood of 1890, at the harbour',
      type: 'text',
    },
    { id: 3, title: 'Harbour', general_description: 'Ships', date_start: 19000000, people: [1] },
    { id: 4, title: 'A portrait', general_description: 'A man', people: [3, 2], date_start: 18600000 },
    { id: 5, title: 'Main Street', type: 'postcard', location_id: 1, date_start: 19100000 },
    { id: 6, title: 'An album', subjects: [1], organizations: [1], archival_identifier: 'P-1890' },
    { id: 7, title: 'Été à la plage', general_description: 'Mills, mills and more mills', contributors: [2] },
    { id: 8, title: 'The bridge at Brooklyn', general_description: 'A wooden bridge', creator_id: 1 },
    { id: 9, title: 'Brooklyn Bridge', general_description: 'Steel', type: 'postcard' },
    { id: 10, title: 'Straße nach Müllheim', general_description: 'Ein Weg' },
    { id: 11, title: 'Secret mill', visibility: 'draft' },
    { id: 12, title: '湖の写真', general_description: '港 と 船' },
  ],
}

let both: Both
beforeAll(async () => {
  both = await openBoth('search', (db) => addRecords(db, TOWN))
})
afterAll(() => both.close())

/** What is searched, and the ids that are found, in this order. */
const CASES: readonly [search: string, found: number[], query?: Record<string, string>][] = [
  ['mill', [1, 5, 7, 2]],
  ['mills', [7, 1, 5, 2]],
  ['mil', [1, 5, 7, 2]],
  ['harbour', [3, 4, 2]],
  ['HARBOUR!', [3, 4, 2]],
  ['harbour ships', [3]],
  ['mill harbour', [2]],
  ['1890', [6, 1, 2]],
  ['p-1890', [6]],
  ['postcard', [6, 9, 5]],
  ['postcards', [6, 9, 5]],
  ['写真', [12]],
  ['har bour ships', [3]],
  ['lukasiewicz', [3, 8]],
  ['Łukasiewicz', [3, 8]],
  ['pena jose', [4, 7]],
  ['ete plage', [7]],
  ['strasse', [10]],
  ['mullheim', [10]],
  ['brooklyn bridge', [9, 8]],
  ['"brooklyn bridge"', [9]],
  ['“bridge at”', [8]],
  ['"brook"', []],
  ['"street mill"', []],
  ['st marys', [6]],
  ['secret', []],
  ['湖の写真', [12]],
  ['港', [12]],
  ['...', []],
  ["'; drop table item; --", []],
  ['x'.repeat(10_000), []],
  [`mill "${'𠮷'.repeat(3000)}"`, []],
  ['a & b | !c <-> d:*', []],
  ['mill', [5], { location: '1' }],
  ['mill', [1, 5, 2, 7], { sort: 'date' }],
  ['bridge', [9], { type: 'postcard' }],
]

test.each(CASES)('%s is found on both databases, in the same order: %o', async (search, found, query = {}) => {
  for (const own of both.repositories) {
    const page = await itemsPage(own, { search, page_size: '50', ...query })
    expect(page.results.map(({ id }) => id)).toEqual(found)
    expect(page.count).toBe(found.length)
  }
})

test.each(['people', 'organizations', 'subjects'] as const)('%s are found by parts of words, alike', async (kind) => {
  const idsOf = async (own: Repositories, search: string) => (await own[kind].list({ search })).map(({ id }) => id)
  const [one, other] = both.repositories as [Repositories, Repositories]
  for (const search of ['a', 'pena maria', 'luk', 'mary', 'club', '"luk"', '"mary"', '"St. Mary"', '%', '_', '…'])
    expect(await idsOf(other, search)).toEqual(await idsOf(one, search))
  if (kind === 'organizations') expect(await idsOf(other, '"St. Mary"')).toEqual([1])
})
