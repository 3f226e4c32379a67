import { atom } from 'nanostores'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { latestOnly, type LatestRequest } from '../shared/latest-only.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { ZoneSource } from './map-stores.ts'
import type { MapDeps } from './deps.ts'
import { readCounter, readZoneList } from './zones-api.ts'
import { readZonesFile, type ReadZones } from './zones-file.ts'

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
