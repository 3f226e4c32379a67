import { expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import { openReader } from '#server/database/open.ts'
import { createRepositories } from '#server/repositories/repositories.ts'
import { createSpelling } from '#server/repositories/spelling.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { openTestArchive } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'

const archive = useArchive(() =>
  openTestArchive({
    items: [
      { id: 1, title: 'Brooklyn Bridge', type: 'postcard', date_start: 18900000 },
      { id: 2, title: 'The bridge at Brooklyn', date_start: 19200000 },
      { id: 3, title: 'Brookyns secret', visibility: 'draft' },
      { id: 4, title: 'A view of the mill', general_description: 'Bridge Street' },
      { id: 5, title: 'Cunard Building, Pier Head' },
      { id: 6, title: 'Cunarder leaving', general_description: 'The list names a Cunnard as steward' },
      { id: 7, title: 'Miss Beaton, swimmers of the Regatta', people: [1] },
      { id: 8, title: 'Beeton’s Book of Household Management' },
      { id: 9, title: 'Café Müller', general_description: 'Kathedrale, Straße nach Zürich 1897' },
      { id: 10, title: 'Harper’s Weekly' },
      { id: 11, title: 'Harbor, Harbor Street' },
      { id: 12, title: 'Harpoon of a whaler' },
      { id: 13, title: 'Harbinger', general_description: 'Plan of the tunnel', visibility: 'draft' },
    ],
    person: [
      { id: 1, first_name: 'Élodie', surname: 'Fournier' },
      { id: 2, first_name: 'Thaddeus', surname: 'Okonkwo' },
      { id: 3, first_name: 'Drusilla', surname: 'Okonkwa', visibility: 'draft' },
    ],
  }),
)

type Page = { count: number; results: { id: number }[]; suggestion?: string }
const search = async (words: string, more = '') =>
  (await archive.get(`/api/items/?search=${encodeURIComponent(words)}${more}`)).json as Page

test('a search that finds nothing comes with a better spelling, as it was typed', async () => {
  expect(await search('Brookyln Brigde')).toMatchObject({ count: 0, suggestion: 'Brooklyn Bridge' })
  expect(await search('"brookyln bridge"')).toMatchObject({ count: 0, suggestion: '"brooklyn bridge"' })
  expect(await search('bridge')).not.toHaveProperty('suggestion')
})

test('the better spelling finds something, with the same filters', async () => {
  expect(await search('Brookyln', '&type=postcard')).toMatchObject({ suggestion: 'Brooklyn' })
  for (const [words, more] of [
    ['Brookyln', '&type=object'],
    ['Brookyln mill', ''],
    ['qwertzuiop', ''],
    ['...', ''],
  ] as const)
    expect(await search(words, more), words).not.toHaveProperty('suggestion')
})

test('no draft shows through: its words are no better spelling', async () => {
  expect(await search('brookyns')).toMatchObject({ count: 0, suggestion: 'brooklyn' })
  expect(await search('secrte')).not.toHaveProperty('suggestion')
})

const corrected = async (words: string) => {
  const { status, json } = await archive.get(`/api/search/?search=${encodeURIComponent(words)}`)
  expect(status).toBe(200)
  return (json as { correction: string | null }).correction
}

test.each([
  // A misspelled word that is a word of another record.
  ['Miss Beeton swimmers', 'Miss Beaton swimmers'],
  ['Cunnard Building', 'Cunard Building'],
  ['Cunnard Biulding', 'Cunard Building'],
  // Several that no record has, with and without accents.
  ['Brookyln Brigde', 'Brooklyn Bridge'],
  ['cafe muler', 'cafe muller'],
  ['Café Mülleer Zurisch', 'Café Muller Zurich'],
  // The one that stands beside the other words, not the one that is most similar or first in the alphabet.
  ['harbur street', 'harbor street'],
  ['Harpen whaler', 'Harpoon whaler'],
  ['Elodei Furnier', 'Elodie Fournier'],
  // In records that no item names.
  ['thadeus okonkwu', 'thaddeus okonkwo'],
  ['"Brookyn Bridge"', '"Brooklyn Bridge"'],
])('%s is corrected to %s, as it was typed', async (words, better) => expect(await corrected(words)).toBe(better))

test.each([
  'Brooklyn',
  'Cunnard steward',
  // No record has both.
  'Brookyln whaler',
  // In this order.
  '"Brigde Brooklyn"',
  // Of drafts nothing shows.
  'Harbingre',
  'tunel',
  'Drusila',
  // A number is not misspelled.
  'zürich 1896',
  'xq',
  '...',
  '',
  `"; drop table item_search; --`,
  'NEAR(brookyln) OR title:*',
  'wharf '.repeat(1000),
  'mispeled wrods evreywhere adn nohting fuond heer',
  'b'.repeat(9000),
])('there is no correction of %s', async (words) => expect(await corrected(words)).toBeNull())

testOnSqlite('every read is a transaction of its own, which ends with a rollback', async () => {
  const reader = openReader(archive.db.file)
  const { items } = createRepositories(reader)
  const query = v.parse(endpoints.items.query, { search: 'Brookyln' })
  for (let read = 0; read < 2; read++) {
    reader.sqlite.exec('begin')
    expect(JSON.parse((await items.list(query, 2026)).text)).toMatchObject({ suggestion: 'Brooklyn' })
    reader.sqlite.exec('rollback')
  }
  await reader.destroy()
})

test('words in quotation marks are found in this order only', async () => {
  const found = async (words: string) => (await search(words)).results.map(({ id }) => id)
  expect(await found('brooklyn bridge')).toEqual([1, 2])
  expect(await found('“Brooklyn Bridge”')).toEqual([1])
  expect(await found('"bridge at" brook')).toEqual([2])
  expect(await found('"brook"')).toEqual([])
})

testOnSqlite('other requests are answered while many words are compared', async () => {
  const letters = (at: number) =>
    [...at.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
  const names = new Map(Array.from({ length: 30_000 }, (_, at) => [`harb${letters(at)}`, []]))
  const reader = openReader(archive.db.file)
  const correct = createSpelling(reader)
  let answered = 0
  const others = setInterval(() => (answered += 1))
  await correct('harbounrs', { conditions: [{ text: "item.visibility = 'published'", values: [] }], viewer: 0, names })
  clearInterval(others)
  await reader.destroy()
  expect(answered).toBeGreaterThan(1)
})
