import { rmSync } from 'node:fs'
import path from 'node:path'
import type autocannon from 'autocannon'
import { perSecond, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { cannon } from './cannon.ts'
import { openDirect } from './direct.ts'
import { createQueries } from './query-shapes.ts'
import { SHAPE_COUNT, address, measureRounds } from './rounds.ts'
import { startServing } from './serving.ts'

const SIZE = { items: 50_000, people: 3000, organizations: 600, zones: 1500 }
/** Queries a round, and rounds. */
const ROUND = 100 * SHAPE_COUNT
const ROUNDS = 5
/** The same answer for every client: compression would be measured on one side only. */
const PLAIN = { 'accept-encoding': 'identity' }

/** `/api/items/` over HTTP against the same SQL called directly: rates, the slowest percent, repeated queries, 304s. */
export async function benchApi(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  const serving = await startServing(data)
  const direct = openDirect(path.join(data, 'archive.db'))
  try {
    say(`${SHAPE_COUNT} query shapes, ${ROUNDS} rounds of ${ROUND} queries, directly and over HTTP in turn …`)
    const rounds = await measureRounds({ base: serving.base, direct, rounds: ROUNDS, queries: ROUND })
    const { served } = rounds
    const [repeated, notModified] = await repeatedRates(serving.base)
    const ms = (value: number): string => `${value.toFixed(2)} ms`
    return [
      {
        name: 'Items over HTTP, rate against direct SQL',
        value: rounds.ratio * 100,
        unit: '%',
        bound: { least: 70 },
        from: `${perSecond(served)} of ${perSecond(rounds.direct)}`,
      },
      {
        name: 'Slowest percent at one connection, against direct SQL',
        value: rounds.slowestRatio,
        unit: 'times',
        bound: { most: 1.5 },
        from: `${ms(rounds.servedSlowest)} of ${ms(rounds.directSlowest)}`,
      },
      {
        name: 'A repeated query, against the mix over HTTP',
        value: repeated / served,
        unit: 'times',
        bound: { least: 3 },
        from: perSecond(repeated),
      },
      {
        name: 'A 304, against the mix over HTTP',
        value: notModified / served,
        unit: 'times',
        bound: { least: 20 },
        from: perSecond(notModified),
      },
    ]
  } finally {
    await direct.close()
    await serving.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Queries of all shapes again and again: answered whole, and answered 304 to a browser that has them. Calls a second. */
async function repeatedRates(base: string): Promise<[repeated: number, notModified: number]> {
  const paths = createQueries('repeated', SHAPE_COUNT).map(address)
  const tags = await Promise.all(
    paths.map(async (where) => (await fetch(base + where, { headers: PLAIN })).headers.get('etag') ?? ''),
  )
  if (tags.includes('')) throw new Error('/api/items/ answers without an ETag.')
  const measure = (requests: autocannon.Request[], expected: number) => cannon(base, requests, { seconds: 4, expected })
  const whole = await measure(
    paths.map((where) => ({ path: where })),
    200,
  )
  const unchanged = await measure(
    paths.map((where, at) => ({ path: where, headers: { 'if-none-match': tags[at]! } })),
    304,
  )
  return [whole, unchanged]
}
