import { Readable } from 'node:stream'
import type { Client } from '#client/client.ts'
import { CLIENT_TIMEOUT } from '#contract/limits.ts'
import type { Person } from '#contract/person.ts'
import type { ScanLink } from '#contract/scan.ts'
import { type Memory, openMemory } from './memory.ts'
import { readPictureSize } from './read-size.ts'
import type { SnapshotLists } from '../plans.ts'

/** Pictures that one build reads at most: the next ones read the others. */
const MOST = 3_000
/** After so many failures in a row the server is left alone. */
const FAILURES = 10

interface MeasureOptions {
  /** Concurrent calls. */
  inFlight: number
  most?: number
  timeout?: number
}
interface Wanted {
  scans: readonly ScanLink[]
  people: readonly Person[]
  memory: Memory
}

/** Reads the size of each scan, and whether each person has a portrait, and adds it. What is not known yet stays unknown; the notes tell. */
async function measurePictures(client: Client, wanted: Wanted, options: MeasureOptions): Promise<string[]> {
  const { scans, people, memory } = wanted
  const { inFlight, most = MOST, timeout = CLIENT_TIMEOUT } = options
  const portraitOf = (id: number) => client.address('personImage', { path: { id } })
  const scanOf = (id: number) => client.address('scanImage', { path: { id } })

  const addresses = new Set([...people.map(({ id }) => portraitOf(id)), ...scans.map(({ id }) => scanOf(id))])
  const unknown = () => [...addresses].filter((address) => memory.sizeOf(address) === undefined)
  let [failures, failed] = [0, 0]
  const read = async (address: string) => {
    if (failures >= FAILURES) return
    try {
      memory.setSize(address, await readPictureSize(address, timeout))
      failures = 0
    } catch {
      failures += 1
      failed += 1
    }
  }
  await Readable.from(unknown().slice(0, most)).forEach(read, { concurrency: inFlight })
  memory.save(addresses)

  for (const person of people) {
    const size = memory.sizeOf(portraitOf(person.id))
    if (size !== undefined) person.image = size && { ...size, version: '' }
  }
  for (const scan of scans) Object.assign(scan, memory.sizeOf(scanOf(scan.id)))
  const left = unknown().length
  if (left === 0) return []
  const why = failed > 0 ? 'the server did not answer' : `a build reads ${most} at most`
  return [`Pictures whose size is not known yet: ${left}, because ${why}. The next build goes on.`]
}

interface Options extends MeasureOptions {
  /** File in which answers are remembered. */
  memory: string
  now?: number
}

/**
 * Adds to `lists` what servers of the contract alone do not tell: sizes of pictures, who has a portrait, and since when an item is published (since a build
 * had it first). Returns notes for the build report.
 */
export async function fillIn(client: Client, lists: SnapshotLists, options: Options): Promise<string[]> {
  const scans = lists.items.flatMap((item) => item.item_scans.filter((scan) => !scan.width || !scan.height))
  const people = lists.people.filter((person) => person.image === undefined)
  const undated = lists.items.filter((item) => !item.published_at && !item.updated_at)
  if (scans.length + people.length + undated.length === 0) return []
  const memory = openMemory(options.memory, client.base, options.now)
  for (const item of undated) item.published_at = memory.firstSeen(item.id)
  return measurePictures(client, { scans, people, memory }, options)
}
