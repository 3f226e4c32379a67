import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'

/** What is asked for, again and again, over so many connections at once. */
export interface AttackTask {
  base: string
  paths: string[]
  connections: number
  /** The address that a connection comes from, as a proxy on this machine would say it; `*` is the connection's number. */
  from: string
}

let stopped = false
const statuses: Record<string, number> = {}

async function run({ base, paths, connections, from }: AttackTask): Promise<void> {
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
    while (!stopped) await one(paths[next++ % paths.length]!, address)
  }
  await Promise.all(Array.from({ length: connections }, (_, at) => connection(from.replace('*', String(at)))))
  agent.destroy()
}

// A process of its own (attack-bench.ts forks it) that comes last on this machine: it stands for machines elsewhere, which take no processor time from the
// server.
setPriority(10)
process.on('message', (message: AttackTask | 'stop') => {
  if (message !== 'stop') return void run(message)
  stopped = true
  process.send?.(statuses)
})
