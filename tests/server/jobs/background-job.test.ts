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
