import { fork } from 'node:child_process'
import path from 'node:path'
import { median, slowest } from '../figures.ts'
import { ask } from './ask.ts'
import type { openDirect } from './direct.ts'
import type { Result } from './load.ts'
import { SHAPES, createQueries } from './query-shapes.ts'

export const SHAPE_COUNT = Object.keys(SHAPES).length
const CONNECTIONS = 4

const rate = (result: Result): number => (1000 * result.latencies.length) / result.milliseconds
export const address = (query: string): string => `/api/items/?${query}`

/** Medians of the rounds: calls a second, and milliseconds of the slowest percent at one connection, directly and over HTTP, and their ratios. */
export interface Rounds {
  direct: number
  served: number
  ratio: number
  directSlowest: number
  servedSlowest: number
  slowestRatio: number
}

interface Measured {
  base: string
  direct: ReturnType<typeof openDirect>
  rounds: number
  /** Queries a round. */
  queries: number
}

/** The same queries directly and over HTTP, in turn, so that a busy moment of the machine meets both. */
export async function measureRounds({ base, direct, rounds, queries }: Measured): Promise<Rounds> {
  const load = fork(path.join(import.meta.dirname, 'load.ts'))
  try {
    const send = (list: string[], connections: number) => ask(load, { base, paths: list.map(address), connections })
    await direct.run(createQueries('warm', queries))
    await send(createQueries('warm', queries), CONNECTIONS)
    const measured = []
    for (let round = 0; round < rounds; round++) {
      const list = createQueries(`round ${round}`, queries)
      const alone = createQueries(`one connection ${round}`, queries)
      measured.push({
        direct: rate(await direct.run(list)),
        served: rate(await send(list, CONNECTIONS)),
        directSlowest: slowest((await direct.run(alone)).latencies),
        servedSlowest: slowest((await send(alone, 1)).latencies),
      })
    }
    return {
      direct: median(measured.map((round) => round.direct)),
      served: median(measured.map((round) => round.served)),
      ratio: median(measured.map((round) => round.served / round.direct)),
      directSlowest: median(measured.map((round) => round.directSlowest)),
      servedSlowest: median(measured.map((round) => round.servedSlowest)),
      slowestRatio: median(measured.map((round) => round.servedSlowest / round.directSlowest)),
    }
  } finally {
    load.kill()
  }
}
