import { Agent, get } from 'node:http'

/** Milliseconds of so many reads, one after the other on one connection, a moment apart as visitors come. */
export async function probe(base: string, address: () => string, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latencies: number[] = []
  for (let at = 0; at < count; at++) {
    const path = address()
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(base + path, { agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
        answer.resume()
        answer.on('end', resolve)
      }).on('error', reject)
    })
    latencies.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  agent.destroy()
  return latencies
}
