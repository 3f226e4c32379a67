import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { startOwnPostgres } from '../../postgres/server.ts'
import { ask } from '../api/ask.ts'
import { createQueries, SHAPES } from '../api/query-shapes.ts'
import { startServing, type Serving } from '../api/serving.ts'
import { median, perSecond, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

const SIZE = { items: 20_000, people: 1500, organizations: 300, zones: 800 }
/** Queries a round for each process, and rounds: one and two processes take turns, so that a busy moment of the machine meets both. */
const ROUND = 40 * Object.keys(SHAPES).length
const ROUNDS = 5
const CONNECTIONS = 4
const CORES = { one: '0', two: '0,1' }

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  const found = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
  return found.split('\n').filter(Boolean).map(Number)
}

/** Keeps processes, with all their threads, on these cores. */
function keepOn(cores: string, pids: readonly number[]): void {
  for (const pid of pids) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])
}

/**
 * What a second processor and a second process bring: one API process, the database and whoever asks on one core, against two API processes with
 * the same on two.
 */
export async function benchProcesses(say: (line: string) => void): Promise<Figure[]> {
  if (availableParallelism() < 2) throw new Error('This is measured on a machine with two cores.')
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items on PostgreSQL …`)
  const postgres = await startOwnPostgres()
  const environment = { DATABASE_URL: postgres.url('postgres'), NIGHTLY_BUILD: 'off', REBUILD_DELAY: '3600', LOG: '0' }
  const data = await makeLargeArchive(SIZE, environment.DATABASE_URL)
  const servers: Serving[] = []
  const loads: ChildProcess[] = []
  try {
    for (let at = 0; at < 2; at++) {
      servers.push(await startServing(data, environment))
      loads.push(fork(path.join(import.meta.dirname, '../api/load.ts')))
    }
    const everything = () => [
      ...[postgres.pid(), ...childrenOf(postgres.pid())],
      ...servers.map(({ pid }) => pid),
      ...loads.map(({ pid }) => pid!),
    ]
    /** Answers a second of so many servers at the same time. */
    const measure = async (count: number, cores: string, name: string) => {
      keepOn(cores, everything())
      const began = performance.now()
      const results = await Promise.all(
        servers.slice(0, count).map(({ base }, at) => {
          const paths = createQueries(`${name} ${at}`, ROUND).map((query) => `/api/items/?${query}`)
          return ask(loads[at]!, { base, paths, connections: CONNECTIONS })
        }),
      )
      const answers = results.reduce((sum, { latencies }) => sum + latencies.length, 0)
      return (1000 * answers) / (performance.now() - began)
    }
    await measure(2, CORES.two, 'warm')
    say(
      `${Object.keys(SHAPES).length} query shapes, ${ROUNDS} rounds of ${ROUND} queries a process, with one and two in turn …`,
    )
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const one = await measure(1, CORES.one, `one ${round}`)
      rounds.push({ one, two: await measure(2, CORES.two, `two ${round}`) })
    }
    const rates = [median(rounds.map(({ one }) => one)), median(rounds.map(({ two }) => two))]
    return [
      {
        name: 'Two API processes on two cores, against one on one',
        value: median(rounds.map(({ one, two }) => two / one)),
        unit: 'times',
        bound: { least: 1.7 },
        from: `${perSecond(rates[1]!)} and ${perSecond(rates[0]!)}; PostgreSQL and the clients on the same cores; only on a machine that does nothing else`,
      },
    ]
  } finally {
    for (const load of loads) load.kill()
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}
