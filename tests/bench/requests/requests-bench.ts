import { sendGenerated } from '../../server/generated/run.ts'
import type { Figure } from '../figures.ts'
import { benchAttack } from './attack-bench.ts'
import { benchHold } from './hold-bench.ts'

const REQUESTS = 20_000

/** What holds the server's thread, generated requests, and a server under attack. */
export async function benchRequests(say: (line: string) => void): Promise<Figure[]> {
  return [...(await benchHold(say)), ...(await benchGenerated(say)), ...(await benchAttack(say))]
}

/** Generated requests over every call of the table: how many answers were a server error, disclosed something, or came with a change that was refused. */
async function benchGenerated(say: (line: string) => void): Promise<Figure[]> {
  const seed = Date.now() % 1_000_000
  say(`Sending ${REQUESTS.toLocaleString('en')} generated requests, seed ${seed} …`)
  const { sent, statuses, problems } = await sendGenerated(REQUESTS, seed)
  for (const problem of problems.slice(0, 20)) say(problem)
  const answered = Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
    .join(', ')
  return [
    {
      name: 'Generated requests answered wrongly',
      value: problems.length,
      unit: 'requests',
      bound: { most: 0 },
      from: `${sent.toLocaleString('en')} requests (${answered})`,
    },
  ]
}
