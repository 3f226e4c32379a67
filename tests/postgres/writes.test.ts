import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import { withImportLock, ImportInProgress, ServerRunning } from '#server/database/archive-locks.ts'
import { inTransaction } from '#server/database/write.ts'
import { openFreshPostgres } from './databases.ts'

let db: ArchiveDatabase
let other: ArchiveDatabase
beforeAll(async () => {
  db = await openFreshPostgres('writes')
  other = await openPostgres(db.engine.address, { server: true })
})
afterAll(async () => {
  await other.destroy()
  await db.destroy()
})

const addSubject = async (of: ArchiveDatabase, subject_name: string, id?: number) =>
  (
    await of
      .insertInto('subject')
      .values({ subject_name, ...(id !== undefined && { id }) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const counter = async () => (await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter

test('an id is never given twice, also after one that an import chose', async () => {
  const first = await addSubject(db, 'Mills')
  await addSubject(db, 'Chosen', 500)
  expect(await addSubject(other, 'After it')).toBe(501)
  await addSubject(db, 'Below', first + 5)
  await db.deleteFrom('subject').where('id', '>=', 500).execute()
  expect(await addSubject(db, 'Again')).toBe(502)
})

test('a transaction counts once, with every item that it changed; one that fails not at all', async () => {
  const at = await counter()
  const item = { type: 'photograph', visibility: 'published', created_at: '', updated_at: '' }
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('item')
      .values([
        { ...item, id: 1 },
        { ...item, id: 2 },
      ])
      .execute()
  })
  expect(await counter()).toBe(at + 1)
  const logged = await db
    .selectFrom('change_log' as 'item')
    .selectAll()
    .where('counter' as 'id', '>', at)
    .execute()
  expect(logged).toHaveLength(2)
  await expect(
    inTransaction(db, async (trx) => {
      await trx.deleteFrom('item').execute()
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await db
    .insertInto('item')
    .values({ ...item, visibility: 'draft', id: 3 })
    .execute()
  expect(await counter()).toBe(at + 1)
})

test('transactions of several programs that read and then write lose nothing', async () => {
  await db.insertInto('setting').values({ name: 'tally', value: '0' }).execute()
  const raise = (of: ArchiveDatabase) =>
    inTransaction(of, async (trx) => {
      const { value } = await trx
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'tally')
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('setting')
        .set({ value: String(Number(value) + 1) })
        .where('name', '=', 'tally')
        .execute()
    })
  await Promise.all(Array.from({ length: 30 }, (_, at) => raise(at % 2 ? db : other)))
  const row = await db.selectFrom('setting').select('value').where('name', '=', 'tally').executeTakeFirstOrThrow()
  expect(row.value).toBe('30')
})

test('a reader cannot write', async () => {
  const reader = db.engine.openReader()
  await expect(addSubject(reader, 'No')).rejects.toThrow('read-only')
  await reader.destroy()
})

test('several servers share an archive, unless a program has it for itself', async () => {
  const servers = [
    await openPostgres(db.engine.address, { lease: true }),
    await openPostgres(db.engine.address, { lease: true }),
  ]
  expect(await db.engine.lock('server')).toBeUndefined()
  for (const server of servers) await server.destroy()
  const alone = await db.engine.lock('server')
  await expect(openPostgres(db.engine.address, { lease: true })).rejects.toThrow(ServerRunning)
  await alone!.release()
  await (await openPostgres(db.engine.address, { lease: true })).destroy()
})

test('a second import is refused, and comes in when the first has ended', async () => {
  await withImportLock(db, async () => {
    await expect(withImportLock(other, async () => {})).rejects.toThrow(ImportInProgress)
  })
  await withImportLock(other, async () => {})
})
