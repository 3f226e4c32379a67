import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer as it went over the wire: its body, after compression. */
export interface Sent {
  path: string
  bytes: number
}

/** Stands before a server and notes what it sends, to pages and to their workers alike. */
export async function startCounting(base: string): Promise<{ address: string; take(): Sent[]; close(): void }> {
  const { hostname, port } = new URL(base)
  let sent: Sent[] = []
  const server = createServer((asked, answer) => {
    const { method, headers, url: path = '/' } = asked
    const forward = request({ hostname, port, method, path, headers }, (received) => {
      const note = { path, bytes: 0 }
      sent.push(note)
      received.on('data', (piece: Buffer) => (note.bytes += piece.length))
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(answer)
    })
    forward.on('error', () => answer.destroy())
    asked.pipe(forward)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = sent
      sent = []
      return taken
    },
    close: () => void server.close(),
  }
}
