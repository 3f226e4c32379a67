import { atom, type ReadableAtom } from 'nanostores'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { type AddressIndex, findAddresses, indexAddresses } from '#rules/map/address-search.ts'
import { isStreetPrefix } from '#rules/map/streets.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { Schedule } from '../shared/deps.ts'
import { clampYears, wholeYears, type Years } from '../shared/years.ts'
import { createComparison } from './comparison.ts'
import type { MapDeps } from './deps.ts'
import { createFits, viewOfZones } from './fits.ts'
import { createHighlights, type Highlight } from './highlights.ts'
import { createLayers } from './layers.ts'
import type { SearchState, View, ZoneSource } from './map-stores.ts'
import { createMedia } from './media.ts'
import { createOrganizationSearch, createOrganizationsFile } from './organizations.ts'
import { createPopups, NO_POPUPS, type Popups } from './popups.ts'
import { createSections } from './sections.ts'
import { createSelection } from './selection.ts'
import { hasView, readPopups, startView } from './view-address.ts'
import { createView, createViewPersistence, readInitialView } from './view-persistence.ts'
import { createWelcome } from './welcome.ts'
import { createYearMap } from './year-map.ts'
import { createZones } from './zones.ts'

/** Milliseconds after the last key before zones are searched, so that fast typing stays smooth. */
const WAIT = 80
/** Rows shown; typing more narrows them. */
export const MOST_ROWS = 50

interface Deps {
  $zones: ReadableAtom<readonly ZoneOutline[]>
  $source: ReadableAtom<ZoneSource>
  schedule: Schedule
}

/** Spec §2 "Address Search", in the loaded zones. */
function createAddressSearch({ $zones, $source, schedule }: Deps) {
  const $addresses = atom<SearchState<ZoneOutline>>({ state: 'idle' })
  const debounce = createDebounce(schedule)
  let query = ''
  let index: { of: readonly ZoneOutline[]; entries: AddressIndex<ZoneOutline> } | undefined

  function find() {
    const zones = $zones.get()
    if ($source.get() === 'loading') return
    if (index?.of !== zones) index = { of: zones, entries: indexAddresses(zones) }
    const rows = findAddresses(index.entries, query)
    $addresses.set({
      state: 'found',
      rows: rows.slice(0, MOST_ROWS),
      total: rows.length,
      partial: $source.get() === 'away' || $source.get() === 'none',
    })
  }
  // New zones: search them for the text in the box.
  for (const $store of [$zones, $source])
    $store.listen(() => /searching|found/.test($addresses.get().state) && debounce.after(WAIT, find))

  return {
    $addresses,
    searchAddresses(text: string) {
      query = text.trim()
      debounce.cancel()
      if (query === '') return $addresses.set({ state: 'idle' })
      if (query.length < SEARCH_MINIMUM.address || isStreetPrefix(query)) {
        return $addresses.set({ state: 'more-letters' })
      }
      if ($addresses.get().state !== 'found') $addresses.set({ state: 'searching' })
      debounce.after(WAIT, find)
    },
  }
}

/**
 * The map page's stores and actions. The initial state is the static page, so server rendering and hydration match; `start` restores the view from the
 * address or the storage and loads zones.
 */
