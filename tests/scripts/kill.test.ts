import { expect, test } from 'vitest'
import { killRun } from '../bench/kill/kill-run.ts'

/** The whole run, a hundred restarts, is `npm run bench -- kill`. */
const RESTARTS = Number(process.env.KILL_RESTARTS ?? 5)

test('killed again and again while people submit: what was acknowledged is whole, nothing half-written is there', async () => {
  const { faults, items, scans, people } = await killRun(RESTARTS)
  expect(faults).toEqual([])
  for (const acknowledged of [items, scans, people]) expect(acknowledged).toBeGreaterThan(0)
}, 480_000)
