import { fork } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServing } from '../api/serving.ts'
import { slowest, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { ATTACKS, createAttack } from './search-attack.ts'
import type { AttackTask } from './attacker.ts'
import { probe } from './probe.ts'

const SIZE = { items: 50_000, people: 3000, organizations: 600, zones: 1500 }
const CONNECTIONS = 20
/** Reads of each kind while it is quiet, and during each attack. */
const PROBES = 400
const MOST_TIMES = 5
const MOST_MS = 50
const WARM_UP = 3_000
type Kind = 'item' | 'page'
/** Milliseconds of every read. */
type Reads = Record<Kind, readonly number[]>
interface Round {
  attack: string
  quiet: Reads
  attacked: Reads
}

/** A site of one page, and that of collections, is enough: what carries a page is the same for all of them. */
export function writeSite(data: string): void {
  const release = path.join(data, 'site', 'releases', 'bench', 'public')
  mkdirSync(path.join(release, 'collection'), { recursive: true })
  for (const page of ['index.html', 'collection/index.html'])
    writeFileSync(path.join(release, page), `<!doctype html><title>A page</title>${'<p>Of the town.</p>'.repeat(500)}`)
  symlinkSync('releases/bench/public', path.join(data, 'site', 'current'))
}

/** Reads of one item and of a static page while twenty connections ask for the dearest searches, against the same on a quiet server. */
export async function benchAttack(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  try {
    writeSite(data)
    return await measureAttacks(data, say)
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function measureAttacks(data: string, say: (line: string) => void): Promise<Figure[]> {
  const serving = await startServing(data)
  // Published ones (every twentieth is a draft), each time another: no answer is there from before.
  let item = 0
  const kinds = { item: () => `/api/item/${((item += 21) % SIZE.items) + (item % 20 === 0 ? 1 : 0)}/`, page: () => '/' }
  const measure = async (probes: number): Promise<Reads> => ({
    item: await probe(serving.base, kinds.item, probes),
    page: await probe(serving.base, kinds.page, probes),
  })
  const load = () => os.loadavg()[0]!.toFixed(1)
  try {
    await measure(PROBES)
    const rounds: Round[] = []
    for (const [at, attack] of [...Object.keys(ATTACKS), 'all', 'all'].entries()) {
      // Quiet and attacked in turn: what else the machine does meets both.
      const quiet = await measure(PROBES)
      // From twenty addresses, which the share of one address does not stop; at last from one, which it does.
      const from = at > Object.keys(ATTACKS).length ? '192.0.2.1' : `198.${at}.*`
      const paths = createAttack(attack, 4000)
      const attacker = startAttack({ base: serving.base, paths, connections: CONNECTIONS, from })
      await pause(WARM_UP)
      const attacked = await measure(PROBES)
      const statuses = await attacker.stop()
      const told = (kind: Kind) =>
        `${kind} ${slowest(attacked[kind]).toFixed(1)} of ${slowest(quiet[kind]).toFixed(1)} ms`
      say(`${attack} from ${from}: ${told('item')}, ${told('page')}; load ${load()}; the attacker got ${statuses}`)
      rounds.push({ attack, quiet, attacked })
      await pause(WARM_UP)
    }
    return (['item', 'page'] as const).flatMap((kind): Figure[] => {
      const name = kind === 'item' ? '/api/item/{id}/' : 'A static page'
      // The slowest percent of 400 reads is four of them: what quiet means is told by all quiet rounds together, an attack by its own.
      const quiet = slowest(rounds.flatMap((round) => round.quiet[kind]))
      const [worst] = rounds
        .map(({ attack, attacked }) => ({ attack, ms: slowest(attacked[kind]) }))
        .toSorted((a, b) => b.ms - a.ms)
      const from = `${worst!.ms.toFixed(1)} of ${quiet.toFixed(1)} ms (${worst!.attack}; load ${load()})`
      return [
        {
          name: `${name} during a search attack, slowest percent, against a quiet server`,
          value: worst!.ms / quiet,
          unit: 'times',
          bound: { most: MOST_TIMES },
          from,
        },
        {
          name: `${name} during a search attack, slowest percent`,
          value: worst!.ms,
          unit: 'ms',
          bound: { most: MOST_MS },
          from,
        },
      ]
    })
  } finally {
    await serving.stop()
  }
}

/** Starts an attacker; `stop` answers how many answers it got of each status. */
export function startAttack(task: AttackTask): { stop(): Promise<string> } {
  const child = fork(path.join(import.meta.dirname, 'attacker.ts'))
  child.send(task)
  return {
    stop: () =>
      new Promise((resolve) => {
        child.once('message', (statuses) => {
          child.disconnect()
          resolve(JSON.stringify(statuses))
        })
        child.send('stop')
      }),
  }
}
