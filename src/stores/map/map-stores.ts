import type { ReadableAtom } from 'nanostores'
import type { Box } from '#rules/small-maps.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import type { ZoneItem } from '#rules/zone-overview.ts'
import type { Years } from '../shared/years.ts'

/** What the map page knows and does, without React and without Leaflet. The engine and the side bar read the stores and call the actions. */

/** The four sections of the side bar (spec §2), which open and close by themselves. */
export const SECTIONS = ['legend', 'media', 'address', 'organizations'] as const
export type Section = (typeof SECTIONS)[number]

/** Where the map looks: centre in EPSG:3857 metres. */
export interface View {
  centre: readonly [x: number, y: number]
  zoom: number
}
export interface LayerState {
  visible: boolean
  /** 0 to 1 in steps of 0.01. */
  opacity: number
}

/** Asks the engine to show something; `turn` makes each request a new one. Padding is in CSS pixels (spec §9). */
export type FitRequest =
  { turn: number; kind: 'box'; box: Box; padding: number } | { turn: number; kind: 'view'; view: View }

/** A zone under the pointer; `name` is null while it is not known yet. */
export type Hover = { pk: number; name: string | null } | null

/** Where the zones on screen come from. `away`: the API did not answer, and the last build's are shown. */
export type ZoneSource = 'loading' | 'snapshot' | 'api' | 'away' | 'none'
/** A layer that does not answer as it should: nothing of it can be loaded, or it is very slow. */
export type LayerProblem = 'away' | 'slow'

/** Items of the selected zone, one page of them (spec §2 "Images & Media"). */
export type MediaState =
  | { state: 'unselected' }
  | { state: 'loading'; page: number }
  | {
      state: 'ready'
      page: number
      pages: number
      count: number
      items: readonly ZoneItem[]
      source: 'api' | 'snapshot'
    }
  | { state: 'failed'; page: number }

/** Why it is not shown: the archive has none, or nothing answers. */
export type WhyLost = 'missing' | 'unreachable'
/** What was asked for and cannot be shown. */
export interface Lost {
  what: 'item' | 'place'
  why: WhyLost
}

/** An organization as a search finds it. */
export interface FoundOrganization {
  id: number
  name: string
  altnames: readonly string[]
}
export type SearchState<Row> =
  | { state: 'idle' }
  /** Too short, or (addresses) only part of what every street is called. */
  | { state: 'more-letters' }
  | { state: 'searching' }
  /** `partial`: the API was away and the last build answered. */
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
  /** The zone whose overview is open as a popup. */
  $overview: ReadableAtom<number | null>
  /** The item whose overview is open as a popup, over that of the zone where it was opened from there. */
  $item: ReadableAtom<number | null>
  /** What could not be shown, last. */
  $lost: ReadableAtom<Lost | null>
  $welcome: ReadableAtom<boolean>
  $open: ReadableAtom<Readonly<Record<Section, boolean>>>
  /** By the ids of society.ts. */
  $overlays: ReadableAtom<Readonly<Record<string, LayerState>>>
  $baseMap: ReadableAtom<string>
  $years: ReadableAtom<Years>
  /** Where the map looks now. */
  $view: ReadableAtom<View>
  /** What the engine is asked to show next; null before anything was asked. */
  $fit: ReadableAtom<FitRequest | null>
  /** Layers with a problem, by their id. */
  $problems: ReadableAtom<Readonly<Record<string, LayerProblem>>>
  $media: ReadableAtom<MediaState>
  $addresses: ReadableAtom<SearchState<ZoneOutline>>
  $organizations: ReadableAtom<SearchState<FoundOrganization>>

  /** One click: selects (closes the legend, opens Images & Media, zooms to the zone), or deselects the selected one and reverses that. */
  clickZone(pk: number): void
  /** Double click, long press, or Enter twice: the overview popup. Selects nothing. */
  openOverview(pk: number): void
  closeOverview(): void
  openItem(id: number): void
  /** Back to where it was opened from. */
  closeItem(): void
  /** Neither the archive nor the last build can show it: all popups go. */
  loseItem(why: WhyLost): void
  loseOverview(why: WhyLost): void
  forgetLost(): void
  /** Button of the address search, and of the list of zones: selects it if it is not selected, and zooms to it. */
  zoomToZone(pk: number): void
  hover(pk: number | null): void
  closeWelcome(): void
  setOpen(section: Section, open: boolean): void
  showOverlay(id: string, visible: boolean): void
  /** Held within 0 to 1, rounded to 0.01. */
  setOpacity(id: string, opacity: number): void
  chooseBaseMap(id: string): void
  setYears(years: Years): void
  turnPage(page: number): void
  /** The engine tells where the visitor moved the map to. */
  moved(view: View): void
  report(layer: string, problem: LayerProblem | null): void
  /** Text of the two searches as it is typed; the search itself waits a moment, and a late answer never replaces a newer one. */
  searchAddresses(text: string): void
  searchOrganizations(text: string): void
  /**
   * Highlight Location(s): its zones in yellow and their extent; a second time takes it off. Resolves to how many zones with an outline it
   * has: with none nothing is moved. Never rejects.
   */
  highlightOrganization(id: number): Promise<number>
  clearHighlight(): void
  /** The whole view as a query without its question mark, for a link to share (share-address.ts); empty when all is as at the start. */
  shareQuery(): string
  /** Loads zones: the snapshot's at once, then the API's where something has changed. Safe to call again after `stop`. */
  start(): Promise<void>
  /** Writes into the address, and remembers, what waited a moment for that: the visitor may be going. */
  keep(): void
  /** Keeps the view, and asks for nothing any more. */
  stop(): void
}
