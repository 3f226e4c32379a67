import type { Figure } from '../figures.ts'
import { benchLargeBuild } from '../build/large-build.ts'
import { openDirect } from '../api/direct.ts'
import { SHAPE_COUNT, measureRounds } from '../api/rounds.ts'
import { startServing } from '../api/serving.ts'
import { makeArchives } from './archives.ts'

const ITEMS = 500_000
const ROUND = 40 * SHAPE_COUNT
const ROUNDS = 3

/** A county's archive: its queries, and its site. */
export async function benchLarge(say: (line: string) => void): Promise<Figure[]> {
  return [...(await benchLargeQueries(say)), ...(await benchLargeBuild(say))]
}

/** `/api/items/` over HTTP, against the same queries called directly, on both databases. */
async function benchLargeQueries(say: (line: string) => void): Promise<Figure[]> {
  const archives = await makeArchives(ITEMS, say)
  try {
    const figures: Figure[] = []
    for (const name of ['SQLite', 'PostgreSQL'] as const) {
      const address = archives.addresses[name]
      say(`${SHAPE_COUNT} query shapes on ${name}, ${ROUNDS} rounds of ${ROUND} queries …`)
      const serving = await startServing(archives.folders[name], name === 'SQLite' ? {} : { DATABASE_URL: address })
      const direct = openDirect(address)
      try {
        const rounds = await measureRounds({ base: serving.base, direct, rounds: ROUNDS, queries: ROUND })
        const of = (one: number, other: number, unit: string) =>
          `${one.toFixed(0)}${unit} of ${other.toFixed(0)}${unit}`
        figures.push(
          {
            name: `${name}: items over HTTP, rate against direct SQL`,
            value: rounds.ratio * 100,
            unit: '%',
            bound: { least: 70 },
            from: of(rounds.served, rounds.direct, '/s'),
          },
          {
            name: `${name}: slowest percent over HTTP`,
            value: rounds.servedSlowest,
            unit: 'ms',
            bound: { most: 150 },
            from: of(rounds.servedSlowest, rounds.directSlowest, ' ms'),
          },
        )
      } finally {
        await direct.close()
        await serving.stop()
      }
    }
    return figures
  } finally {
    await archives.stop()
  }
}
