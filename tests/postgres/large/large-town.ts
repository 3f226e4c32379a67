import { sql } from 'kysely'
import { ITEM_TYPES } from '#contract/item.ts'
import { createRandom } from '#demo/random.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { analyzeTables } from '#server/database/planner-statistics.ts'

const SIZE = {
  items: 20_000,
  people: 1000,
  subjects: 200,
  organizations: 200,
  locations: 1000,
  collections: 60,
  originals: 2000,
}
const BATCH = 500
const AT = '2026-01-01T00:00:00.000Z'

const numbered = <Row>(count: number, row: (id: number) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => row(at + 1))

const sha256 = (id: number) => String(id).padStart(64, '0')

/** An archive that is large enough for the planner to choose indexes: a few people, subjects and places have most of the items. */
export async function fillLargeTown(db: ArchiveDatabase): Promise<void> {
  const random = createRandom('a large town')
  const few = (most: number) => 1 + Math.floor(most * random.next() ** 3)
  const words = (count: number) => Array.from({ length: count }, () => `word${few(2000)}`).join(' ')
  const links = <Column extends string>(column: Column, most: number, count: number) =>
    numbered(SIZE.items, (item_id) =>
      [...new Set(Array.from({ length: random.int(0, count) }, () => few(most)))].map(
        (id, position) =>
          ({ item_id, [column]: id, position }) as { item_id: number; position: number } & Record<Column, number>,
      ),
    ).flat()
  const rows = {
    location: numbered(SIZE.locations, (id) => ({ id, name: `Place ${id}`, search: `place ${id}` })),
    person: numbered(SIZE.people, (id) => ({ id, first_name: 'Ann', surname: `Name ${id}`, search: `ann name ${id}` })),
    organization: numbered(SIZE.organizations, (id) => ({ id, name: `Firm ${id}`, search: `firm ${id}` })),
    subject: numbered(SIZE.subjects, (id) => ({ id, subject_name: `Subject ${id}`, search: `subject ${id}` })),
    collection: numbered(SIZE.collections, (id) => ({
      id,
      collection_name: `Papers ${id}`,
      hierarchy: id <= 10 ? 'fond' : 'series',
      parent_collection: id <= 10 ? null : random.int(1, 10),
    })),
    item: numbered(SIZE.items, (id) => {
      const start = random.int(1835, 2019) * 10_000
      return {
        ...{ id, type: random.pick(ITEM_TYPES), title: `Item ${id}`, general_description: words(12) },
        ...{ date_start: start, span_start: start, span_end: start + 9999 },
        ...{ location_id: few(SIZE.locations), collection_id: few(SIZE.collections), creator_id: few(SIZE.people) },
        ...{ visibility: id % 20 === 0 ? 'draft' : 'published', published_at: AT, created_at: AT, updated_at: AT },
      }
    }),
    original: numbered(SIZE.originals, (id) => ({
      sha256: sha256(id),
      format: 'jpeg',
      bytes: 1,
      width: 600,
      height: 400,
    })),
    scan: numbered(SIZE.items, (item_id) => ({
      ...{ item_id, sha256: sha256(1 + (item_id % SIZE.originals)), scan_order: 1, version: `v${item_id}` },
    })),
    item_person: links('person_id', SIZE.people, 4),
    item_contributor: links('person_id', SIZE.people, 1),
    item_subject: links('subject_id', SIZE.subjects, 3),
    item_organization: links('organization_id', SIZE.organizations, 2),
  }
  await db.transaction().execute(async (trx) => {
    for (const [table, list] of Object.entries(rows)) {
      for (let at = 0; at < list.length; at += BATCH)
        await trx
          .insertInto(table as 'item')
          .values(list.slice(at, at + BATCH) as (typeof rows)['item'])
          .execute()
    }
    await refreshItemSearch(trx)
  })
  await (db.isPostgres ? sql`vacuum analyze`.execute(db) : analyzeTables(db))
}
