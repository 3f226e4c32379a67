import { useEffect, useId, useState } from 'react'
import type { Client } from '#client/client.ts'
import { type LoadError, loadErrorOf } from '#client/errors.ts'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import { MAP_DATA, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { ZoneView } from '#views/zone.ts'
import { RecordPopup } from './RecordPopup.tsx'
import { openClicked } from './clicked-record.ts'
import { loadZone } from './load-zone.ts'
import '#islands/behaviours/items.ts'
import '#islands/behaviours/record-tabs.ts'
import '#islands/behaviours/year-cursor.ts'

/** What the overview shows. `from`: the last build, the API, or the last build because the API does not answer (`away`). */
export type WatchedZone = { state: 'loading' } | { state: 'ready'; zone: ZoneView; from: 'build' | 'api' | 'away' }

interface WatchOptions {
  pk: number
  client: Client
  /** Reads a file of the last build; null if there is none. */
  data: (path: string, signal: AbortSignal) => Promise<unknown>
  /** `MAP_DATA.zone(pk)` */
  path: string
  around?: readonly ZoneOutline[]
  show: (zone: WatchedZone) => void
  /** Called when neither the archive nor the last build has it, or the archive says that it was withdrawn. */
  lose: (why: LoadError) => void
}

/** Shows a zone from the last build at once, then from the API (stale-while-revalidate). Returns a function that stops it. */
export function watchZone({ pk, client, data, path, around, show, lose }: WatchOptions): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let before: ZoneView | undefined
  let renewed = false
  const update = (zone: WatchedZone) => {
    if (!signal.aborted) show(zone)
  }

  async function readFile(): Promise<void> {
    try {
      const read = await data(path, signal)
      if (!isOverview(read, pk)) return
      before = read
      if (!renewed) update({ state: 'ready', zone: read, from: 'build' })
    } catch {
      // Without the file there is still the API.
    }
  }

  async function watch(): Promise<void> {
    update({ state: 'loading' })
    const file = readFile()
    try {
      const zone = await loadZone(client, pk, { signal, around, before: () => before })
      renewed = true
      update({ state: 'ready', zone: withBuilt(zone, before), from: 'api' })
    } catch (problem) {
      await file
      const why = loadErrorOf(problem)
      if (signal.aborted) return
      if (!before || why === 'missing') lose(why)
      else update({ state: 'ready', zone: before, from: 'away' })
    }
  }

  void watch()
  return () => stop.abort()
}

/** The last build knows the years of all pictures, and of an outline that has not changed the streets and neighbours. */
export function withBuilt(live: ZoneView, before: ZoneView | undefined): ZoneView {
  if (!before) return live
  const items = { pictured: before.items.pictured, ...live.items }
  const drawn = live.map
  if (!before.map || drawn?.here !== before.map.here) return { ...live, items }
  return { ...live, items, map: drawn.around === '' ? before.map : { ...drawn, streets: before.map.streets } }
}

/** A proxy or an older release may answer with something else. */
const isOverview = (read: unknown, pk: number): read is ZoneView =>
  typeof read === 'object' && read !== null && (read as ZoneView).pk === pk && 'ownership' in read && 'map' in read

interface Props {
  pk: number
  client: Client
  /** Reads a JSON file of the last build; null or a rejection if there is none. */
  data: (path: string, signal: AbortSignal) => Promise<unknown>
  /** The zones of the map, for the small map; without them it is the one of the last build. Changes are ignored. */
  zones?: readonly ZoneOutline[]
  onClose: () => void
  /** Called when neither the archive nor the last build has it. Needs a stable identity. */
  onLost: (why: LoadError) => void
  /** Open an item or another zone; without them the browser goes to the page. */
  onItem?: (id: number) => void
  onZone?: (pk: number) => void
}

/** Spec §2: the overview that a double click opens. Needs `key={pk}`. */
export function ZoneOverviewPopup({ pk, client, data, zones, onClose, onLost, onItem, onZone }: Props) {
  const [zone, setZone] = useState<WatchedZone>({ state: 'loading' })
  const [around] = useState(zones)
  const titleId = useId()
  useEffect(
    () => watchZone({ pk, client, data, path: MAP_DATA.zone(pk), around, show: setZone, lose: onLost }),
    [pk, client, data, around, onLost],
  )
  const isReady = zone.state === 'ready'
  return (
    <RecordPopup
      page={{ href: zoneAddress(pk), text: 'Page of this place' }}
      titleId={titleId}
      isLoading={!isReady}
      away={isReady && zone.from === 'away' && 'place'}
      onClose={onClose}
      onClick={openClicked({ item: onItem, zone: onZone })}
    >
      {isReady && <ZoneRecord zone={zone.zone} api={client.base} level={2} titleId={titleId} inPopup />}
    </RecordPopup>
  )
}
