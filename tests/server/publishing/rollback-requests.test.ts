import { expect, test } from 'vitest'
import { inTransaction } from '#server/database/write.ts'
import { requestRollback } from '#server/jobs/builds.ts'
import { useRebuilds } from './use-rebuilds.ts'

const { at, ask, rows, site } = useRebuilds()

const PURGE = { url: 'http://c.example', command: undefined, secret: undefined }
test('a rollback is a build of its own, and what is published meanwhile is built after it', async () => {
  const { poll, idle, ends } = site({ delay: 0 })
  await inTransaction(at.db, (trx) => requestRollback(trx, '3.2', at.clock))
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
  await inTransaction(at.db, (trx) => requestRollback(trx, '2', at.clock))
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
    const rows = await at.db.selectFrom('hook').select(['name', 'body']).orderBy('name').execute()
    return rows.map(({ name, body }) => [name, JSON.parse(body) as unknown])
  }
  await ask('Published “A”')
  await poll()
  const { counter } = await at.db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()
  expect(await queued()).toEqual([['webhook', { reason: 'Published “A”', counter }]])
  ends[0]!.done('done')
  await idle()
  const urls = ['https://a.example/itemview/1/', 'https://a.example/feed.xml']
  const purge = ['purge', { urls, everything: false }]
  expect((await queued())[0]).toEqual(purge)
  await at.db.deleteFrom('hook').execute()
  await inTransaction(at.db, (trx) => requestRollback(trx, '1', at.clock))
  await poll()
  ends[1]!.done('done')
  await idle()
  expect(await queued(), 'a rollback publishes nothing').toEqual([purge])
})
