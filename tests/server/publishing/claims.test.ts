import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REVIEW_DESK } from '#contract/limits.ts'
import type { Claim, DeskRecord } from '#contract/record.ts'
import type { ReviewPage } from '#contract/review.ts'
import type { TestAccount } from '../fixtures.ts'
import { detail, openRegattaTown, reviewOf } from './regatta-town.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())
const { take } = reviewOf(() => town)
const CLAIM = '/api/claims/items/51/'
const claim = async (as: TestAccount, body?: object): Promise<{ claim: Claim; mine: boolean }> =>
  (await town.send(CLAIM, { method: 'POST', as, ...(body && { body }) })).json
const release = (as: TestAccount) => town.send(CLAIM, { method: 'DELETE', as })
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const holder = async () => {
  const queue = (await town.send('/api/review/', { as: 'administrator' })).json as ReviewPage
  const record = (await town.send('/api/records/items/51/', { as: 'administrator' })).json as DeskRecord
  const entry = queue.results.find(({ kind, key }) => kind === 'items' && key === 51)
  expect(entry?.claim).toEqual(record.claim)
  return record.claim?.by.name
}

test('whoever opens a draft has it, and others see who', async () => {
  expect(await claim('staff')).toMatchObject({ mine: true, claim: { by: { id: 4, name: 'staff' } } })
  expect(await claim('administrator')).toMatchObject({ mine: false, claim: { by: { name: 'staff' } } })
  expect(await holder()).toBe('staff')
  await release('administrator')
  expect(await holder()).toBe('staff')
  await release('staff')
  expect(await holder()).toBeUndefined()
})

test('a claim is renewed while the draft is open, and expires afterwards', async () => {
  const { since } = (await claim('staff')).claim
  later(REVIEW_DESK.claim - 1000)
  const renewed = await claim('staff')
  expect(renewed.claim.since).toBe(since)
  later(REVIEW_DESK.claim - 1000)
  expect(await holder()).toBe('staff')
  later(2000)
  expect(await holder()).toBeUndefined()
  expect(await claim('administrator')).toMatchObject({ mine: true })
})

test('a claim can be taken over, and ends with its account', async () => {
  await claim('staff')
  expect(await claim('administrator', { take_over: true })).toMatchObject({ mine: true })
  expect(await claim('staff')).toMatchObject({ mine: false, claim: { by: { name: 'administrator' } } })
  await town.db.updateTable('account').set({ disabled_at: new Date().toISOString() }).where('id', '=', 5).execute()
  expect(await claim('staff')).toMatchObject({ mine: true })
})

test('nobody publishes what somebody else has open, until it is released, stale or taken over', async () => {
  await claim('staff')
  const refused = await take('publish', { as: 'administrator' })
  expect([refused.status, detail(refused)]).toEqual([
    409,
    'staff is working on “The regatta” right now. Ask them, wait until they are done, or take it over.',
  ])
  for (const step of ['return', 'discard']) {
    expect((await take(step, { as: 'administrator', note: 'Why?' })).status).toBe(409)
  }
  later(REVIEW_DESK.claim + 1000)
  expect((await take('publish', { as: 'administrator' })).status).toBe(200)
})

test('a step ends the claim', async () => {
  await claim('staff')
  expect((await take('return', { note: 'Which year?' })).status).toBe(200)
  expect(await town.db.selectFrom('claim').selectAll().execute()).toEqual([])
})

test('an unknown record cannot be claimed, and the body is checked', async () => {
  expect((await town.send('/api/claims/items/4711/', { method: 'POST', as: 'staff' })).status).toBe(404)
  const wrong = await town.send(CLAIM, { method: 'POST', as: 'staff', body: { take_over: 'yes' } })
  expect([wrong.status, wrong.json]).toEqual([400, { take_over: ['Choose true or false.'] }])
})
