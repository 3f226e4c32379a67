import { expect, test } from 'vitest'
import { rounds } from '../../setup/length.ts'
import { sendGenerated } from './run.ts'

/** The full run (20,000) is `npm run bench -- requests`. */
const REQUESTS = rounds('GENERATED_REQUESTS', 100, 1500)
/** Changes daily and is printed on failure. */
const SEED = Math.floor(Date.now() / 86_400_000)

test('generated requests: no 5xx, no leaks, and refused requests change nothing', async () => {
  const { sent, problems, statuses } = await sendGenerated(REQUESTS, SEED)
  expect(problems.slice(0, 10), `seed ${SEED}`).toEqual([])
  expect(sent).toBe(REQUESTS)
  // If all requests were refused, this would prove little.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(REQUESTS / 8)
}, 120_000)
