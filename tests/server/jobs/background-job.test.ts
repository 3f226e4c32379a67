import { expect, test, vi } from 'vitest'
import { startJob } from '#server/jobs/background-job.ts'

test('a job that fails again and again tells why once, and again for another reason or after a success', async () => {
  const runs = ['away', 'away', 'away', 'full', 'full', '', 'full', 'full']
  const told: string[] = []
  let at = 0
  const job = startJob(
    async () => {
      const reason = runs[at++]
      if (reason) throw new Error(reason)
    },
    { every: 1, onError: (error) => told.push((error as Error).message) },
  )
  await vi.waitUntil(() => at > runs.length)
  await job.stop()
  expect(told).toEqual(['away', 'full', 'full'])
})

test('others run while a job repeats at once', async () => {
  let [runs, ticks] = [0, 0]
  const ticking = setInterval(() => (ticks += 1), 1)
  const job = startJob(
    async () => {
      const until = performance.now() + 1
      while (performance.now() < until);
      return (runs += 1) < 100
    },
    { every: 10_000, onError: () => {} },
  )
  await vi.waitUntil(() => runs === 100)
  clearInterval(ticking)
  await job.stop()
  expect(ticks).toBeGreaterThan(10)
})
