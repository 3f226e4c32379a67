import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { publishings } from '../publish/publish-bench.ts'
import { growOnSqlite } from '../sql/grow-items.ts'
import { build, memoryFigure, readReport } from './build-bench.ts'
import type { Peak } from './memory.ts'

/** `LARGE_BUILD_ITEMS=20000` for a smaller one. It is compared with one a tenth as large. */
const ITEMS = Number(process.env.LARGE_BUILD_ITEMS ?? 500_000)
/** More items than these are repetitions of them: an import of all would take an hour. */
const MOST_IMPORTED = 50_000
/** A county has more people than a town in proportion to its items, but not more streets. */
const MOST_ZONES = 20_000
const MOST_MEMORY = 4096
/** Milliseconds in which a process reads the archive and is ready for the next publishing. */
const READY = 60_000

interface Built {
  pages: number
  seconds: number
  peak: Peak | undefined
}

/** The whole site of a county's archive, against that of a tenth of it: pages per second, memory, and one item published. Takes hours on two cores. */
export async function benchLargeBuild(say: (line: string) => void): Promise<Figure[]> {
  const small = await builtSite(say, ITEMS / 10)
  rmSync(small.data, { recursive: true, force: true, maxRetries: 10 })
  let large: Built | undefined
  say(`An archive of ${ITEMS.toLocaleString('en')} items …`)
  const data = await countyArchive(ITEMS)
  const buildSite = async () => (large = await wholeBuild(data))
  const [one] = await publishings(say, data, 0, { buildSite, ready: READY })
  const rate = ({ pages, seconds }: Built) => pages / seconds
  const text = (built: Built) => `${rate(built).toFixed(0)} pages/s of ${built.pages.toLocaleString('en')}`
  const from = `${ITEMS.toLocaleString('en')} items`
  return [
    {
      name: `Whole build: pages per second, against that of a tenth of the items`,
      value: (rate(large!) / rate(small)) * 100,
      unit: '%',
      bound: { least: 80 },
      from: `${text(large!)}; ${text(small)}`,
    },
    ...(large!.peak ? [memoryFigure(`Whole build of ${from}: memory at its peak`, large!.peak, MOST_MEMORY)] : []),
    {
      name: `One item published among ${from}: live after`,
      ...{ value: one!, unit: 's', bound: { most: 30 }, from: 'median of 5' },
    },
  ]
}

async function builtSite(say: (line: string) => void, items: number): Promise<Built & { data: string }> {
  say(`An archive of ${items.toLocaleString('en')} items …`)
  const data = await countyArchive(items)
  say('Building the whole site …')
  return { data, ...(await wholeBuild(data)) }
}

async function wholeBuild(data: string): Promise<Built> {
  const { seconds, peak } = await build(data)
  return { pages: readReport(data).counts.pages!, seconds, peak }
}

/** A data folder with an archive of so many items, and people, organizations and zones in proportion. */
async function countyArchive(items: number): Promise<string> {
  const imported = Math.min(items, MOST_IMPORTED)
  const size = { people: items / 5, organizations: items / 20, zones: Math.min(MOST_ZONES, items / 14) }
  const data = await makeLargeArchive({ items: imported, ...roundUp(size) })
  rmSync(path.join(data, 'bundle'), { recursive: true, force: true })
  if (items > imported) await growOnSqlite(path.join(data, 'archive.db'), imported, Math.ceil(items / imported))
  return data
}

const roundUp = <Size extends object>(size: Size): Size =>
  Object.fromEntries(Object.entries(size).map(([name, value]) => [name, Math.ceil(value as number)])) as Size
