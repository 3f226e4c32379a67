import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ITEM_TYPES } from '#contract/item.ts'
import { createRandom, type Random } from '#demo/random.ts'
import { startServing } from '../api/serving.ts'
import { slowest, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { VOCABULARY } from '../words.ts'
import { startAttack, writeSite } from './attack-bench.ts'
import { probe } from './probe.ts'
import { runFirst } from './shield.ts'

const SIZE = { items: 22_000, people: 3000, organizations: 600, zones: 1500 }
const CRAWLERS = 1000
/** `CRAWLERS_PAUSE=1000` for crawlers that ask twice as often. Milliseconds from an answer to the next request of a crawler. */
const PAUSE = Number(process.env.CRAWLERS_PAUSE ?? 2000)
/** `CRAWLERS_FIRST=1` on a machine that does other work: it waits for the server and the reader of pages then. */
const { CRAWLERS_FIRST } = process.env
const ROUNDS = 5
const PROBES = 600
const WARM_UP = 4_000

const several = (random: Random, most: number, of: number): string =>
  Array.from({ length: random.int(1, most) }, () => random.int(1, of)).join(',')

/** A filter as links of the collection page have it, drawn at random: they have no end. */
function filterOf(random: Random): string {
  const from = random.int(1831, 2000)
  const parts = [
    random.chance(0.3) && `search=${random.pick(VOCABULARY)}`,
    random.chance(0.5) && `subjects_or=${several(random, 3, 300)}`,
    random.chance(0.4) && `people_or=${several(random, 2, SIZE.people)}`,
    random.chance(0.3) && `organizations=${several(random, 2, SIZE.organizations)}`,
    random.chance(0.4) && `type=${random.pick(ITEM_TYPES)}`,
    `date=${from}0000${from + random.int(1, 60)}9999`,
    `page=${random.int(1, 5)}`,
  ]
  return parts.filter((part) => part !== false).join('&')
}
const ADDRESSES = [
  (random: Random) => `/api/items/?${filterOf(random)}`,
  (random: Random) => `/api/items/facets/?${filterOf(random)}`,
  (random: Random) => `/collection/?${filterOf(random)}`,
]

/** A static page while a thousand crawlers that heed no robots.txt follow filters and facets without end, each from an address of its own, against a quiet server. */
export async function benchCrawlers(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  writeSite(data)
  const serving = await startServing(data, { LOG: '0', NODE_ENV: 'production' })
  if (CRAWLERS_FIRST) runFirst(process.pid, serving.pid)
  const read = () => probe(serving.base, () => '/', PROBES)
  const quiet: number[] = []
  const busy: number[] = []
  try {
    await read()
    for (let round = 0; round < ROUNDS; round++) {
      // In turn: what else the machine does meets both.
      const before = await read()
      const random = createRandom(`crawlers ${round}`)
      const paths = Array.from({ length: 30_000 }, (_, at) => ADDRESSES[at % ADDRESSES.length]!(random))
      const crawlers = startAttack({ base: serving.base, paths, connections: CRAWLERS, from: '198.51.*', pause: PAUSE })
      await wait(WARM_UP)
      const began = performance.now()
      const meanwhile = await read()
      const seconds = (performance.now() - began) / 1000
      say(
        `${slowest(meanwhile).toFixed(1)} of ${slowest(before).toFixed(1)} ms in ${seconds.toFixed(0)} s; the crawlers got ${await crawlers.stop()}`,
      )
      quiet.push(...before)
      busy.push(...meanwhile)
      await wait(WARM_UP)
    }
  } finally {
    await serving.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
  return [
    {
      name: 'A static page beside 1,000 crawlers, slowest percent, against a quiet server',
      value: slowest(busy) / slowest(quiet),
      unit: 'times',
      bound: { most: 2 },
      from: `${slowest(busy).toFixed(1)} of ${slowest(quiet).toFixed(1)} ms; each crawler asks ${PAUSE} ms after its last answer`,
    },
  ]
}
