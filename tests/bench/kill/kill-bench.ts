import type { Figure } from '../figures.ts'
import { killRun } from './kill-run.ts'

const RESTARTS = 100

/** Nothing that was acknowledged is lost, and nothing half-written is visible, however often the server is killed. */
export async function benchKill(say: (line: string) => void): Promise<Figure[]> {
  say(`A stream of submissions to a server that is killed ${RESTARTS} times …`)
  const { restarts, items, scans, people, published, unanswered, faults } = await killRun(RESTARTS, say)
  for (const fault of faults) say(fault)
  const acknowledged = `${items} items, ${scans} scans, ${people} people; ${published} items published`
  return [
    {
      name: 'Acknowledged before a SIGKILL, and lost, half-written or doubled after it',
      value: faults.length,
      unit: 'records',
      bound: { most: 0 },
      from: `${restarts} restarts; acknowledged: ${acknowledged}`,
    },
    {
      name: 'Submissions that were under way when the server was killed',
      value: unanswered,
      unit: 'records',
      bound: { least: restarts / 2 },
      from: 'each was sent again under its key',
    },
  ]
}
