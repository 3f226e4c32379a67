/* Range requests for a recording against a plain file: node tests/bench/documents/ranges.ts ADDRESS FILE, where FILE is the recording as it was sent. */
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { median } from '../figures.ts'

const [address = '', file = ''] = process.argv.slice(2)
/** What a player asks for at once, and how often each way is measured, one after the other. */
const [RANGE, ROUNDS, LEAST] = [4 * 1024 ** 2, 9, 80]
const { size } = statSync(file)

function plain({ headers: { range } }: IncomingMessage, response: ServerResponse): void {
  const [from, to] = /(\d+)-(\d+)/
    .exec(range ?? `0-${size - 1}`)!
    .slice(1)
    .map(Number) as [number, number]
  response.writeHead(range ? 206 : 200, { 'content-length': to - from + 1 })
  createReadStream(file, { start: from, end: to }).pipe(response)
}
const server = createServer(plain).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))

/** Megabytes a second. */
async function rate(url: string): Promise<number> {
  const began = performance.now()
  for (let at = 0; at < size; at += RANGE) {
    const answer = await fetch(url, { headers: { range: `bytes=${at}-${Math.min(at + RANGE, size) - 1}` } })
    if (answer.status !== 206) throw new Error(`${answer.status} for ${url}`)
    await answer.body!.pipeTo(new WritableStream())
  }
  return size / 1000 / (performance.now() - began)
}
const bare = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const rates = { bare: [] as number[], own: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  rates.bare.push(await rate(bare))
  rates.own.push(await rate(address))
}
const share = median(rates.own.map((own, round) => (100 * own) / rates.bare[round]!))
console.log(`Ranges: ${median(rates.own).toFixed(0)} MB/s, a plain file ${median(rates.bare).toFixed(0)} MB/s`)
console.log(`${share.toFixed(0)} % (median of ${ROUNDS} pairs; ${LEAST} are asked for)`)
if (share < LEAST) process.exitCode = 1
server.close()
