import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FACET_SUBJECTS } from '#contract/item-facets.ts'
import { CARDS_PER_FILE } from '#rules/catalogue/catalogue.ts'
import {
  packCatalogue,
  readCatalogue,
  type CatalogueNames,
  type CatalogueRow,
} from '#rules/catalogue/catalogue-file.ts'
import { openCatalogue } from '#rules/catalogue/catalogue-search.ts'
import { plainFacets, plainFind, someNames, someQuery, someRows, THIS_YEAR } from './plain-catalogue.ts'

const through = (rows: readonly CatalogueRow[], names: CatalogueNames) =>
  JSON.parse(JSON.stringify(packCatalogue(rows, names))) as object
const opened = (rows: readonly CatalogueRow[], names: CatalogueNames) =>
  openCatalogue(readCatalogue(through(rows, names))!, THIS_YEAR)

test('for any query, finds and counts the same as a naive implementation', () => {
  fc.assert(
    fc.property(someRows, someNames, fc.array(someQuery, { minLength: 1, maxLength: 5 }), (rows, names, queries) => {
      const catalogue = opened(rows, names)
      for (const query of queries) {
        const found = plainFind(rows, names, query)
        expect(catalogue.find(query)).toEqual(found.map(({ id }) => id))
        expect(catalogue.facets(query)).toEqual(plainFacets(rows, names, query))
        const places = [1, 2, 3].map((zone) => found.filter(({ location }) => location === zone).length)
        expect(catalogue.places(query)).toEqual(
          places.flatMap((count, at) => (count > 0 ? [{ location: at + 1, count }] : [])),
        )
      }
    }),
    { numRuns: 400 },
  )
})

const row = (id: number, more: Partial<CatalogueRow> = {}): CatalogueRow => ({
  id,
  type: 'photograph',
  span: undefined,
  location: null,
  collection: null,
  people: [],
  subjects: [],
  organizations: [],
  ...more,
})
const NONE: CatalogueNames = { subjects: [], collections: [] }

test('the same items in any order give the same bytes', () => {
  const rows = [row(3, { people: [2, 1] }), row(1), row(2)]
  expect(through(rows, NONE)).toEqual(through(rows.toReversed(), NONE))
})

test("an item's id determines its cards file; unknown items have none", () => {
  const catalogue = opened([row(1), row(CARDS_PER_FILE), row(5 * CARDS_PER_FILE + 1)], NONE)
  expect([1, 2, CARDS_PER_FILE, 5 * CARDS_PER_FILE + 1].map(catalogue.fileOf)).toEqual([0, undefined, 1, 5])
})

test('facets list the most frequent subjects and the selected ones', () => {
  const subjects = Array.from({ length: MOST_FACET_SUBJECTS + 5 }, (_, at) => [at + 1, `S${at + 1}`] as const)
  const rows = subjects.map(([id]) => row(id, { subjects: subjects.slice(0, id).map(([each]) => each) }))
  const last = subjects.length
  const facets = opened(rows, { subjects, collections: [] }).facets({ subjects: { mode: 'OR', ids: [last] } })
  expect(facets.subjects).toHaveLength(MOST_FACET_SUBJECTS + 1)
  expect(facets.subjects.at(-1)).toEqual({ id: last, subject_name: `S${last}`, count: 1 })
  expect(facets.subjects[0]).toMatchObject({ id: 1, count: last })
})

test('rejects anything that is not a catalogue', () => {
  const file = through([row(1, { span: { start: 18900000, end: 18909999 }, people: [4] }), row(9)], NONE)
  expect(readCatalogue(file)).toBeDefined()
  for (const key of Object.keys(file)) {
    if (key === 'subjects' || key === 'collections') continue
    expect(readCatalogue({ ...file, [key]: 'x' }), key).toBeUndefined()
  }
  expect(readCatalogue({ ...file, count: 1e15 })).toBeUndefined()
  expect(readCatalogue({ ...file, types: ['99'] })).toBeUndefined()
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readCatalogue(value)).toBeUndefined()
    }),
  )
})
