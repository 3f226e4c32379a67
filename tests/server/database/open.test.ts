import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, openReader } from '#server/database/open.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import { makeOldArchive } from './old-archive.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

let folder: string
let db: ArchiveDatabase
beforeEach(async () => {
  folder = await freshFolder()
  db = await openFreshDatabase(join(folder, 'below', 'archive.db'))
})
afterEach(async () => {
  await db.destroy()
})

const pragma = (name: string) => Object.values(db.sqlite.prepare(`pragma ${name}`).get()!)[0]

test('is durable, enforces foreign keys and waits for other writers', () => {
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('busy_timeout')]).toEqual([
    'wal',
    2,
    1,
    5000,
  ])
})

test('the database files are readable by the owner only', async () => {
  const made = await openDatabase(join(folder, 'new', 'archive.db'))
  const rights = readdirSync(join(folder, 'new'))
    .filter((name) => /^archive\.db(-wal|-shm)?$/.test(name))
    .map((name) => [name, (statSync(join(folder, 'new', name)).mode & 0o777).toString(8)])
  await made.destroy()
  expect(rights).toEqual(['archive.db', 'archive.db-shm', 'archive.db-wal'].map((name) => [name, '600']))
})

test.each(['0003-overlays', '0006-lasting-ids'])(
  'an archive of %s gets a new full text, and cached answers expire',
  async (migration) => {
    const old = await makeOldArchive(join(folder, migration, 'archive.db'), migration)
    old.sqlite.exec(`insert into item (id, type, visibility, title, date_start, created_at, updated_at)
    values (7, 'object', 'published', 'A chair', 19050000, '', '');
    insert into item_search (rowid, title) values (7, 'chair')`)
    const counter = ({ sqlite }: ArchiveDatabase) =>
      Number(sqlite.prepare('select counter from archive_state').get()!.counter)
    const before = counter(old)
    await old.destroy()
    const now = await openDatabase(old.file)
    const found = (words: string) =>
      now.sqlite.prepare('select rowid from item_search where item_search match ?').all(words)
    expect(found('"1905"* AND "chair"* AND "object"*')).toEqual([{ rowid: 7 }])
    expect(counter(now)).toBeGreaterThan(before)
    await now.deleteFrom('item').execute()
    expect(found('chair')).toEqual([])
    await now.destroy()
  },
)

test('foreign keys are checked at the end of the transaction', async () => {
  const wrong = db.transaction().execute(async (trx) => {
    await trx.insertInto('subject').values({ id: 1, subject_name: 'a', subject_parent: 2 }).execute()
  })
  await expect(wrong).rejects.toThrow(/FOREIGN KEY/)
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('subject').values({ id: 1, subject_name: 'a', subject_parent: 2 }).execute()
    await trx.insertInto('subject').values({ id: 2, subject_name: 'b', subject_parent: null }).execute()
  })
})

test('concurrent read-modify-write transactions lose nothing', async () => {
  const other = await openDatabase(db.file)
  await db
    .insertInto('plaque')
    .values({ id: 1, location_id: 1, name: '0' })
    .execute()
    .catch(() => undefined)
  await db.insertInto('location').values({ id: 1 }).execute()
  await db.insertInto('plaque').values({ id: 1, location_id: 1, name: '0' }).execute()
  const addOne = (connection: ArchiveDatabase) =>
    connection.transaction().execute(async (trx) => {
      const { name } = await trx.selectFrom('plaque').select('name').executeTakeFirstOrThrow()
      await trx
        .updateTable('plaque')
        .set({ name: String(Number(name) + 1) })
        .execute()
    })
  for (let time = 0; time < 20; time++) await (time % 2 ? addOne(other) : addOne(db))
  expect(await db.selectFrom('plaque').select('name').executeTakeFirst()).toEqual({ name: '20' })
  await other.destroy()
})

test('items of an archive without credits are not credited', async () => {
  const old = await makeOldArchive(join(folder, '0007', 'archive.db'), '0007-searched-types')
  old.sqlite
    .exec(`insert into account (id, email, name, role, created_at) values (1, 'a@example.org', 'A', 'volunteer', '');
    insert into item (id, type, visibility, title, author_id, created_at, updated_at)
    values (7, 'object', 'published', 'A chair', 1, '', '')`)
  await old.destroy()
  const now = await openDatabase(old.file)
  expect(await now.selectFrom('item').select(['id', 'title', 'author_id', 'credit']).execute()).toEqual([
    { id: 7, title: 'A chair', author_id: 1, credit: 0 },
  ])
  await now.destroy()
})

/** Tables that visitors read nothing from, but for the name of an account that is credited, and the date of a change that counts itself. */
const UNCOUNTED = [
  ...[
    'account',
    'account_token',
    'mail',
    'idempotency',
    'audit',
    'build',
    'picture_task',
    'page_task',
    'archive_state',
  ],
  ...['setting', 'session', 'claim', 'operation_row', 'last_changed', 'change_log', 'upkeep', 'hook', 'imported_row'],
  ...['person_pending', 'import_run', 'import_source'],
]

test('changes of every table raise the counter in the same transaction', async () => {
  const counter = async () => (await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter
  const tables = db.sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not glob 'item_search*' and name not glob 'kysely*' and name not glob 'sqlite*'",
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !UNCOUNTED.includes(name))
  const counted = db.sqlite
    .prepare("select tbl_name from sqlite_schema where type = 'trigger' and name glob '*_counts'")
    .all()
  for (const table of tables) expect(counted.filter(({ tbl_name }) => tbl_name === table)).toHaveLength(3)
  const before = await counter()
  await db.insertInto('location').values({ id: 5 }).execute()
  const inserted = await counter()
  await db.deleteFrom('location').execute()
  expect(inserted).toBeGreaterThan(before)
  expect(await counter()).toBeGreaterThan(inserted)
})

test('invisible changes do not raise the counter; publishing does', async () => {
  const counter = async () => (await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter
  const moments = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  const before = await counter()
  await db.insertInto('person').values({ id: 70, visibility: 'draft' }).execute()
  await db
    .insertInto('item')
    .values({ id: 70, type: 'object', visibility: 'draft', ...moments })
    .execute()
  await db.insertInto('item_person').values({ item_id: 70, person_id: 70, position: 0 }).execute()
  await db.updateTable('item').set({ title: 'A chair' }).where('id', '=', 70).execute()
  expect(await counter()).toBe(before)
  await db.updateTable('item').set({ visibility: 'published' }).where('id', '=', 70).execute()
  const published = await counter()
  expect(published).toBeGreaterThan(before)
  await db.deleteFrom('item_person').where('item_id', '=', 70).execute()
  const unlinked = await counter()
  expect(unlinked).toBeGreaterThan(published)
  await db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', 70).execute()
  expect(await counter()).toBeGreaterThan(unlinked)
})

test('a reader cannot write', async () => {
  const reader = openReader(db.file)
  await expect(reader.insertInto('location').values({ id: 1 }).execute()).rejects.toThrow(/readonly/)
  await reader.destroy()
})
