import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import type { Result, Task } from '../api/load.ts'
import { createQueries } from '../api/query-shapes.ts'
import { startServing } from '../api/serving.ts'
import { watchMemory } from '../build/memory.ts'
import { addAccounts } from '../accounts.ts'
import { perSecond, slowest, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import type { Shift, Worked } from './volunteers.ts'

const SIZE = { items: 50_000, people: 3000, organizations: 600, zones: 1500 }
const PEOPLE = 20
const SCANS = 5
/** Items that each volunteer submits, one after the other. */
const ITEMS = 1
/** Queries a burst of reads, and connections. */
const READS = 1100
const CONNECTIONS = 4

const rate = (results: Result[]): number =>
  (1000 * results.reduce((sum, { latencies }) => sum + latencies.length, 0)) /
  results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
const answer = <T>(child: ChildProcess, message: object | string): Promise<T> =>
  new Promise((resolve, reject) => {
    child
      .once('message', (value) => resolve(value as T))
      .once('exit', () => reject(new Error('A process ended early.')))
    child.send(message)
  })

/** The headers with which the volunteers call. */
async function signUp(data: string): Promise<string[]> {
  const roles = Array.from({ length: PEOPLE }, () => 'volunteer' as const)
  const sign = await addAccounts(readConfig({ DATA_DIR: data }), roles)
  return Promise.all(roles.map(async (_, at) => `JWT ${await sign(at + 1)}`))
}

/** Twenty people submit items with five 10-megapixel scans each, while others read: what it costs the readers, and the memory of the server. */
export async function benchUploads(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  const people = await signUp(data)
  const serving = await startServing(data)
  const here = (name: string) => path.join(import.meta.dirname, name)
  const load = fork(here('../api/load.ts'))
  const volunteers = fork(here('volunteers.ts'))
  let shown = 0
  const read = (name: string): Promise<Result> => {
    const paths = createQueries(`${name} ${(shown += 1)}`, READS).map((query) => `/api/items/?${query}`)
    return answer<Result>(load, { base: serving.base, paths, connections: CONNECTIONS } satisfies Task)
  }
  try {
    const shift: Shift = { base: serving.base, people, items: ITEMS, scans: SCANS }
    await answer(volunteers, shift)
    await read('warm')
    say('Reads alone …')
    const alone = [await read('alone'), await read('alone'), await read('alone')]
    say(`${PEOPLE} people upload ${SCANS} scans of 10 megapixels each …`)
    const memory = watchMemory(serving.pid, () => 'uploads')
    const during: Result[] = []
    const state: { worked?: Worked } = {}
    const work = answer<Worked>(volunteers, 'go').then((done) => (state.worked = done))
    while (!state.worked) during.push(await read('beside'))
    const { milliseconds, requests, bytes, failed, limited } = await work
    memory.stop()
    const peak = memory.peak()
    for (const line of failed.slice(0, 5)) say(`FAILED: ${line}`)
    const p99 = (results: Result[]) => slowest(results.flatMap(({ latencies }) => latencies))
    return [
      {
        name: 'Requests that failed and were no stated limit',
        value: failed.length,
        unit: 'requests',
        bound: { most: 0 },
        from: `${requests} requests, ${(bytes / 1e6).toFixed(0)} MB in ${(milliseconds / 1000).toFixed(1)} s, ${limited} asked to come back`,
      },
      {
        name: 'Reads beside uploads, rate against reads alone',
        value: (100 * rate(during)) / rate(alone),
        unit: '%',
        bound: { least: 50 },
        from: `${perSecond(rate(during))} of ${perSecond(rate(alone))}`,
      },
      {
        name: 'Reads beside uploads, slowest percent against reads alone',
        value: p99(during) / p99(alone),
        unit: 'times',
        bound: { most: 3 },
        from: `${p99(during).toFixed(1)} ms of ${p99(alone).toFixed(1)} ms`,
      },
      ...(peak
        ? [
            {
              name: 'Memory of the server and its helpers',
              value: peak.bytes / 2 ** 20,
              unit: 'MiB' as const,
              bound: { most: 700 },
              from: 'the most of four looks a second',
            },
          ]
        : []),
    ]
  } finally {
    load.kill()
    volunteers.kill()
    await serving.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}
