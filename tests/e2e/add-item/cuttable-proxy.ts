import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Passes connections on to the product until they are cut or stalled. Cut: every socket is destroyed, and new ones are refused. Stalled: all stay open, and nothing arrives.
 * `restore` lets new ones through.
 */
export async function startProxy(target: number) {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const server = createServer((here) => {
    if (state === 'cut') return void here.destroy()
    if (state === 'stalled') return void sockets.add(here.on('error', () => here.destroy()))
    const there = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destroyAll = () => sockets.forEach((socket) => socket.destroy())
  const cut = () => {
    state = 'cut'
    destroyAll()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    stall() {
      state = 'stalled'
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore() {
      if (state === 'stalled') destroyAll()
      state = 'open'
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>
