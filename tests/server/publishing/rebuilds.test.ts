import { expect, test } from 'vitest'
import { NEW_DAY } from '#server/jobs/background-job.ts'
import { useRebuilds } from './use-rebuilds.ts'

const { at, pass, ask, rows, site } = useRebuilds()

test('combines publications within a short time into one build', async () => {
  const { poll, idle, ends } = site()
  await ask('Published “A”')
  pass(6)
  await ask('Published “B”')
  await ask('Published “A”')
  pass(6)
  await poll()
  expect(ends).toHaveLength(0)
  pass(4)
  await poll()
  await poll()
  expect(ends).toHaveLength(1)
  ends[0]!.done('Built 3 pages')
  await idle()
  await poll()
  expect(await rows()).toMatchObject([
    {
      state: 'done',
      reason: 'Published “A”; Published “B”',
      message: 'Built 3 pages',
      finished_at: at.clock.toISOString(),
    },
  ])
  expect(ends).toHaveLength(1)
})

test('without a delay the first request builds at once, and those during a build make one more', async () => {
  const { poll, idle, ends } = site({ delay: 0 })
  await ask('Published “A”')
  await poll()
  expect(ends).toHaveLength(1)
  await poll()
  const isPreempted = () => ends.map(({ order }) => order.preempt!.aborted)
  expect(isPreempted()).toEqual([false])
  for (const title of ['B', 'C', 'D']) {
    await ask(`Published “${title}”`)
    await poll()
  }
  expect(ends).toHaveLength(1)
  expect(isPreempted()).toEqual([true])
  ends[0]!.done('first')
  await idle()
  await poll()
  expect(ends).toHaveLength(2)
  expect(isPreempted()).toEqual([true, false])
  ends[1]!.done('second')
  await idle()
  await poll()
  expect((await rows()).map(({ reason }) => reason)).toEqual([
    'Published “A”',
    'Published “B”; Published “C”; Published “D”',
  ])
})

test('continuous requests delay a build for at most a minute', async () => {
  const { poll, ends } = site()
  for (let second = 0; second < 60; second += 5) {
    await ask(`Published ${second}`)
    await poll()
    expect(ends).toHaveLength(0)
    pass(5)
  }
  await ask('Published at last')
  await poll()
  expect(ends).toHaveLength(1)
  ends[0]!.done('')
})

test('a failed build stores the end of its output, and the next one runs', async () => {
  const { poll, idle, ends, logged } = site()
  await ask('Published “E”', true)
  await poll()
  ends[0]!.fail(`${'x'.repeat(5000)} The disk is full.`)
  await idle()
  const [failed] = await rows()
  expect(failed).toMatchObject({ state: 'failed' })
  expect(failed!.message).toMatch(/The disk is full\.$/)
  expect(failed!.message.length).toBeLessThanOrEqual(2000)
  expect(logged).toHaveLength(1)
  await ask('Published “F”', true)
  await poll()
  ends[1]!.done('')
  await idle()
  expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'done'])
})

test('a build of a killed process is marked as interrupted and retried a few times', async () => {
  await ask('Published “G”')
  for (let start = 1; start <= 3; start++) {
    const { recover, poll, ends } = site()
    await recover()
    pass(11)
    await poll()
    // The process dies here.
    expect(ends).toHaveLength(1)
  }
  await site().recover()
  const all = await rows()
  expect(all.map(({ state, reason }) => [state, reason])).toEqual(Array(3).fill(['failed', 'Published “G”']))
  expect(all.every(({ message }) => message.startsWith('Interrupted'))).toBe(true)
})

test('stopping the server aborts the build and requests it again', async () => {
  const { poll, stop, ends } = site()
  await ask('Published “H”', true)
  await poll()
  await stop()
  expect(ends).toHaveLength(1)
  expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'Published “H”'],
    ['waiting', 'Published “H”'],
  ])
  await poll()
  expect(ends, 'nothing is begun any more').toHaveLength(1)
})

test('builds once a night if needed, also after sleeping through the hour', async () => {
  let outdated: string | undefined = 'The archive has changed'
  const { poll, idle, ends } = site({ nightlyAt: '03:00', outdated: async () => outdated })
  await poll()
  at.clock = new Date(2026, 10, 22, 2, 59, 59)
  await poll()
  expect(ends).toHaveLength(0)
  pass(2)
  await poll()
  expect(ends).toHaveLength(1)
  ends[0]!.done('')
  await idle()
  pass(60)
  await poll()
  expect(ends).toHaveLength(1)
  outdated = undefined
  at.clock = new Date(2026, 10, 23, 3, 0, 0)
  await poll()
  expect(ends, 'nothing has changed').toHaveLength(1)
  outdated = 'Lotline itself has changed'
  at.clock = new Date(2026, 10, 24, 9, 0, 0)
  await poll()
  expect(ends).toHaveLength(2)
  ends[1]!.done('')
  await idle()
  expect((await rows()).map(({ reason }) => reason)).toEqual([
    'Nightly build: The archive has changed',
    'Nightly build: Lotline itself has changed',
  ])
  await ask('Published “A”', true)
  await poll()
  ends[2]!.done('')
  await idle()
  outdated = NEW_DAY
  at.clock = new Date(2026, 10, 25, 3, 0, 0)
  await poll()
  ends[3]!.done('')
  await idle()
  expect((await rows()).at(-1)!.reason).toBe(NEW_DAY)
  expect(ends.map(({ order }) => order.full)).toEqual([true, true, false, false])
})
