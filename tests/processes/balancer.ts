import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between looks at the health of each server. */
const LOOK_EVERY = 100

export interface Balancer {
  base: string
  /** How many servers it sends calls to. */
  up(): number
  close(): Promise<void>
}

/**
 * What nginx or Caddy do in front of several servers: calls go in turn to those whose health is 200. It repeats nothing: where a server ends in the middle
 * of a call, the caller's connection is cut.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const healthy = new Set<number>()
  let next = 0
  let open = true

  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const targets = ports.filter((port) => healthy.has(port))
    const port = targets[(next += 1) % targets.length]
    if (port === undefined) return void to.writeHead(502).end()
    const { method, url, headers } = from
    const passed = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(to)
      answer.on('error', () => to.destroy())
    })
    passed.on('error', () => {
      healthy.delete(port)
      to.destroy()
    })
    from.pipe(passed)
    from.on('error', () => passed.destroy())
    return undefined
  }
  const look = async (port: number) => {
    while (open) {
      const signal = AbortSignal.timeout(2000)
      const isUp = await fetch(`http://127.0.0.1:${port}/api/health/`, { signal }).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isUp) healthy.add(port)
      else healthy.delete(port)
      await pause(LOOK_EVERY)
    }
  }
  const server = createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const looking = ports.map(look)
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    up: () => healthy.size,
    async close() {
      open = false
      server.closeAllConnections()
      server.close()
      await Promise.all(looking)
    },
  }
}
