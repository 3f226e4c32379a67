import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { MAP } from '#contract/limits.ts'
import { TILE_ZOOM } from '#contract/overlay.ts'
import type { Years } from '../shared/years.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { LayerState, Section, View } from './map-stores.ts'
import type { MapDeps } from './deps.ts'
import type { Comparison } from './comparison.ts'
import type { Highlight } from './highlights.ts'
import type { Popups } from './popups.ts'
import type { Sides } from './year-map.ts'
import { hasPlace, hasView, readView, visibleMaps, startView, viewQuery, type ViewDefaults } from './view-address.ts'

const KEY = 'lotline-map'

/** Half the circumference of the earth in web mercator metres. */
const WORLD = 20_037_508.35
const metres = v.pipe(v.number(), v.minValue(-WORLD), v.maxValue(WORLD))
const part = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null)
const flag = v.optional(v.fallback(v.optional(v.boolean()), undefined))

/** How the visitor left the map. An unreadable part is null and falls back to the default. */
const storedState = v.object({
  view: part(
    v.object({
      centre: v.pipe(v.tuple([metres, metres]), v.readonly()),
      zoom: v.pipe(v.number(), v.minValue(MAP.minimumZoom), v.maxValue(TILE_ZOOM.deepest)),
    }),
  ),
  base: part(v.string()),
  overlays: v.fallback(v.record(v.string(), v.object({ visible: v.boolean(), opacity: v.number() })), {}),
  years: part(v.object({ start: v.number(), end: v.number() })),
  zone: part(id),
  open: part(v.object({ legend: flag, media: flag, address: flag, organizations: flag })),
})
type StoredState = v.InferOutput<typeof storedState>

/** Null when nothing readable is stored. */
function readStoredState(storage: MapDeps['storage']): StoredState | null {
  try {
    const text = storage?.getItem(KEY)
    const read = text ? v.safeParse(storedState, JSON.parse(text)) : undefined
    return read?.success ? read.output : null
  } catch {
    return null
  }
}

function storeState(storage: MapDeps['storage'], state: StoredState): void {
  try {
    storage?.setItem(KEY, JSON.stringify(state))
  } catch {
    // The storage is full or blocked: the visitor will find the default view.
  }
}

/** Milliseconds after the last change before it is written: browsers limit how often an address may change. */
const WAIT = 300

/** The view that the map opens with. */
interface InitialView extends Omit<StoredState, 'open'> {
  view: View
  /** Neither the address nor the storage has a place. */
  isDefaultView: boolean
  open: Partial<Record<Section, boolean>>
  /** Zoom to the initially selected zone: the address names a zone but no place. */
  zoomsToZone: boolean
  /** The stored sections belong to this selected zone, and the place is known: leave them as they are. */
  keepsSections: boolean
  /** The map was not open yet in this visit. */
  isFirst: boolean
  /** What the address highlights and compares. */
  highlight: Highlight | null
  comparison: Comparison | null
  sides: Sides | null
}

/** From the address; without view parameters from the storage; otherwise from society.ts. */
export function readInitialView(deps: MapDeps): InitialView {
  const society: ViewDefaults = { ...deps.society, thisYear: deps.thisYear }
  const params = deps.address.read()
  const stored = readStoredState(deps.storage)
  const shared = { open: withoutUndefined(stored?.open ?? {}), isFirst: stored === null }
  if (!hasView(params)) {
    const { view, base = null, overlays = {}, years = null, zone = null } = stored ?? {}
    const keepsSections = stored?.open != null
    const rest = {
      isDefaultView: view == null,
      base,
      overlays,
      years,
      zone,
      zoomsToZone: false,
      keepsSections,
      highlight: null,
      comparison: null,
      sides: null,
    }
    return { ...shared, view: view ?? startView(society), ...rest }
  }
  const { view, base, maps, zone, years, highlight, comparison, sides } = readView(params, society)
  return {
    ...shared,
    view,
    isDefaultView: !hasPlace(params),
    base,
    overlays: Object.fromEntries(
      society.overlays.map(({ id }) => [
        id,
        { visible: maps.has(id), opacity: maps.get(id) ?? stored?.overlays[id]?.opacity ?? 1 },
      ]),
    ),
    years,
    zone,
    highlight,
    comparison,
    sides,
    zoomsToZone: !hasPlace(params),
    keepsSections: zone !== null && zone === stored?.zone && stored.open !== null,
  }
}
const withoutUndefined = (open: Partial<Record<Section, boolean | undefined>>) =>
  Object.fromEntries(Object.entries(open).filter(([, each]) => each !== undefined)) as Partial<Record<Section, boolean>>

