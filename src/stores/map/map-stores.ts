import type { Box } from '#rules/map/geometry.ts'
import type { ItemSummary } from '#views/item-lists.ts'

/** The four sections of the side bar (spec §2). */
export const SECTIONS = ['legend', 'media', 'address', 'organizations'] as const
export type Section = (typeof SECTIONS)[number]

/** What the map shows: centre in EPSG:3857 metres. */
export interface View {
  centre: readonly [x: number, y: number]
  zoom: number
}
export interface LayerState {
  visible: boolean
  /** 0 to 1 in steps of 0.01. */
  opacity: number
}

/** Asks the engine to show something; `id` makes each request a new one. Padding is in CSS pixels (spec §9). */
export type FitRequest =
  | { id: number; kind: 'box'; box: Box; padding: number }
  | { id: number; kind: 'view'; view: View }

/** The zone under the pointer; `name` is null until it is loaded. */
export type Hover = { pk: number; name: string | null } | null

/** Where the zones on screen come from. `away`: the last build's, because the API did not answer. */
export type ZoneSource = 'loading' | 'snapshot' | 'api' | 'away' | 'none'
/** A layer that cannot be loaded, is very slow, or is not in the archive: its tiles may still be being made. */
export type LayerProblem = 'away' | 'slow' | 'missing'

/** One page of the selected zone's items (spec §2 "Images & Media"). */
export type MediaState =
  | { state: 'unselected' }
  | { state: 'loading'; page: number }
  | {
      state: 'ready'
      page: number
      pages: number
      count: number
      items: readonly ItemSummary[]
      source: 'api' | 'snapshot'
    }
  | { state: 'failed'; page: number }

/** Why the visitor is on the map: a record could not be shown, or a form led here. */
export interface Notice {
  text: string
  isWarning: boolean
}

/** An organization in the search results. */
export interface FoundOrganization {
  id: number
  name: string
  altnames: readonly string[]
}
export type SearchState<Row> =
  | { state: 'idle' }
  /** Too short, or (addresses) only a prefix that every street shares. */
  | { state: 'more-letters' }
  | { state: 'searching' }
  /** `partial`: from the last build, because the API was away. */
  | { state: 'found'; rows: readonly Row[]; total: number; partial: boolean }
