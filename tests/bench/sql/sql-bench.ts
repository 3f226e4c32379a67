import type { Figure } from '../figures.ts'
import { openDirect } from '../api/direct.ts'
import { SHAPES, queriesOf } from '../api/query-shapes.ts'
import { makeArchives } from './archives.ts'

const ITEMS = 50_000
/** Queries of each shape. */
const QUERIES = 500

/** Milliseconds: the median, and the slowest percent. */
const BOUNDS: Readonly<Record<string, readonly [median: number, slowest: number]>> = {
  'two words': [3, 25],
  'a collection and a type': [1.5, 10],
}
const OTHER_SHAPES = [5, 10] as const

/** The SQL of `/api/items/` by itself, called in this process: each shape on both databases. */
export async function benchSql(say: (line: string) => void): Promise<Figure[]> {
  const archives = await makeArchives(ITEMS, say)
  try {
    const figures: Figure[] = []
    for (const [name, address] of Object.entries(archives.addresses)) {
      say(`${QUERIES} queries of each shape on ${name} …`)
      const direct = openDirect(address)
      for (const shape of Object.keys(SHAPES)) await direct.run(queriesOf(shape, 'warm', 50))
      for (const shape of Object.keys(SHAPES)) {
        const { latencies } = await direct.run(queriesOf(shape, 'measured', QUERIES))
        figures.push(
          ...figuresOf(
            `${name}: ${shape}`,
            latencies.sort((a, b) => a - b),
            BOUNDS[shape] ?? OTHER_SHAPES,
          ),
        )
      }
      await direct.close()
    }
    return figures
  } finally {
    await archives.stop()
  }
}

function figuresOf(name: string, sorted: number[], [median, slowest]: readonly [number, number]): Figure[] {
  const at = (part: number) => sorted[Math.floor(part * sorted.length)]!
  const from = `${QUERIES} queries, slowest ${at(1 - 1 / QUERIES).toFixed(1)} ms`
  return [
    { name, value: at(0.5), unit: 'ms', bound: { most: median }, from },
    { name: `${name}, slowest percent`, value: at(0.99), unit: 'ms', bound: { most: slowest }, from },
  ]
}
