import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { createRebuilds } from '#server/publishing/rebuilds.ts'
import type { BuildOrder, RebuildOptions } from '#server/publishing/rebuilds.ts'
import { requestRebuild, requestRollback } from '#server/jobs/request-rebuild.ts'
import { openFreshDatabase } from '../fresh-database.ts'

let folder: string
let db: ArchiveDatabase
/** A fake clock in local time. */
let clock: Date
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-rebuilds-'))
  db = await openFreshDatabase(join(folder, 'archive.db'))
  clock = new Date(2026, 10, 21, 14, 0, 0)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})
const ask = (reason: string, atOnce = false) =>
  inTransaction(db, (trx) => requestRebuild(trx, reason, { atOnce, now: clock }))
const rows = () => db.selectFrom('build').selectAll().orderBy('id').execute()

const PURGE = { url: 'http://c.example', command: undefined, secret: undefined }
/** A site whose builds end on demand. */
function site(parts: Partial<RebuildOptions> = {}) {
  const ends: { done(message: string): void; fail(reason: string): void; order: BuildOrder }[] = []
  const logged: unknown[] = []
  const rebuilds = createRebuilds({
    db,
    delay: 10,
    now: () => clock,
    log: (...said) => logged.push(said),
    build: (signal, order) =>
      new Promise((resolve, reject) => {
        ends.push({
          done: (message) => resolve({ message, changes: null, addresses: ['/itemview/1/', '/feed.xml'] }),
          fail: (reason) => reject(new Error(reason)),
          order,
        })
        signal.addEventListener('abort', () => reject(new Error('killed')))
      }),
    ...parts,
  })
  return { ...rebuilds, ends, logged }
}

test('a rollback is a build of its own, and what is published meanwhile is built after it', async () => {
  const { poll, idle, ends } = site({ delay: 0 })
  await inTransaction(db, (trx) => requestRollback(trx, '3.2', clock))
  await ask('Published “A”')
  for (const end of [0, 1]) {
    await poll()
    ends[end]!.done('done')
    await idle()
  }
  expect(ends.map(({ order }) => order.rollback)).toEqual(['3.2', null])
  expect((await rows()).map(({ reason }) => reason)).toEqual(['Rollback to state 3.2', 'Published “A”'])
})

test('a rollback that was interrupted is requested again', async () => {
  const { poll, stop } = site()
  await inTransaction(db, (trx) => requestRollback(trx, '2', clock))
  await poll()
  await stop()
  expect((await rows()).map(({ state, rollback }) => [state, rollback])).toEqual([
    ['failed', '2'],
    ['waiting', '2'],
  ])
})

test('the webhook is queued when a build of a publishing begins, the purge when one has ended', async () => {
  const hooks = {
    site: 'https://a.example',
    webhook: { url: 'http://b.example', secret: 'x'.repeat(24) },
    purge: PURGE,
  }
  const { poll, idle, ends } = site({ delay: 0, hooks })
  const queued = async () => {
    const rows = await db.selectFrom('hook').select(['name', 'body']).orderBy('name').execute()
    return rows.map(({ name, body }) => [name, JSON.parse(body) as unknown])
  }
  await ask('Published “A”')
  await poll()
  const { counter } = await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()
  expect(await queued()).toEqual([['webhook', { reason: 'Published “A”', counter }]])
  ends[0]!.done('done')
  await idle()
  const urls = ['https://a.example/itemview/1/', 'https://a.example/feed.xml']
  const purge = ['purge', { urls, everything: false }]
  expect((await queued())[0]).toEqual(purge)
  await db.deleteFrom('hook').execute()
  await inTransaction(db, (trx) => requestRollback(trx, '1', clock))
  await poll()
  ends[1]!.done('done')
  await idle()
  expect(await queued(), 'a rollback publishes nothing').toEqual([purge])
})
