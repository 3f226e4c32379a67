import { describe, expect, test } from 'vitest'
import { NO_MATCHES } from '#islands/search/engine.ts'
import { openTestArchive, type TestRecords } from '../../server/fixtures.ts'
import { useLastBuild } from './use-last-build.ts'

/** What the search finds, in which order, and what it says of words that are nowhere. */

const many = (count: number, title: (at: number) => string, from: number) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, title: title(at) }))
const TOWN: TestRecords = {
  location: [{ id: 1, name: 'Calder Street', address: '1 Calder Street' }],
  person: [
    { id: 1, first_name: 'Ada', surname: 'Calder', biography: 'She kept the post office. Later she moved away.' },
    { id: 2, first_name: 'Roy', middle_name: 'St. John', surname: 'Calder' },
    { id: 3, first_name: 'Calder', surname: 'Mills' },
  ],
  organization: [{ id: 1, name: 'Calder Boat Works', description: 'Calder, Calder and Calder built boats.' }],
  subject: [{ id: 1, subject_name: 'Shipbuilding' }],
  items: [
    { id: 1, title: 'Main Street', type: 'postcard', location_id: 1, archival_identifier: 'BBHS 1969.1.14-3' },
    { id: 2, title: 'A letter that mentions a postcard', general_description: 'Wish you were here.' },
    { id: 3, title: 'Saint-Nicolas on the shore', general_description: 'A boat. The old mill stands by the water.' },
    { id: 4, title: 'The mill', general_description: 'Old times at the mill.', people: [1] },
    { id: 5, title: 'The Calder family of Calder Street, Calder', general_description: 'Calder. Calder. Calder.' },
    { id: 6, title: 'Family picnic' },
    { id: 7, title: 'Two families' },
    ...many(20, (at) => `Calder house ${at}`, 10),
  ],
}

const { built } = useLastBuild(() => openTestArchive(TOWN))
const urls = async (words: string, filters = {}) => {
  const { list } = await built.index.search(words, filters)
  return (await Promise.all(list.map((match) => match.read()))).map(({ url }) => url)
}

describe('order', () => {
  test('a surname finds its people first', async () => {
    expect((await urls('calder')).slice(0, 2).sort()).toEqual(['/person-overview/1/', '/person-overview/2/'])
    expect((await urls('ada calder'))[0]).toBe('/person-overview/1/')
  })
  test('a type is a word: postcards rank before items that mention one', async () => {
    for (const words of ['postcard', 'Postcards']) expect(await urls(words)).toEqual(['/itemview/1/', '/itemview/2/'])
  })
  test('titles weigh more than text', async () => {
    expect((await urls('mill')).slice(0, 2)).toContain('/itemview/4/')
  })
})

describe('truth', () => {
  test.each([
    'qwertzuiop',
    'calder qwertzuiop',
    'Saint-Étienne',
    'Caldre',
    'millstone',
    'pstcard',
    'shipbiulding',
    '"mill qwertzuiop"',
    'picnic postcard',
  ])('%s is nowhere, and nothing is invented', async (words) => {
    expect(await built.index.search(words)).toEqual(NO_MATCHES)
  })
})

test('phrases are found in texts, titles and names', async () => {
  expect(await urls('"old mill"')).toEqual(['/itemview/3/'])
  expect(await urls('"mill old"')).toEqual([])
  expect(await urls('"Saint-Nicolas"')).toEqual(['/itemview/3/'])
  expect(await urls('"boat works"')).toEqual(['/org-overview/1/'])
  expect(await urls('"roy st. john"')).toEqual(['/person-overview/2/'])
  expect((await urls('old mill')).sort()).toEqual(['/itemview/3/', '/itemview/4/'])
})

test('an excerpt shows sentences of the page, and no hidden search words', async () => {
  const { list } = await built.index.search('mill')
  const found = await Promise.all(list.map((match) => match.read()))
  const text = (url: string) =>
    found
      .find((each) => each.url === url)!
      .excerpt.map((piece) => piece.text)
      .join('')
  expect(text('/itemview/3/')).toBe('A boat. The old mill stands by the water.')
  const [person] = (await built.index.search('ada')).list
  expect(await person!.read()).toMatchObject({
    kind: 'person',
    title: 'Ada Calder',
    description: 'She kept the post office. Later she moved away.',
  })
  const [card] = (await built.index.search('14-3')).list
  expect(await card!.read()).toMatchObject({ kind: 'item', type: 'Postcard', description: '', excerpt: [] })
})

test('results are counted and filtered by kind, items by type', async () => {
  const all = await built.index.search('calder')
  expect(all.kinds).toEqual({ item: 23, person: 3, organization: 1, place: 1 })
  const items = await built.index.search('calder', { kind: 'item' })
  expect([items.list.length, items.kinds]).toEqual([23, all.kinds])
  expect(items.types).toMatchObject({ photograph: 22, postcard: 1 })
  expect(await urls('calder', { kind: 'item', type: 'postcard' })).toEqual(['/itemview/1/'])
  expect(await urls('calder', { kind: 'place' })).toEqual(['/zone-overview/1/'])
})
