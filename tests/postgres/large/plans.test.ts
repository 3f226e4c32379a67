import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { itemConditions } from '#server/repositories/item-filter.ts'
import { itemListSql, itemsSql } from '#server/repositories/item-statements.ts'
import { SHAPES, queriesOf } from '../../bench/api/query-shapes.ts'
import { openBoth, type Both } from '../both-databases.ts'
import { fillLargeTown } from './large-town.ts'

/** The tables that grow with the archive: none of them may be read from end to end. */
const LARGE = [
  'item',
  'item_search',
  'item_search_tags',
  'item_person',
  'item_contributor',
  'item_subject',
  'item_organization',
  'scan',
]

let both: Both
beforeAll(async () => {
  both = await openBoth('plans', fillLargeTown)
}, 300_000)
afterAll(() => both.close())

/** What a plan reads without an index. */
function fullScans(plan: readonly string[]): string[] {
  const scan = /(?:^SCAN|Seq Scan on) (\w+)(?! (?:USING|VIRTUAL))/
  return plan.filter((line) => LARGE.includes(scan.exec(line.trim().replace(/^->\s+/, ''))?.[1] ?? ''))
}

const queries = [
  ...Object.keys(SHAPES).flatMap((shape) => queriesOf(shape, 'plans', 3).map((query) => [shape, query] as const)),
  ...[
    '',
    'sort=title',
    'sort=pictures',
    'sort=added',
    'search=word900',
    'search=%22word900+word901%22',
    'search=word900&sort=date',
    'search=word20&location=1',
  ]
    .concat(['collections=1,2&date=1880000019059999', 'people_or=1,2&people_as=pictured', 'location=1,2,3'])
    .map((query) => ['others', query] as const),
]

test.each(queries)('%s finds items by indexes on both databases: %s', async (_, query) => {
  const asked = v.parse(endpoints.items.query, Object.fromEntries(new URLSearchParams(query)))
  for (const db of both.databases) {
    const conditions = itemConditions(asked, 2026, 'published', db.engine.tags)!
    const { count, page } = itemListSql(conditions, 'published', asked.sort)
    const values = conditions.flatMap((condition) => condition.values)
    const explain = db.isPostgres ? 'explain' : 'explain query plan'
    for (const [text, bound] of [
      [count, values],
      [page, [...values, asked.page_size, (asked.page - 1) * asked.page_size]],
      [itemsSql(conditions[0]!, 'published'), ['[1,2,3]']],
    ] as const) {
      const rows = await db.prepareRead(`${explain} ${text}`).all(bound)
      const plan = rows.map((row) => String(row.at(-1)))
      expect(plan.length).toBeGreaterThan(0)
      expect(fullScans(plan), plan.join('\n')).toEqual([])
    }
  }
})

test('a plan that reads a table from end to end is noticed', async () => {
  for (const db of both.databases) {
    const explain = db.isPostgres ? 'explain' : 'explain query plan'
    const rows = await db.prepareRead(`${explain} select general_description from item where credit = 1`).all([])
    expect(fullScans(rows.map((row) => String(row.at(-1))))).toHaveLength(1)
  }
})
