import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** What is asked for, again and again, over so many connections at once. */
export interface AttackTask {
  base: string
  paths: string[]
  connections: number
  /** The address that a connection comes from, as a proxy on this machine would say it; `*` is the connection's number, as the last two parts. */
  from: string
  /** Milliseconds of a connection between an answer and its next request; default: 0. */
  pause?: number
}

let stopped = false
const statuses: Record<string, number> = {}

async function run({ base, paths, connections, from, pause = 0 }: AttackTask): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 0
  const one = (url: string, address: string): Promise<void> =>
    new Promise((resolve) => {
      const ended = (status: string | number) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        resolve()
      }
      get(base + url, { agent, headers: { 'x-forwarded-for': address } }, (answer) => {
        answer.resume()
        answer.on('end', () => ended(answer.statusCode!))
      }).on('error', () => ended('no answer'))
    })
  const connection = async (address: string): Promise<void> => {
    // Not all of them at the same moment.
    await wait(Math.random() * pause)
    while (!stopped) {
      await one(paths[next++ % paths.length]!, address)
      if (pause > 0) await wait(pause)
    }
  }
  const addressOf = (at: number) => from.replace('*', `${at >> 8}.${at & 255}`)
  await Promise.all(Array.from({ length: connections }, (_, at) => connection(addressOf(at))))
  agent.destroy()
}

// A process of its own (attack-bench.ts forks it), which stands for machines elsewhere.
process.on('message', (message: AttackTask | 'stop') => {
  if (message === 'stop') {
    stopped = true
    process.send?.(statuses)
    return
  }
  // Without a pause it comes last on this machine, so that it takes no processor time from the server. With one it asks in time: what waits would come at once.
  if (!message.pause) setPriority(10)
  void run(message)
})
