import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import type { ZoneOverview } from '#rules/zone-overview.ts'
import type { WhyLost } from '#stores/map/map-stores.ts'
import { loadZoneOverview } from './load-zone-overview.ts'

/**
 * An overview as it comes in. `from`: the last build, renewed through the API (`api`), or the last build because the API does not answer (`away`).
 */
export type WatchedZone =
  { state: 'loading' } | { state: 'ready'; overview: ZoneOverview; from: 'build' | 'api' | 'away' }

export interface WatchOptions {
  pk: number
  client: Client
  /** Reads a file of the last build by its path (`MAP_DATA.zone(pk)`); null where there is none. */
  data: (path: string, signal: AbortSignal) => Promise<unknown>
  path: string
  around?: readonly ZoneOutline[]
  show: (zone: WatchedZone) => void
  /** Called when neither the archive nor the last build can show it. */
  lose: (why: WhyLost) => void
}

/** Shows a zone as the last build has it, at once, and then as the archive has it now. The function that it returns ends that. */
export function watchZone({ pk, client, data, path, around, show, lose }: WatchOptions): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let before: ZoneOverview | undefined
  let renewed = false
  const tell = (zone: WatchedZone) => {
    if (!signal.aborted) show(zone)
  }

  async function readFile(): Promise<void> {
    try {
      const read = await data(path, signal)
      if (!isOverview(read, pk)) return
      before = read
      if (!renewed) tell({ state: 'ready', overview: read, from: 'build' })
    } catch {
      // There is none, or it cannot be read: the API alone is asked.
    }
  }

  async function watch(): Promise<void> {
    tell({ state: 'loading' })
    const file = readFile()
    try {
      const overview = await loadZoneOverview(client, pk, { signal, around, before: () => before })
      renewed = true
      tell({ state: 'ready', overview: withNeighbours(overview, before), from: 'api' })
    } catch (problem) {
      await file
      const missing = problem instanceof ApiError && problem.status === 404
      if (signal.aborted) return
      if (!before) lose(missing ? 'missing' : 'unreachable')
      else if (!missing) tell({ state: 'ready', overview: before, from: 'away' })
    }
  }

  void watch()
  return () => stop.abort()
}

/** Where the outline is as it was, the map of the last build has the neighbours that the API's has not. */
function withNeighbours(overview: ZoneOverview, before: ZoneOverview | undefined): ZoneOverview {
  const drawn = overview.map
  if (!before?.map || !drawn || drawn.around !== '' || drawn.here !== before.map.here) return overview
  return { ...overview, map: before.map }
}

/** The file is of our own making; what a proxy or an older release puts in its place is not taken for it. */
const isOverview = (read: unknown, pk: number): read is ZoneOverview =>
  typeof read === 'object' && read !== null && (read as ZoneOverview).pk === pk && 'ownership' in read && 'map' in read
