import type { ReadableAtom } from 'nanostores'
import type { LoadError } from '#client/errors.ts'
import type { Box } from '#rules/map/geometry.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { ItemSummary } from '#views/item-lists.ts'
import type { Years } from '../shared/years.ts'

/** State and actions of the map page, without React and Leaflet. The engine and the side bar subscribe to the stores and call the actions. */

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
  { id: number; kind: 'box'; box: Box; padding: number } | { id: number; kind: 'view'; view: View }

/** The zone under the pointer; `name` is null until it is loaded. */
export type Hover = { pk: number; name: string | null } | null

/** Where the zones on screen come from. `away`: the last build's, because the API did not answer. */
export type ZoneSource = 'loading' | 'snapshot' | 'api' | 'away' | 'none'
/** A layer that cannot be loaded, or is very slow. */
export type LayerProblem = 'away' | 'slow'

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

/** A record that could not be shown. */
export interface FailedRecord {
  what: 'item' | 'place'
  why: LoadError
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

export interface MapStores {
  $zones: ReadableAtom<readonly ZoneOutline[]>
  $source: ReadableAtom<ZoneSource>
  /** Selected zone (red), zone under the pointer (green), zones of a highlighted organization (yellow). */
  $selected: ReadableAtom<number | null>
  $hover: ReadableAtom<Hover>
  $business: ReadableAtom<readonly number[]>
  /** The organization whose zones are highlighted. */
  $highlighted: ReadableAtom<number | null>
  /** The zone whose popup is open. */
  $overview: ReadableAtom<number | null>
  /** The item whose popup is open, over the zone's popup if it was opened from there. */
  $item: ReadableAtom<number | null>
  /** The last record that could not be shown. */
  $failed: ReadableAtom<FailedRecord | null>
  $welcome: ReadableAtom<boolean>
  $open: ReadableAtom<Readonly<Record<Section, boolean>>>
  /** By the ids of society.ts. */
  $overlays: ReadableAtom<Readonly<Record<string, LayerState>>>
  $baseMap: ReadableAtom<string>
  $years: ReadableAtom<Years>
  /** What the map shows now. */
  $view: ReadableAtom<View>
  /** What the engine should show next; null before the first request. */
  $fit: ReadableAtom<FitRequest | null>
  /** Layers with a problem, by id. */
  $problems: ReadableAtom<Readonly<Record<string, LayerProblem>>>
  $media: ReadableAtom<MediaState>
  $addresses: ReadableAtom<SearchState<ZoneOutline>>
  $organizations: ReadableAtom<SearchState<FoundOrganization>>

  /** Click: selects the zone (closes the legend, opens Images & Media, zooms to it), or deselects it and reverses that. */
  clickZone(pk: number): void
  /** Double click, long press, or Enter twice: opens the popup without selecting. */
  openOverview(pk: number): void
  closeOverview(): void
  openItem(id: number): void
  /** Returns to where it was opened from. */
  closeItem(): void
  /** Neither the archive nor the last build has it: closes all popups. */
  failItem(why: LoadError): void
  failOverview(why: LoadError): void
  dismissFailed(): void
  /** From the address search and the zone list: selects the zone, if needed, and zooms to it. */
  zoomToZone(pk: number): void
  hover(pk: number | null): void
  closeWelcome(): void
  setOpen(section: Section, open: boolean): void
  showOverlay(id: string, visible: boolean): void
  /** Clamped to 0..1, rounded to 0.01. */
  setOpacity(id: string, opacity: number): void
  chooseBaseMap(id: string): void
  setYears(years: Years): void
  goToPage(page: number): void
  /** Called by the engine when the map has moved. */
  setView(view: View): void
  setProblem(layer: string, problem: LayerProblem | null): void
  /** Called on every key, debounced. */
  searchAddresses(text: string): void
  searchOrganizations(text: string): void
  /** "Highlight Location(s)", a toggle. Resolves to the number of its zones with an outline; with none nothing moves. Never rejects. */
  highlightOrganization(id: number): Promise<number>
  clearHighlight(): void
  /** The whole view as a query without its question mark, for sharing; empty for the default view. */
  shareQuery(): string
  /** Restores the view and loads zones: the snapshot's first, then the API's if something has changed. Called once. */
  start(): Promise<void>
  /** Writes pending changes of the view to the address and the storage: the visitor may be leaving. */
  flush(): void
}
