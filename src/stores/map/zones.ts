import { atom } from 'nanostores'
import * as v from 'valibot'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { type ZoneOutline, unpackZones, type ZonesFile, outlineOf } from '#rules/map/zone-outlines.ts'
import { id } from '#contract/fields.ts'
import type { Client } from '#client/client.ts'
import { ApiError, ContractError } from '#client/errors.ts'
import { locationFeature } from '#contract/location.ts'
import { changes } from '#contract/status.ts'
import { latestOnly, type LatestRequest } from '../shared/latest-only.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { ZoneSource } from './map-stores.ts'
import type { MapDeps } from './deps.ts'
import type { Schedule } from '../shared/deps.ts'

/** Rows validated per task, so that the page stays responsive. */
const ROWS_AT_A_TIME = 250

/** True when the server answers but lacks the call or does not allow it. */
const isRefused = (problem: unknown) => problem instanceof ApiError && problem.status < 500 && problem.status !== 429

/** The archive's change counter. `away`: the API does not answer; `unknown`: it has no counter. */
async function readCounter(client: Client, signal: AbortSignal): Promise<number | 'away' | 'unknown'> {
  try {
    const answer = v.safeParse(changes, await client.read('changes', { signal }))
    return answer.success ? answer.output.counter : 'unknown'
  } catch (problem) {
    return isRefused(problem) || problem instanceof ContractError ? 'unknown' : 'away'
  }
}

/** All zones of the API, by number. Invalid rows are left out. `items` is the item count per zone at the last build. Undefined without a valid answer. */
async function readZoneList(
  { client, schedule }: { client: Client; schedule: Schedule },
  items: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<ZoneOutline[] | undefined> {
  const rows = await client.read('locations', { signal }).then(featuresOf, () => undefined)
  if (!rows) return undefined
  const found = new Map<number, ZoneOutline>()
  const former = new Set<number>()
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    if (at > 0) await new Promise<void>((resolve) => schedule(0, resolve))
    if (signal.aborted) return undefined
    for (const row of rows.slice(at, at + ROWS_AT_A_TIME)) {
      const read = v.safeParse(locationFeature, row)
      const pk = read.success ? read.output.properties.pk : undefined
      if (!read.success || found.has(pk!)) continue
      for (const earlier of read.output.properties.predecessors ?? []) former.add(earlier)
      found.set(pk!, outlineOf(read.output, items.get(pk!)))
    }
  }
  for (const pk of former) if (found.has(pk)) found.set(pk, { ...found.get(pk)!, former: true })
  // Not a single valid zone: this is some other answer, so keep what the map has.
  if (rows.length > 0 && found.size === 0) return undefined
  return [...found.values()].sort((a, b) => a.pk - b.pk)
}

function featuresOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  const features = (answer as { features?: unknown } | null | undefined)?.features
  return Array.isArray(features) ? features : undefined
}

interface ReadZones {
  zones: readonly ZoneOutline[]
  /** The archive's change counter at the build; null when the server has none. */
  counter: number | null
}

const finite = v.pipe(v.number(), v.finite())
const head = v.object({
  counter: v.nullable(finite),
  origin: v.tuple([finite, finite]),
  step: finite,
  former: v.optional(v.array(v.number())),
  zones: v.array(v.unknown()),
})
/** Coordinates are checked after unpacking: one that is not a number makes the box not finite. */
const isRings = (rings: unknown): boolean =>
  Array.isArray(rings) && rings.every((ring) => Array.isArray(ring) && ring.length >= 6 && ring.length % 2 === 0)
const row = v.tuple([
  id,
  v.string(),
  v.string(),
  v.array(v.string()),
  finite,
  v.custom<readonly (readonly number[])[]>(isRings),
])

const isDrawn = ({ box }: ZoneOutline) => box === null || box.every(Number.isFinite)

/** Reads `/data/zones.json`. Invalid rows are left out. Undefined when the file is something else. */
function readZonesFile(file: unknown): ReadZones | undefined {
  const read = v.safeParse(head, file)
  if (!read.success) return undefined
  const { zones: rows, ...rest } = read.output
  const zones: ZonesFile['zones'][number][] = []
  for (const each of rows) if (v.is(row, each)) zones.push(each)
  return { zones: unpackZones({ ...rest, zones }).filter(isDrawn), counter: rest.counter }
}

/** Exponential backoff while the API is away, in milliseconds. */
const RETRY_AFTER = { first: 30_000, longest: 5 * 60_000 } as const

/** The zones: the last build's at once, then the API's if something has changed since. */
export function createZones(deps: Pick<MapDeps, 'client' | 'data' | 'schedule' | 'whenOnline'>) {
  const $zones = atom<readonly ZoneOutline[]>([])
  const $source = atom<ZoneSource>('loading')
  const requests = latestOnly()
  const debounce = createDebounce(deps.schedule)
  let byPk = new Map<number, ZoneOutline>()
  let built: ReadZones | undefined
  let wait: number = RETRY_AFTER.first
  let stopListening: (() => void) | undefined

  function show(zones: readonly ZoneOutline[], source: ZoneSource) {
    byPk = new Map(zones.map((zone) => [zone.pk, zone]))
    $zones.set(zones)
    $source.set(source)
  }

  async function readBuilt({ isCurrent }: LatestRequest) {
    const read = await deps.data(MAP_DATA.zones).then(readZonesFile, () => undefined)
    if (!read || !isCurrent()) return
    built = read
    if ($zones.get().length === 0) show(read.zones, 'snapshot')
  }

  async function ask() {
    debounce.cancel()
    const request = requests.next()
    // In parallel with the file.
    const counting = readCounter(deps.client, request.signal)
    if (!built) await readBuilt(request)
    const counter = await counting
    if (!request.isCurrent()) return
    if (typeof counter === 'number' && built?.counter === counter) {
      if ($source.get() !== 'api') show(built.zones, 'api')
      return settle()
    }
    const counts = new Map(built?.zones.map(({ pk, items }) => [pk, items]))
    const zones = counter === 'away' ? undefined : await readZoneList(deps, counts, request.signal)
    if (!request.isCurrent()) return
    if (zones) {
      show(zones, 'api')
      return settle()
    }
    $source.set($zones.get().length > 0 || built ? 'away' : 'none')
    debounce.after(wait, retry)
    wait = Math.min(wait * 2, RETRY_AFTER.longest)
  }
  const retry = () => void ask()
  /** The zones are up to date and stay so until the page is opened again. */
  function settle() {
    stopListening?.()
  }

  return {
    $zones,
    $source,
    zone: (pk: number): ZoneOutline | undefined => byPk.get(pk),
    /** Resolves with the first answer, or when there is none. */
    async start(): Promise<void> {
      stopListening = deps.whenOnline(retry)
      await ask()
    },
  }
}
export type Zones = ReturnType<typeof createZones>
