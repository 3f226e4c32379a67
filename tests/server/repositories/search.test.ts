import { expect, test } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import { openTestArchive } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'

const archive = useArchive(() =>
  openTestArchive({
    location: [
      { id: 1, name: 'Harbour Street', address: '', altnames: '["Water Lane"]' },
      { id: 2, name: 'Mill', address: '4 Harbour Street' },
    ],
    location_description: [{ id: 1, location_id: 1, description: 'It led to the harbour.' }],
    person: [
      {
        id: 1,
        first_name: 'Ada',
        surname: 'Calder',
        date_of_birth: 18500000,
        biography: `${'word '.repeat(90)} harbour master`,
      },
      { id: 2, first_name: 'Calder', surname: 'Moss' },
      { id: 3, first_name: 'Zoe', surname: 'Calder' },
      { id: 4, first_name: 'Drusilla', surname: 'Calderdraft', visibility: 'draft' },
    ],
    organization: [{ id: 1, name: 'St. Mary’s Church', altname: '["Harbour Chapel"]' }],
    subject: [{ id: 1, subject_name: 'Harbour' }],
    collection: [{ id: 1, collection_name: 'Harbour papers', hierarchy: 'fond' }],
    items: [
      ...Array.from({ length: 25 }, (_, at) => ({ id: at + 1, title: `Harbour view ${at + 1}`, type: 'postcard' })),
      { id: 30, title: 'Ships', general_description: 'In the harbour', people: [1] },
      { id: 31, title: 'Secret harbour', visibility: 'draft' },
    ],
  }),
)

const search = async (query: string) => {
  const { status, json } = await archive.get(`/api/search/?${query}`)
  expect(status).toBe(200)
  return json as SearchAnswer
}
const found = async (query: string) =>
  (await search(query)).kinds.map(({ kind, count, results }) => [kind, count, results.map(({ id }) => id)])

test('every kind with results, the best name first, each with its first page', async () => {
  expect(await found('search=harbour&page_size=2')).toEqual([
    ['subject', 1, [1]],
    ['collection', 1, [1]],
    ['item', 26, [1, 2]],
    ['organization', 1, [1]],
    ['person', 1, [1]],
    // Places come after what is there.
    ['place', 2, [1, 2]],
  ])
})

test('names are found by whole words, beginnings, endings and phrases; a surname comes before a first name', async () => {
  expect(await found('search=calder')).toEqual([
    ['person', 3, [1, 2, 3]],
    ['item', 1, [30]],
  ])
  expect(await found('search=cald&kind=person')).toEqual([['person', 3, [1, 2, 3]]])
  expect(await found('search=churches')).toEqual([['organization', 1, [1]]])
  expect(await found(`search=${encodeURIComponent('"water lane"')}`)).toEqual([['place', 1, [1]]])
  expect(await found(`search=${encodeURIComponent('"lane water"')}`)).toEqual([])
  expect(await found('search=arbour')).toEqual([])
  expect(await found('search=calderdraft')).toEqual([])
})

test('one page of a kind, and items by type', async () => {
  const second = await search('search=harbour&kind=item&page=2&page_size=20')
  expect(second.kinds.map(({ count, results }) => [count, results.length])).toEqual([[26, 6]])
  expect(second.types).toEqual([
    { type: 'photograph', count: 1 },
    { type: 'postcard', count: 25 },
  ])
  expect(await found('search=harbour&type=photograph')).toEqual([['item', 1, [30]]])
  expect(await found('search=harbour&kind=person&page=9')).toEqual([['person', 1, []]])
  expect(await found('search=street&kind=person')).toEqual([])
})

test('a row has what the results show, with the text around the match', async () => {
  const [{ results } = { results: [] }] = (await search('search=ada')).kinds
  expect(results[0]).toMatchObject({ id: 1, title: 'Ada Calder', type: '', years: 'born 1850', image: '' })
  expect((await search('search=view')).kinds[0]!.results[0]).toMatchObject({
    title: 'Harbour view 1',
    type: 'postcard',
  })
  expect((await search('search=lane')).kinds[0]!.results[0]!.text).toBe('It led to the harbour.')
})

test('words that no record has are named, each with the most similar one of items or names', async () => {
  expect(await search('search=habrour')).toEqual({
    kinds: [],
    types: [],
    unknown: [{ word: 'habrour' }],
    correction: 'harbour',
  })
  expect(await search('search=calder%20qwertzuiop')).toMatchObject({ unknown: [{ word: 'qwertzuiop' }] })
  expect(await search('search=cadler%20ships')).toMatchObject({
    unknown: [{ word: 'cadler' }],
    correction: 'calder ships',
  })
  // Of drafts nothing shows.
  expect((await search('search=drusila')).unknown).toEqual([{ word: 'drusila' }])
  expect((await search('search=zoe%20ships')).unknown).toEqual([])
})

test('nothing for no words, and a sentence for what cannot be', async () => {
  for (const query of ['', 'search=', 'search=...'])
    expect(await search(query)).toEqual({ kinds: [], types: [], unknown: [], correction: null })
  expect((await archive.get('/api/search/?search=mill&kind=ghost')).status).toBe(400)
  expect((await archive.get('/api/search/?search=mill&page_size=1000')).status).toBe(400)
})
