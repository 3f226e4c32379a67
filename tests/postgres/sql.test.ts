import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { splitByHits } from '#server/database/dialects/postgres-ranking.ts'
import { numbered } from '#server/database/dialects/postgres-spelling.ts'
import { arrayTags } from '#server/database/dialects/postgres.ts'
import { itemConditions } from '#server/repositories/item-filter.ts'
import { itemJson, itemListSql, itemsSql } from '#server/repositories/item-statements.ts'

/** How the queries of items read in PostgreSQL, a file each: a change is seen in review. `vitest run -u` writes them anew. */
const QUERIES: Record<string, Record<string, string>> = {
  all: {},
  type: { type: 'photograph' },
  locations: { location: '1,2' },
  collection: { collection: '1' },
  date: { date: '1880000019059999' },
  'people-and': { people_and: '1,2' },
  'people-pictured': { people_or: '1,2', people_as: 'pictured' },
  'subjects-or': { subjects_or: '1,2' },
  'by-title': { sort: 'title' },
  search: { search: 'old mills' },
  'subjects-by-title': { subjects_or: '1,2', sort: 'title' },
  'search-with-people': { search: 'old mills', people_and: '1,2' },
  'search-by-date': { search: 'mill', sort: 'date' },
  'own-drafts': { visibility: 'draft' },
}

const readable = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/ (with|select|from|where|order by|union|limit|intersect)(?= )/g, '\n$1')

test.each(Object.entries(QUERIES))('%s', async (name, query) => {
  const reach = query['visibility'] === 'draft' ? 'own' : 'published'
  const parsed = v.parse(endpoints.items.query, query)
  const conditions = itemConditions(parsed, 2026, reach, arrayTags)!
  const { count, page } = itemListSql(conditions, parsed.sort)
  const one = numbered(itemJson(reach)).sql
  const documents = [count, page, itemsSql(conditions[0]!, reach)].map((text) =>
    readable(numbered(text).sql.replace(one, '{ one item }')),
  )
  const { ranked } = numbered(page)
  const phrases = { phrases: ["'old':*", "'mills':*"], weights: [1, 1], average: 1 }
  const searches = [
    { indexed: '("old"*) AND ("mills"*)', checked: [] },
    { indexed: '("mills"*)', checked: [[0]] },
    { indexed: '', checked: [[0, 1]] },
  ]
  if (ranked) documents.push(...searches.map((search) => readable(ranked.sql({ ...search, ...phrases }))))
  await expect(`${documents.join(';\n\n')};\n`).toMatchFileSnapshot(`sql/items-${name}.sql`)
})

describe('a search with words of different frequency', () => {
  const split = (search: Record<string, number>, items: number) => {
    const terms = Object.entries(search)
    return splitByHits(terms.map(([term]) => term).join(' AND '), items, (phrase) => search[`(${phrase})`]!)
  }

  test('asks the index for the rare ones, and looks for the frequent ones in what it finds', () => {
    expect(split({ '("mill"*)': 900, '("loom"*)': 10, '("quilt"*)': 20 }, 1000)).toEqual({
      indexed: '("loom"*) AND ("quilt"*)',
      checked: [[0]],
    })
  })
  test('asks it for all if they are as frequent, and for none that nearly all items have', () => {
    const alike = split({ '("loom"*)': 30, '("quilt"*)': 20 }, 1000)
    expect(alike).toEqual({ indexed: '("loom"*) AND ("quilt"*)', checked: [] })
    expect(split({ '("mill"*)': 900, '("harbour"*)': 400 }, 1000)).toEqual({ indexed: '', checked: [[0], [1]] })
  })
  test('counts the forms of a word together, and looks for any of them', () => {
    const hits = new Map([
      ['"mill"*', 4],
      ['"mills"*', 4],
      ['"loom"*', 1],
    ])
    const search = '("loom"*) AND ("mill"* OR "mills"*)'
    expect(splitByHits(search, 1000, (phrase) => hits.get(phrase)!)).toEqual({
      indexed: '("loom"*)',
      checked: [[1, 2]],
    })
  })
})
