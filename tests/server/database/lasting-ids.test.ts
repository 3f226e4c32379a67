import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readHighestIds } from '#server/backup/prepare-database.ts'
import { openDatabase } from '#server/database/open.ts'
import { makeOldArchive } from './old-archive.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

let folder: string
beforeEach(async () => (folder = await freshFolder()))

/** An archive from before ids were unique forever: existing rows, and rows that only the audit trail or a stored response mentions. */
async function oldArchive(): Promise<string> {
  const old = await makeOldArchive(join(folder, 'archive.db'), '0004-searched-dates')
  const now = '2026-11-01T00:00:00.000Z'
  old.sqlite.exec(`
    insert into location (id, name) values (3, 'Mill'), (8, 'Quay');
    insert into account (id, email, role, created_at) values (2, 'ann@example.org', 'staff', '${now}');
    insert into plaque (id, location_id) values (4, 8);
    insert into item (id, type, visibility, created_at, updated_at) values (5, 'object', 'published', '${now}', '${now}');
    insert into audit (id, at, account_id, action, kind, record_key) values
      (7, '${now}', 2, 'removed', 'plaques', '11'), (9, '${now}', 2, 'removed', 'locations', '6'),
      (10, '${now}', 2, 'removed', 'lots', '99'), (12, '${now}', null, 'edited', 'accounts', '31');
    insert into idempotency (account_id, key, call, request_hash, answer, created_at) values
      (2, 'a', 'createSubject', '', '{"id":21}', '${now}'), (2, 'b', 'createItem', '', '{"id":44}', '${now}'),
      (2, 'c', 'createRecord', '', '"{}"', '${now}'), (2, 'd', 'createPerson', '', 'null', '${now}')`)
  await old.destroy()
  return old.file
}
const HIGHEST = { account: 31, audit: 12, item: 44, location: 8, plaque: 11, subject: 21 }

test('an older archive continues above every id it has used', async () => {
  const db = await openDatabase(await oldArchive())
  const rows = db.sqlite.prepare('select name, seq from sqlite_sequence order by name').all()
  expect(Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))).toEqual(HIGHEST)
  const next = async (table: 'location' | 'subject', row: object) =>
    (
      await db
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  expect(await next('location', { name: 'Dock' })).toBe(9)
  expect(await next('subject', { subject_name: 'Docks' })).toBe(22)
  await db.deleteFrom('subject').execute()
  expect(await next('subject', { subject_name: 'Docks' })).toBe(23)
  await db.destroy()
})

test('changing the schema in place keeps rows, links, triggers and the file intact', async () => {
  const file = await oldArchive()
  const db = await openDatabase(file)
  const one = (query: string) => Object.values(db.sqlite.prepare(query).get() ?? {})
  expect(one('pragma integrity_check')).toEqual(['ok'])
  expect(one('pragma foreign_key_check')).toEqual([])
  expect(one('select count(*), sum(id) from location')).toEqual([2, 11])
  const before = one('select counter from archive_state')
  db.sqlite.exec('update location set name = name')
  expect(one('select counter from archive_state')).not.toEqual(before)
  expect(() => db.sqlite.exec(`insert into plaque (location_id) values (77)`)).toThrow('FOREIGN KEY')
  // Defensive mode is on again.
  expect(() => db.sqlite.exec(`pragma writable_schema = on; update sqlite_schema set sql = ''`)).toThrow(
    'may not be modified',
  )
  await db.destroy()
})

test('generated ids are never reused, in any table', async () => {
  const db = await openDatabase(join(folder, 'new.db'))
  const tables = db.sqlite
    .prepare(
      `select name, sql from sqlite_schema where type = 'table' and sql like '%(id integer primary key%'
      and name not glob 'item_search*'`,
    )
    .all()
  expect(tables.length).toBe(27)
  const apart = tables.filter(({ sql }) => String(sql).includes('(id integer primary key autoincrement,'))
  expect(tables.filter((table) => !apart.includes(table)).map(({ name }) => name)).toEqual(['archive_state'])
  await db.destroy()
})

test('the highest ids can be read from any version, and are skipped for a damaged file', async () => {
  const file = await oldArchive()
  expect(Object.fromEntries(readHighestIds(file))).toEqual(HIGHEST)
  await (await openDatabase(file)).destroy()
  expect(Object.fromEntries(readHighestIds(file))).toEqual(HIGHEST)
  expect(readHighestIds(join(folder, 'none.db')).size).toBe(0)
  writeFileSync(join(folder, 'broken.db'), 'no database')
  expect(readHighestIds(join(folder, 'broken.db')).size).toBe(0)
})
