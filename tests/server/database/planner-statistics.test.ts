import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type ArchiveDatabase } from '#server/database/open.ts'
import { analyzeItemSearch, analyzeTables } from '#server/database/planner-statistics.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

let folder: string
let db: ArchiveDatabase
beforeEach(async () => {
  folder = await freshFolder()
  db = await openDatabase(join(folder, 'archive.db'))
  db.sqlite.exec(`insert into location (id, name, geometry) values (1, 'Mill Road', '{}')`)
})
afterEach(async () => {
  await db.destroy()
})

const analyzed = () =>
  db.sqlite
    .prepare('select distinct tbl from sqlite_stat1')
    .all()
    .map(({ tbl }) => String(tbl))

/** How SQLite would remove a segment of the full text that was merged into another. */
function planOfMerge(): unknown {
  db.sqlite.enableDefensive(false)
  const plan = db.sqlite.prepare('explain query plan delete from item_search_data where id >= 5 and id <= 6')
  return plan.all().map(({ detail }) => detail)
}
const BY_ID = ['SEARCH item_search_data USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)']

test('statistics are kept of all tables but those of the full text', async () => {
  await analyzeTables(db)
  await analyzeItemSearch(db)
  expect(analyzed()).toContain('location')
  expect(analyzed().filter((table) => table.startsWith('item_search'))).toEqual([])
  expect(planOfMerge()).toEqual(BY_ID)
})

test('an archive that has such statistics is without them when it is opened again', async () => {
  db.sqlite.exec('analyze')
  expect(analyzed(), 'SQLite makes them').toContain('item_search_data')
  expect(planOfMerge(), 'which cost it the index').not.toEqual(BY_ID)
  await db.destroy()
  db = await openDatabase(join(folder, 'archive.db'))
  expect(analyzed()).toEqual(expect.not.arrayContaining(['item_search_data']))
  expect(planOfMerge()).toEqual(BY_ID)
})
