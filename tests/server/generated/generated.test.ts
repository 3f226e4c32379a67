import { expect, test } from 'vitest'
import { sendGenerated } from './run.ts'

/** The full run (20,000) is `npm run bench -- requests`. The seed changes daily and is printed on failure. */
const SEED = Math.floor(Date.now() / 86_400_000)

test('generated requests: no 5xx, no leaks, and refused requests change nothing', async () => {
  const { sent, problems, statuses } = await sendGenerated(1500, SEED)
  expect(problems.slice(0, 10), `seed ${SEED}`).toEqual([])
  expect(sent).toBe(1500)
  // If all requests were refused, this would prove little.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(200)
}, 120_000)
