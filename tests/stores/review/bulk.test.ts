import { describe, expect, test } from 'vitest'
import { draft, world } from './world.ts'

const item = (key: number) => ({ kind: 'items', key }) as const
const five = [1, 2, 3, 4, 5].map((key) => draft(key))

async function chosen(...keys: number[]) {
  const town = world({ records: five })
  await town.desk.start()
  for (const key of keys) town.desk.bulk.choose(item(key), true)
  return { ...town, bulk: town.desk.bulk, names: () => [...town.desk.bulk.$chosen.get().keys()] }
}

describe('choosing', () => {
  test('takes one, a range with Shift, the page, and back', async () => {
    const { bulk, names } = await chosen(2)
    bulk.choose(item(4), true, { range: true })
    expect(names()).toEqual(['items/2', 'items/3', 'items/4'])
    bulk.choose(item(3), false)
    expect(names()).toEqual(['items/2', 'items/4'])
    bulk.choosePage(true)
    expect(names()).toHaveLength(5)
    bulk.choosePage(false)
    expect(names()).toEqual([])
  })
})

describe('a step on several drafts', () => {
  test('is taken on each, with its version, and leaves nothing chosen', async () => {
    const { desk, bulk, names, stateOf, listed, calls } = await chosen(1, 3)
    await bulk.run('return', 'Which year?')
    expect([stateOf(1), stateOf(2), stateOf(3)]).toEqual(['returned', 'waiting', 'returned'])
    expect(bulk.$run.get()).toEqual({ step: 'return', state: 'finished', total: 2, done: 2, failures: [] })
    expect([names(), listed()]).toEqual([[], [2, 4, 5]])
    const batch = expect.any(String)
    expect(calls.filter(({ call }) => call.includes('/return/'))).toMatchObject([
      { match: '"v1"', body: { note: 'Which year?', batch } },
      { match: '"v3"', body: { note: 'Which year?', batch } },
    ])
    expect(desk.last.$last.get()).toMatchObject({ text: '2 records were returned at once.', of: batch })
  })

  test('reports what failed and why, and that stays as it was and chosen', async () => {
    const { bulk, names, stateOf, answerInstead } = await chosen(1, 2, 3)
    answerInstead('POST /api/records/items/2/publish/', { status: 409, body: { detail: 'Mary is working on it.' } })
    answerInstead('GET /api/records/items/3/', null)
    await bulk.run('publish')
    expect([stateOf(1), stateOf(2), stateOf(3), names()]).toEqual([
      'published',
      'waiting',
      'waiting',
      ['items/2', 'items/3'],
    ])
    expect(bulk.$run.get()).toMatchObject({ done: 3, state: 'finished' })
    expect(
      bulk.$run
        .get()!
        .failures.map(({ label, refusal }) => [label, refusal.why])
        .toSorted(),
    ).toEqual([
      ['Item 2', 'refused'],
      ['Item 3', 'offline'],
    ])
  })

  test('can be cancelled: what is under way ends, the rest stays', async () => {
    const { bulk, stateOf } = await chosen(1, 2, 3, 4, 5)
    const running = bulk.run('publish')
    bulk.cancel()
    await running
    expect([1, 2, 3, 4, 5].map(stateOf)).toEqual(['published', 'published', 'published', 'waiting', 'waiting'])
    expect(bulk.$run.get()).toMatchObject({ state: 'cancelled', done: 3, total: 5 })
  })
})

describe('what was published', () => {
  const build = (id: number, state: string, message = '') => ({
    ...{ id, state, reason: 'Published “Item 1”', requested_at: '2026-11-02T10:00:00.000Z', message },
    ...{ started_at: null, finished_at: null },
  })
  const builds = (...some: object[]) => ({ status: 200, body: some })
  const BUILDS = 'GET /api/builds/'

  async function published(...answers: Parameters<ReturnType<typeof world>['answerInstead']>[1][]) {
    const town = world()
    await town.desk.start()
    town.answerInstead(BUILDS, ...answers)
    await town.desk.take('publish')
    return { ...town, live: () => town.desk.live.$live.get() }
  }

  test('is live when the build that took it is done', async () => {
    const { live, pass } = await published(
      builds(build(8, 'waiting'), build(7, 'done')),
      builds(build(8, 'running'), build(7, 'done')),
      builds(build(9, 'waiting'), build(8, 'done')),
    )
    await pass()
    expect(live()).toMatchObject({ label: 'Item 1', address: '/itemview/1/', state: 'waiting' })
    await pass(600)
    expect(live()?.state).toBe('running')
    await pass(1_000)
    expect(live()?.state).toBe('live')
  })

  test('says why the build failed, and looks again when the archive is away', async () => {
    const { live, pass } = await published(null, builds(build(8, 'failed', 'The disk is full.')))
    await pass(600)
    expect(live()).toMatchObject({ state: 'failed', message: 'The disk is full.' })
  })

  test('comes later where nothing is built for long', async () => {
    const { live, pass } = await published()
    await pass(15 * 60_000)
    expect(live()?.state).toBe('later')
  })
})