export function createMapStores(deps: MapDeps) {
  const { client, schedule, society, thisYear } = deps
  const { start: loadZones, ...zones } = createZones(deps)
  const { $zones, $source, zone } = zones
  const isAway = () => $source.get() === 'away'
  const file = createOrganizationsFile(deps.data)
  const fits = createFits()
  const sections = createSections()
  const layers = createLayers(society, fits)
  const comparison = createComparison(society)
  const years = createYears(thisYear)
  const yearMap = createYearMap({ ...deps, $years: years.$years })
  const view = createView(startView(society))
  const { restoreWelcome, ...welcome } = createWelcome(deps.lastingStorage)
  const { restoreHighlight, ...highlights } = createHighlights({ client, schedule, zones, fits, file, isAway })
  const selection = createSelection({ $zones, zone, fits, sections })
  const { $selected } = selection
  const $popups = atom<Popups>(NO_POPUPS)
  let pendingZone: number | null = null
  let pendingHighlight: Highlight | null = null
  const persistence = createViewPersistence(
    deps,
    {
      ...view,
      ...layers,
      ...years,
      $selected,
      $open: sections.$open,
      $highlight: highlights.$highlight,
      $comparison: comparison.$comparison,
      $sides: yearMap.$sides,
      $popups,
    },
    () => ({ zone: pendingZone, highlight: pendingHighlight }),
  )
  const named = () => readPopups(deps.address.read())
  const { start: startPopups, ...popups } = createPopups({
    $popups,
    history: deps.history,
    named,
    queryWith: persistence.queryWith,
    leaveEntry: persistence.flush,
    enterEntry: persistence.start,
  })

  function endComparison() {
    comparison.endComparison()
    yearMap.endYears()
  }

  /** Restores the view from the address or the storage. */
  function restore() {
    const { view: initialView, ...initial } = readInitialView(deps)
    sections.restore(initial.open)
    layers.restore(initial)
    if (initial.comparison) comparison.compare(initial.comparison)
    if (initial.years) years.setYears(initial.years)
    if (initial.sides && comparison.$comparison.get()) yearMap.compareYears(initial.sides.left, initial.sides.right)
    view.setView(initialView)
    pendingZone = initial.zone
    $selected.listen(() => (pendingZone = null))
    $source.listen((source) => {
      const pk = pendingZone
      if (pk === null) return
      if (zone(pk)) {
        if (initial.zoomsToZone) selection.zoomToZone(pk)
        else if (initial.keepsSections) selection.selectOnly(pk)
        else selection.select(pk)
      } else if (source === 'api') {
        // The zone does not exist any more.
        pendingZone = null
        persistence.start()
      }
    })
    if (initial.isDefaultView) showZonesOnce($zones, initialView, fits.toView)
    persistence.listen()
    pendingHighlight = initial.highlight
    // It would cover what a link shows; another base map alone is nothing to look at.
    const shown = new URLSearchParams(persistence.queryWith(named()))
    shown.delete('base')
    restoreWelcome(initial.isFirst && !hasView(shown))
    if (!pendingHighlight) return
    void restoreHighlight(pendingHighlight, initial.zoomsToZone && initial.zone === null).then(() => {
      pendingHighlight = null
      persistence.start()
    })
  }

  return {
    ...zones,
    ...selection,
    ...view,
    ...layers,
    ...years,
    ...highlights,
    ...yearMap,
    /** What is highlighted. */
    /** The same, else the businesses of the year. */
    ...comparison,
    endComparison,
    // Another choice of layers ends the comparison.
    showOverlay(id: string, visible: boolean) {
      endComparison()
      layers.showOverlay(id, visible)
    },
    chooseBaseMap(id: string) {
      endComparison()
      layers.chooseBaseMap(id)
    },
    ...welcome,
    ...createMedia({ ...deps, $selected, $years: years.$years, $source }),
    ...createAddressSearch({ $zones, $source, schedule }),
    ...createOrganizationSearch({ client, schedule, file, isAway }),
    ...popups,
    $open: sections.$open,
    setOpen: sections.setOpen,
    $fit: fits.$fit,
    shareQuery: persistence.query,
    /** Writes pending changes of the view: the visitor may be leaving. */
    flush: persistence.flush,
    /** Restores the view and loads zones. Called once. */
    start() {
      restore()
      persistence.start()
      startPopups()
      return loadZones()
    },
  }
}

/** When the first zones arrive and none is in the default view, shows them once. */
function showZonesOnce($zones: ReadableAtom<readonly ZoneOutline[]>, view: View, show: (view: View) => void) {
  const unbind = $zones.listen((zones) => {
    if (zones.length === 0) return
    unbind()
    const elsewhere = viewOfZones(view, zones)
    if (elsewhere) show(elsewhere)
  })
}

/** The years of the map's time slider. */
export function createYears(thisYear: number) {
  const $years = atom<Years>(wholeYears(thisYear))
  return {
    $years,
    setYears(years: Years) {
      const next = clampYears(years, thisYear)
      const now = $years.get()
      if (next && (next.start !== now.start || next.end !== now.end)) $years.set(next)
    },
  }
}

/** The stores for subscribers, which cannot set them. */
type ReadOnly<Stores> = {
  [Name in keyof Stores]: Stores[Name] extends ReadableAtom<infer Value> ? ReadableAtom<Value> : Stores[Name]
}
/** State and actions of the map page. The engine and the side bar subscribe to the stores and call the actions. */
export type MapStores = ReadOnly<Omit<ReturnType<typeof createMapStores>, 'restore' | 'select' | 'selectOnly' | 'zone'>>
