import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { API } from '#contract/messages.ts'
import { inTransaction } from '#server/database/write.ts'
import { openTestArchive, type TestArchive } from '../fixtures.ts'

let town: TestArchive
beforeAll(async () => {
  town = await openTestArchive()
})
afterEach(() => vi.useRealTimers())
afterAll(() => town.close())

test('while an import is undone, reads are answered, and who writes is told when to try again', async () => {
  const headers = { ...(await town.signIn('staff')), 'idempotency-key': 'weirs-1' }
  await inTransaction(town.db, async () => {
    expect((await town.get('/api/subjects/')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const body = { subject_name: 'Weirs', subject_description: 'Low dams.' }
    const written = town.send('/api/records/subjects/', { method: 'POST', headers, body })
    let isAnswered = false
    void written.finally(() => (isAnswered = true))
    while (!isAnswered) await vi.advanceTimersByTimeAsync(1000)
    const { status, headers: answered, json } = await written
    expect([status, answered['retry-after'], json]).toEqual([503, '30', { detail: API.busy }])
  })
  expect(await town.db.selectFrom('subject').select('id').where('subject_name', '=', 'Weirs').execute()).toEqual([])
})
