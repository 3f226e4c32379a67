import * as v from 'valibot'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { numbered } from '#server/database/dialects/postgres-spelling.ts'
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
  'subjects-or': { subjects_or: '1,2' },
  'by-title': { sort: 'title' },
  search: { search: 'old mills' },
  'search-by-date': { search: 'mill', sort: 'date' },
  'own-drafts': { visibility: 'draft' },
}

const readable = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/ (with|select|from|where|order by|union|limit|intersect)(?= )/g, '\n$1')

test.each(Object.entries(QUERIES))('%s', async (name, query) => {
  const reach = query['visibility'] === 'draft' ? 'own' : 'published'
  const parsed = v.parse(endpoints.items.query, query)
  const conditions = itemConditions(parsed, 2026, reach)!
  const { count, page } = itemListSql(conditions, parsed.sort)
  const one = numbered(itemJson(reach)).sql
  const documents = [count, page, itemsSql(conditions[0]!, reach)].map((text) => readable(numbered(text).sql.replace(one, '{ one item }')))
  await expect(`${documents.join(';\n\n')};\n`).toMatchFileSnapshot(`sql/items-${name}.sql`)
})
