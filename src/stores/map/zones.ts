import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { MAP_DATA } from '#rules/zone-overview.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { createTurns, type Turn } from '../shared/turns.ts'
import { createPause } from '../shared/waits.ts'
import type { ZoneSource } from './map-stores.ts'
import type { MapParts } from './parts.ts'
import { readCounter, readZoneList } from './zones-api.ts'
import { readZonesFile, type ReadZones } from './zones-file.ts'

/** Milliseconds until an API that was away is asked again: this long at first, then twice as long each time, up to the longest. */
const ASK_AGAIN = { first: 30_000, longest: 5 * 60_000 } as const

export type ZonesParts = Pick<MapParts, 'data' | 'later' | 'whenOnline'> & { client: Client }

/** The zones: those of the last build at once, then the API's where something has changed since. */
export function createZones(parts: ZonesParts) {
  const $zones = atom<readonly ZoneOutline[]>([])
  const $source = atom<ZoneSource>('loading')
  const turns = createTurns()
  const pause = createPause(parts.later)
  let byPk = new Map<number, ZoneOutline>()
  let built: ReadZones | undefined
  let wait: number = ASK_AGAIN.first
  let stopListening: (() => void) | undefined

  function show(zones: readonly ZoneOutline[], source: ZoneSource) {
    byPk = new Map(zones.map((zone) => [zone.pk, zone]))
    $zones.set(zones)
    $source.set(source)
  }

  async function readBuilt(turn: Turn) {
    const read = await parts.data(MAP_DATA.zones).then(readZonesFile, () => undefined)
    if (!read || !turn.isCurrent()) return
    built = read
    if ($zones.get().length === 0) show(read.zones, 'snapshot')
  }

  async function ask() {
    pause.cancel()
    const turn = turns.next()
    // The counter is small: it is asked for while the file is on its way.
    const counting = readCounter(parts.client, turn.signal)
    if (!built) await readBuilt(turn)
    const counter = await counting
    if (!turn.isCurrent()) return
    if (typeof counter === 'number' && built?.counter === counter) {
      if ($source.get() !== 'api') show(built.zones, 'api')
      return settle()
    }
    const counts = new Map(built?.zones.map(({ pk, items }) => [pk, items]))
    const zones = counter === 'away' ? undefined : await readZoneList(parts, counts, turn.signal)
    if (!turn.isCurrent()) return
    if (zones) {
      show(zones, 'api')
      return settle()
    }
    $source.set($zones.get().length > 0 || built ? 'away' : 'none')
    pause.after(wait, again)
    wait = Math.min(wait * 2, ASK_AGAIN.longest)
  }
  const again = () => void ask()
  /** Nothing is asked any more until the next visit: whoever wants what is newer yet, opens the page again. */
  function settle() {
    wait = ASK_AGAIN.first
    stopListening?.()
    stopListening = undefined
  }

  return {
    $zones,
    $source,
    zone: (pk: number): ZoneOutline | undefined => byPk.get(pk),
    /** Resolves when the first answer is there, or there is none. */
    async start(): Promise<void> {
      stopListening ??= parts.whenOnline(again)
      await ask()
    },
    stop() {
      turns.end()
      pause.cancel()
      settle()
    },
  }
}
export type Zones = ReturnType<typeof createZones>
