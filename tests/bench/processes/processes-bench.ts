import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { startOwnPostgres } from '../../postgres/server.ts'
import { ask } from '../api/ask.ts'
import { createQueries, SHAPES } from '../api/query-shapes.ts'
import { startServing, type Serving } from '../api/serving.ts'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

const SIZE = { items: 20_000, people: 1500, organizations: 300, zones: 800 }
/** Queries a round for each process, and rounds: one and two processes take turns, so that a busy moment of the machine meets both. */
const ROUND = 40 * Object.keys(SHAPES).length
const ROUNDS = 5
const CONNECTIONS = 4
const CORES = { one: '0', two: '0,1' }

/** Clock ticks a second (getconf CLK_TCK). */
const TICKS = 100

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!
const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  const found = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
  return found.split('\n').filter(Boolean).map(Number)
}

/** Seconds of processor time that processes have used (proc(5)), with those that the first one has started and that have ended. */
function processorTime([first, ...others]: readonly number[]): number {
  const fields = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  const own = ([, , , , , , , , , , , user = 0, system = 0]: number[]) => user + system
  const [, , , , , , , , , , , , , ended = 0, endedSystem = 0] = fields(first!)
  return [first!, ...others].reduce((sum, pid) => sum + own(fields(pid)), ended + endedSystem) / TICKS
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
    /** Answers of so many servers at the same time: a second, and a second of processor time, which a busy machine does not change. */
    const measure = async (count: number, cores: string, name: string) => {
      keepOn(cores, everything())
      const [began, used] = [performance.now(), processorTime(everything())]
      const results = await Promise.all(
        servers.slice(0, count).map(({ base }, at) => {
          const paths = createQueries(`${name} ${at}`, ROUND).map((query) => `/api/items/?${query}`)
          return ask(loads[at]!, { base, paths, connections: CONNECTIONS })
        }),
      )
      const answers = results.reduce((sum, { latencies }) => sum + latencies.length, 0)
      const work = processorTime(everything()) - used
      return { rate: (1000 * answers) / (performance.now() - began), perWork: answers / work }
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
    const rates = [median(rounds.map(({ one }) => one.rate)), median(rounds.map(({ two }) => two.rate))]
    const work = [median(rounds.map(({ one }) => one.perWork)), median(rounds.map(({ two }) => two.perWork))]
    return [
      {
        name: 'Two API processes on two cores, against one on one',
        value: median(rounds.map(({ one, two }) => two.rate / one.rate)),
        unit: 'times',
        bound: { least: 1.7 },
        from: `${perSecond(rates[1]!)} and ${perSecond(rates[0]!)}; PostgreSQL and the clients on the same cores; only on a machine that does nothing else`,
      },
      {
        name: 'Answers for the same processor time, two processes against one',
        value: (100 * work[1]!) / work[0]!,
        unit: '%',
        from: `${work[1]!.toFixed(0)} and ${work[0]!.toFixed(0)} for each second; 100 % is twice as many on two free cores`,
      },
    ]
  } finally {
    for (const load of loads) load.kill()
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}
