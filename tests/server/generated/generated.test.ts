import { expect, test } from 'vitest'
import { sendGenerated } from './run.ts'

/** The whole run (20,000) is `npm run bench -- requests`. A seed of the day's own, so that each day tries others; it is told when something is wrong. */
const SEED = Math.floor(Date.now() / 86_400_000)

test('generated requests: no 5xx, nothing disclosed, no refused request changes anything', async () => {
  const { sent, problems, statuses } = await sendGenerated(1500, SEED)
  expect(problems.slice(0, 10), `seed ${SEED}`).toEqual([])
  expect(sent).toBe(1500)
  // Requests that are all refused would prove little.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(200)
}, 120_000)
