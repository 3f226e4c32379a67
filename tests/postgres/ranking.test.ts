import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshItemSearch } from '#server/database/item-search.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { addRecords } from '../server/fixtures.ts'
import { itemsPage, openBoth, type Both } from './both-databases.ts'
import { ALL, runs } from '../setup/length.ts'

/** Generated texts, searched for on both databases: the same items, in the same order. */
let both: Both
beforeAll(async () => {
  both = await openBoth('ranking', async (db) =>
    addRecords(db, {
      person: [
        { id: 1, first_name: 'Mill', surname: 'Old' },
        { id: 2, first_name: 'Harbour', surname: 'Harbour' },
      ],
    }),
  )
})
afterAll(() => both.close())

const WORDS = [
  'mill',
  'mills',
  'millpond',
  'old',
  'older',
  'harbour',
  'été',
  'a',
  'ab',
  'abc',
  '1890',
  '18901',
  '港',
  'straße',
]
const word = fc.constantFrom(...WORDS)
const text = (most: number) => fc.array(word, { maxLength: most, size: 'max' }).map((words) => words.join(' '))
const document = fc.record({
  title: text(3),
  general_description: fc.oneof(text(12), text(40), text(80)),
  date_start: fc.constantFrom(null, 18900000, 19000000),
  visibility: fc.constantFrom('published', 'published', 'published', 'draft'),
  people: fc.subarray([1, 2]),
})
const archive = fc.record({
  documents: fc.array(document, { minLength: 10, maxLength: 25, size: 'max' }),
  /** Afterwards: new texts of items, by their places, and items that are removed. */
  edited: fc.array(fc.record({ at: fc.nat(24), text: text(20) }), { maxLength: 4 }),
  removed: fc.array(fc.nat(24), { maxLength: 3 }),
  searches: fc.array(
    fc
      .array(
        fc.oneof(
          word,
          fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => `"${words.join(' ')}"`),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((parts) => parts.join(' ')),
    { minLength: 15, maxLength: 25 },
  ),
})
type Archive = typeof archive extends fc.Arbitrary<infer Value> ? Value : never

async function fill(db: ArchiveDatabase, { documents, edited, removed }: Archive): Promise<void> {
  await db.deleteFrom('item').execute()
  const items = documents.map((each, at) => ({
    ...each,
    id: at + 1,
    archival_identifier: at % 3 === 0 ? `old ${at}` : null,
  }))
  await addRecords(db, { items })
  for (const { at, text: general_description } of edited) {
    await db
      .updateTable('item')
      .set({ general_description })
      .where('id', '=', at + 1)
      .execute()
    await refreshItemSearch(db, [at + 1])
  }
  for (const at of removed)
    await db
      .deleteFrom('item')
      .where('id', '=', at + 1)
      .execute()
}

/** Beginnings of words, with how many items have them as it was kept, and as it is. */
async function wrongHits(db: ArchiveDatabase): Promise<unknown[]> {
  const kept = sql`with kept as (select beginning, items, (select count(*) from item_search
      where words @@ search_query('"' || beginning || '"*')) as counted from item_search_hits)
    select * from kept where items <> counted`
  return (await kept.execute(db)).rows
}

test('any texts rank alike on both databases, also after items were edited and removed', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(archive, async (generated) => {
      for (const db of both.databases) await fill(db, generated)
      expect(await wrongHits(both.databases[1]!)).toEqual([])
      for (const search of generated.searches) {
        const pages = both.repositories.map((own) => itemsPage(own, { search, page_size: '100' }))
        const [one, other] = (await Promise.all(pages)).map(({ results }) => results.map(({ id }) => id))
        expect({ search, ids: other }).toEqual({ search, ids: one })
        found += one!.length
      }
    }),
    { numRuns: runs(15), endOnFailure: true },
  )
  if (ALL) expect(found).toBeGreaterThan(300)
})
