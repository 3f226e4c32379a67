import type { Client } from '#client/client.ts'
import { loadErrorOf, type LoadError } from '#client/errors.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { ZoneView } from '#views/zone.ts'
import { loadZone } from './load-zone.ts'

/** What the overview shows. `from`: the last build, the API, or the last build because the API does not answer (`away`). */
export type WatchedZone = { state: 'loading' } | { state: 'ready'; zone: ZoneView; from: 'build' | 'api' | 'away' }

export interface WatchOptions {
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
