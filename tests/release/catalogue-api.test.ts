import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEM_TYPES } from '#contract/item.ts'
import { catalogueFiles } from '#release/files/catalogue-files.ts'
import { CATALOGUE, type Catalogue, type CatalogueQuery } from '#rules/catalogue/catalogue.ts'
import { readCatalogue } from '#rules/catalogue/catalogue-file.ts'
import { openCatalogue } from '#rules/catalogue/catalogue-search.ts'
import { openArchive } from '#snapshot/archive.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import type { TestArchive } from '../server/fixtures.ts'
import { openFilterTown, thisYear } from '../server/repositories/plain-filter.ts'

/** The last build answers as the API of the same archive does, drafts and all. */

let archive: TestArchive
let folder: string
let catalogue: Catalogue
let files: Map<string, string>
beforeAll(async () => {
  archive = await openFilterTown()
  // A snapshot has no two collections that lie in each other: what it takes apart, the API follows around.
  await archive.db.updateTable('collection').set({ parent_collection: null }).where('id', '=', 5).execute()
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-catalogue-'))
  await pullSnapshot({ api, folder: join(folder, 'snapshot'), source: 'this archive', apiBase: '' })
  files = new Map(catalogueFiles(openArchive(join(folder, 'snapshot'))))
  catalogue = openCatalogue(readCatalogue(JSON.parse(files.get(CATALOGUE.index)!))!, thisYear)
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
const tags = fc.record({ mode: fc.constantFrom<'OR' | 'AND'>('OR', 'OR', 'AND'), ids })
const query: fc.Arbitrary<CatalogueQuery> = fc.record(
  {
    date: fc
      .tuple(fc.integer({ min: 1820, max: thisYear }), fc.nat(120))
      .map(([from, years]) => ({ start: from * 10_000, end: (from + years) * 10_000 + 9999 })),
    type: fc.constantFrom(...ITEM_TYPES.slice(0, 3)),
    location: ids,
    collection: fc.integer({ min: 1, max: 7 }),
    organizations: ids,
    people: tags,
    subjects: tags,
  },
  { requiredKeys: [] },
)

function asked({ date, people, subjects, ...rest }: CatalogueQuery): string {
  const words = new URLSearchParams({ visibility: 'published' })
  for (const [name, value] of Object.entries(rest)) words.set(name, String(value))
  if (date) words.set('date', `${date.start}${date.end}`)
  for (const [name, tag] of Object.entries({ people, subjects }))
    if (tag) words.set(`${name}_${tag.mode.toLowerCase()}`, tag.ids.join(','))
  return words.toString()
}

test('lists, facets and places match the API', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (each) => {
      const filters = asked(each)
      const list = (await archive.get(`/api/items/?page_size=100&${filters}`)).json as { results: { id: number }[] }
      expect(catalogue.find(each)).toEqual(list.results.map(({ id }) => id))
      expect(catalogue.facets(each)).toEqual((await archive.get(`/api/items/facets/?${filters}`)).json)
      expect(catalogue.places(each)).toEqual((await archive.get(`/api/items/places/?${filters}`)).json)
    }),
    { numRuns: 150 },
  )
})

test('every item has a card, drafts have none', () => {
  const text = [...files.values()].join()
  expect(['Subject river', 'Box 3'].map((name) => text.includes(name))).toEqual([true, true])
  expect(['Subject St. John’s', 'Firm St. John’s', 'Box 2', 'Box 4'].filter((name) => text.includes(name))).toEqual([])
  for (const id of catalogue.find({})) {
    const file = JSON.parse(files.get(CATALOGUE.cards(catalogue.fileOf(id)!))!) as { id: number; href: string }[]
    expect(file.find((card) => card.id === id)!.href).toBe(`/itemview/${id}/`)
  }
})

test('the same archive gives the same bytes', () => {
  expect([...catalogueFiles(openArchive(join(folder, 'snapshot')))]).toEqual([...files])
})