interface PersistedStores {
  $view: ReadableAtom<View>
  $baseMap: ReadableAtom<string>
  $overlays: ReadableAtom<Record<string, LayerState>>
  $years: ReadableAtom<Years>
  $selected: ReadableAtom<number | null>
  $open: ReadableAtom<Record<Section, boolean>>
  $highlight: ReadableAtom<Highlight | null>
  $comparison: ReadableAtom<Comparison | null>
  $sides: ReadableAtom<Sides | null>
  $popups: ReadableAtom<Popups>
}

/** What the map shows now. A view with a number that is not finite is ignored. */
export function createView(first: View) {
  const $view = atom<View>(first)
  return {
    $view,
    setView({ centre, zoom }: View) {
      if (![...centre, zoom].every(Number.isFinite)) return
      const now = $view.get()
      if (now.zoom !== zoom || now.centre[0] !== centre[0] || now.centre[1] !== centre[1]) $view.set({ centre, zoom })
    },
  }
}

/** What will be selected and highlighted once it is loaded. */
interface Pending {
  zone: number | null
  highlight: Highlight | null
}

/** Writes the view to the address and the whole state to the storage. */
export function createViewPersistence(deps: MapDeps, stores: PersistedStores, pending: () => Pending) {
  const { $view, $baseMap, $overlays, $years, $selected, $open, $highlight, $comparison, $sides, $popups } = stores
  const society: ViewDefaults = { ...deps.society, thisYear: deps.thisYear }
  const debounce = createDebounce(deps.schedule)
  const state = () => ({
    view: $view.get(),
    base: $baseMap.get(),
    years: $years.get(),
    zone: $selected.get() ?? pending().zone,
  })
  const query = (others?: URLSearchParams, popups = $popups.get()) => {
    const highlight = $highlight.get() ?? pending().highlight
    const [comparison, sides] = [$comparison.get(), $sides.get()]
    const maps = visibleMaps($overlays.get())
    return viewQuery({ ...state(), maps, highlight, comparison, sides, popups }, society, others)
  }

  const writeAddress = () => deps.address.replace(query(deps.address.read()))
  const store = () => storeState(deps.storage, { ...state(), overlays: $overlays.get(), open: $open.get() })
  function write() {
    writeAddress()
    store()
  }
  const changed = () => debounce.after(WAIT, write)

  return {
    /** Writes every change from now on. The state is stored at once, so that a reload is no new visit. */
    listen() {
      store()
      for (const $store of [$view, $baseMap, $overlays, $years, $selected, $open, $highlight, $comparison, $sides])
        $store.listen(changed)
    },
    /** Corrects an address that does not match the view: without parameters of a stored view, or with unreadable ones. */
    start() {
      const params = deps.address.read()
      if (new URLSearchParams(query(params)).toString() !== params.toString()) debounce.after(WAIT, writeAddress)
    },
    /** The view without other parameters of the address. */
    query: () => query(),
    /** The current address with the view and these popups. */
    queryWith: (popups: Popups) => query(deps.address.read(), popups),
    /** Writes pending changes now. */
    flush: debounce.flush,
  }
}
