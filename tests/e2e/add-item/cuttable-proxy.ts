import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Passes connections on to the product until they are cut: every socket is destroyed, and new ones are refused until `restore`. */
export async function startProxy(target: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((here) => {
    if (isCut) return void here.destroy()
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
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => void (isCut = false),
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>
