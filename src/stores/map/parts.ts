import type { PageAddress, SharedParts } from '../shared/parts.ts'

/** What the stores need to know of `map` in society.ts. */
export interface MapSociety {
  /** EPSG:3857 metres. */
  centre: readonly [x: number, y: number]
  zoom: number
  overlays: readonly { id: string }[]
  /** The first is shown at the start. */
  baseMaps: readonly { id: string }[]
}

/** Everything outside of the map's stores that they touch, so that a test hands in its own. */
export interface MapParts extends SharedParts {
  /** Reads a JSON file of the last build (MAP_DATA). Rejects when it is not there, or is no JSON. */
  data(path: string): Promise<unknown>
  society: MapSociety
  /** Keeps the view while the visitor looks at other pages; null where the browser keeps nothing. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  address: PageAddress
  history: PageHistory
}

/** The entries that this page adds to the browser's history. */
export interface PageHistory {
  /** What was pushed with the entry that the visitor is at. */
  state(): unknown
  push(state: object): void
  /** Goes back one entry, some time after. */
  back(): void
  /** The map page is at `/` and at `/map/`: from now on it is at `/`, with the rest of its address as it was. */
  goHome(): void
  /** Calls `work` with what was pushed each time that the visitor has come to another entry of this page, until what comes back is called. */
  onMove(work: (state: unknown) => void): () => void
}
