import { Agent, get } from 'node:http'

/** What the measuring process is told to send, and what it answers: milliseconds of each call, and of the whole. */
export interface Task {
  base: string
  paths: string[]
  connections: number
}
export interface Result {
  milliseconds: number
  latencies: number[]
}

/** Sends each path once, over as many kept connections as asked, and reads each answer to its end. */
async function run({ base, paths, connections }: Task): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let next = 0
  // As many visitors, through a proxy on this machine: the share of work is an address's own (server/http/call-limits.ts).
  const visitor = () => ({ 'x-forwarded-for': `10.0.${(next >> 8) & 255}.${next & 255}` })
  const one = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      get(base + path, { agent, headers: visitor() }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
        answer.resume()
        answer.on('end', () => {
          latencies.push(performance.now() - began)
          resolve()
        })
      }).on('error', reject)
    })
  const connection = async (): Promise<void> => {
    while (next < paths.length) await one(paths[next++]!)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, connection))
  const milliseconds = performance.now() - began
  agent.destroy()
  return { milliseconds, latencies }
}

// A process of its own (api-bench.ts forks it), so that measuring takes no time from what is measured.
process.on('message', (task: Task) => {
  void run(task).then(
    (result) => process.send?.(result),
    (problem: unknown) => {
      console.error(problem)
      process.exit(1)
    },
  )
})
