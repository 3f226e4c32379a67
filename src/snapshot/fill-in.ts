import { Readable } from 'node:stream'
import type { Client } from '#client/client.ts'
import { CLIENT_TIMEOUT } from '#contract/limits.ts'
import type { Person } from '#contract/person.ts'
import type { ScanLink } from '#contract/scan.ts'
import type { SnapshotLists } from './plans.ts'
import sharp from 'sharp'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { timestamp } from '#contract/fields.ts'

/** Pictures that one build reads at most: the next ones read the others. */
const MOST = 3_000
/** After so many failures in a row the server is left alone. */
const FAILURES = 10

interface MeasureOptions {
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

/** Pixels, upright. */
export interface PictureSize {
  width: number
  height: number
}

/** Bytes in which most formats have said their size; if not, the rest is read too, up to MOST_BYTES. */
const ENOUGH = 64 * 1024
const MOST_BYTES = 64 * 1024 * 1024

/** The size of the picture at an address; null if there is none. Throws if that is not known: no answer, a busy server. */
async function readPictureSize(address: string, timeout: number): Promise<PictureSize | null> {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeout)])
  try {
    const response = await fetch(address, { headers: { accept: 'image/*' }, signal })
    if ([400, 401, 403, 404, 410].includes(response.status)) return null
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    const chunks: Uint8Array[] = []
    let bytes = 0
    let next = ENOUGH
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes < next) continue
      const size = await sizeIn(chunks)
      if (size || bytes > MOST_BYTES) return size
      next *= 8
    }
    return await sizeIn(chunks)
  } finally {
    // What was not read is not sent.
    ending.abort()
  }
}

/** Null if the bytes are not those of a picture, or too few. */
async function sizeIn(chunks: readonly Uint8Array[]): Promise<PictureSize | null> {
  try {
    const { autoOrient } = await sharp(Buffer.concat(chunks)).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}

const WEEK = 7 * 24 * 60 * 60 * 1000
/** Milliseconds after which a picture is looked at again: it may have been replaced. A missing one is looked for again after a week. */
const KEPT = 4 * WEEK

/** `size` in pixels, null where there is no picture; `at` in milliseconds. */
const picture = v.object({ at: v.number(), size: v.nullable(v.object({ width: v.number(), height: v.number() })) })
const file = v.object({
  server: v.string(),
  pictures: v.record(v.string(), picture),
  /** When a build had the item first, by its id. */
  items: v.record(v.string(), timestamp),
})
export type Memory = ReturnType<typeof openMemory>

/** What earlier builds have found out about a server that does not tell it. `now` in milliseconds. */
function openMemory(path: string, server: string, now = Date.now()) {
  const before = readMemory(path, server)
  const pictures = new Map(Object.entries(before.pictures))
  for (const [address, { at, size }] of pictures) if (now - at > (size ? KEPT : WEEK)) pictures.delete(address)
  const items: Record<string, string> = {}
  return {
    sizeOf: (address: string) => pictures.get(address)?.size,
    setSize: (address: string, size: v.InferOutput<typeof picture>['size']) =>
      void pictures.set(address, { at: now, size }),
    firstSeen: (item: number): string => (items[item] = before.items[item] ?? new Date(now).toISOString()),
    /** Forgets items that were not asked for, and pictures but these. */
    save(wanted: ReadonlySet<string>) {
      const kept = Object.fromEntries([...pictures].filter(([address]) => wanted.has(address)))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify({ server, pictures: kept, items }))
    },
  }
}

function readMemory(path: string, server: string): v.InferOutput<typeof file> {
  const nothing = { server, pictures: {}, items: {} }
  try {
    const memory = v.parse(file, JSON.parse(readFileSync(path, 'utf8')))
    return memory.server === server ? memory : nothing
  } catch {
    // None yet, or not readable: all is read again.
    return nothing
  }
}
