import { DomEvent, Map as LeafletMap } from 'leaflet'
import type { Overlay } from '#contract/overlay.ts'
import type { FitRequest, MapStores, View } from '#stores/map/map-stores.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { MAP } from '#contract/limits.ts'
import { addControls } from './controls.ts'
import { holdFirstView } from './first-view.ts'
import { fitView, NEAREST_ZOOM, NO_INSETS, ZOOM_STEP } from './fit-view.ts'
import type { Insets } from './fit-view.ts'
import { createHighlights } from './highlights.ts'
import { createHoverLabel, labelText } from './hover-label.ts'
import { createKeyboard } from './keyboard.ts'
import { planLayers } from './layer-plan.ts'
import type { SocietyMap } from './layer-plan.ts'
import { boxInView, showView, toCentre, viewOf } from './leaflet-view.ts'
import { onSchemeChange, readPalette } from './palette.ts'
import { listenToPointers } from './pointer-input.ts'
import { createRasterLayers } from './raster-layers.ts'
import { ZoneCanvas } from './zone-canvas.ts'
import { indexZones } from './zone-index.ts'
import type { Direction } from './zone-index.ts'
import './engine.css'

export interface EngineOptions {
  /** `map` of society.ts. */
  society: SocietyMap
  /** What `/raster/…` is asked of; empty: the page's own server. */
  apiBase: string
  /** Accessible name of the map. */
  label: string
  /** What the keys do on it, for whoever comes to it with them. */
  keys?: string
  /**
   * The archive's own layers: undefined while they are not known yet (none is asked for until `setOverlays`), null where the server does not say
   * (each is asked for).
   */
  overlays?: readonly Overlay[] | null
  /** The page's picture of the map as it opens, and what it shows. */
  firstView?: { picture: HTMLElement | null; view: View }
  /** What lies over the map's edges from the start. */
  insets?: Insets
}
export interface MapEngine {
  setOverlays(overlays: readonly Overlay[] | null): void
  /** Fits keep clear of what lies over the map. */
  setInsets(insets: Insets): void
  focus(): void
  destroy(): void
}

/** Fits that have been shown, so that a map that is made anew over the same stores does not go back to an old one. */
const shownTurn = new WeakMap<MapStores, number>()

/** Pixels that an arrow key moves the map by. */
const PAN = 120
const PANS: Readonly<Record<Direction, [number, number]>> = {
  left: [-PAN, 0],
  right: [PAN, 0],
  up: [0, -PAN],
  down: [0, PAN],
}

/**
 * The map itself, in an element that has a size (its styles are in engine.css). Reads the stores, calls their actions, and holds nothing that they
 * should know: zones, layers, what is highlighted, where it looks. `performance.mark('map-usable')` says when zones first answer to a pointer.
 */
export function createMapEngine(element: HTMLElement, stores: MapStores, options: EngineOptions): MapEngine {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let { overlays, insets = NO_INSETS } = options
  let index = indexZones([])
  const ending: (() => void)[] = []

  element.classList.add('map-engine')
  element.tabIndex = 0
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', options.label)
  element.setAttribute('aria-description', options.keys ?? '')
  const map = new LeafletMap(element, {
    minZoom: MAP.minimumZoom,
    maxZoom: NEAREST_ZOOM,
    zoomSnap: ZOOM_STEP,
    zoomControl: false,
    attributionControl: false,
    doubleClickZoom: false,
    boxZoom: false,
    keyboard: false,
    trackResize: false,
    // Tiles are there when they are there: a fade would only delay them.
    fadeAnimation: false,
    zoomAnimation: !calm.matches,
    inertia: !calm.matches,
    bounceAtZoomLimits: false,
  })
  ending.push(() => map.remove())
  map.createPane('zones').style.zIndex = '410'
  map.createPane('highlights').style.zIndex = '420'
  for (const name of ['zones', 'highlights']) {
    map.getPane(name)!.style.pointerEvents = 'none'
    map.getPane(name)!.ariaHidden = 'true'
  }
  showView(map, stores.$view.get(), { animated: false })

  const zoom = (by: 1 | -1) => map.setZoom(map.getZoom() + by, { animate: !calm.matches })
  const controls = addControls(map, zoom)
  const zones = new ZoneCanvas(readPalette(element)).addTo(map)
  const highlights = createHighlights(map)
  const forgetFirst = options.firstView
    ? holdFirstView(map, options.firstView.picture, options.firstView.view)
    : () => {}
  const rasters = createRasterLayers(map, stores.report, forgetFirst)
  const label = createHoverLabel(element)
  ending.push(() => label.remove(), rasters.remove)
  ending.push(onSchemeChange(() => zones.setColors(readPalette(element))))

  // What lies on the map, from the stores.
  const listen = <Value>(store: { listen(call: (value: Value) => void): () => void }, call: () => void) =>
    ending.push(store.listen(call))
  function showLayers(): void {
    const chosen = { baseMap: stores.$baseMap.get(), overlays: stores.$overlays.get() }
    const plan = planLayers(options.society, chosen, overlays, options.apiBase)
    rasters.show(plan)
    const { id } = plan.baseMap ?? {}
    if (id !== options.society.baseMaps[0]?.id || plan.missing.includes(id!)) forgetFirst()
    controls.credit(plan.baseMap?.credit)
  }
  const outlines = (pks: readonly (number | null | undefined)[]): (ZoneOutline | undefined)[] =>
    pks.map((pk) => (pk == null ? undefined : index.get(pk)))
  function showSelected(): void {
    highlights.show('selected', outlines([stores.$selected.get()]))
    showHovered()
  }
  /** Under the pointer what is selected stays red: the click that has just selected it is to be seen. */
  function showHovered(): void {
    const pk = stores.$hover.get()?.pk
    highlights.show('hover', outlines([pk === stores.$selected.get() ? null : pk]))
  }
  const showBusiness = () => highlights.show('business', outlines(stores.$business.get()))
  function showHover(): void {
    const hover = stores.$hover.get()
    showHovered()
    label.say(labelText(hover, stores.$source.get()))
    element.classList.toggle('over-zone', hover !== null)
    if (hover === null) label.follow(null)
  }
  function showZones(): void {
    const all = stores.$zones.get()
    index = indexZones(all)
    zones.setZones(all)
    showSelected()
    showBusiness()
    showHover()
    hoverAgain()
    if (all.length > 0 && performance.getEntriesByName('map-usable').length === 0) performance.mark('map-usable')
  }
  function answerFit(): void {
    const fit: FitRequest | null = stores.$fit.get()
    if (!fit || shownTurn.get(stores) === fit.turn) return
    const animated = shownTurn.has(stores) || stores.$zones.get().length > 0
    shownTurn.set(stores, fit.turn)
    const { x: width, y: height } = map.getSize()
    const view = fit.kind === 'view' ? fit.view : fitView(fit.box, { width, height }, fit.padding, insets)
    showView(map, view, { animated: animated && !calm.matches })
  }

  // What a visitor does on it.
  const zoneAt = ({ x, y }: { x: number; y: number }): number | null =>
    index.at(...toCentre(map.containerPointToLatLng([x, y])))?.pk ?? null
  function hover(place: { x: number; y: number } | null): void {
    if (place) keyboard.leave()
    const pk = place && zoneAt(place)
    if ((stores.$hover.get()?.pk ?? null) !== pk && keyboard.at() === null) stores.hover(pk)
    if (keyboard.at() === null) label.follow(pk === null ? null : place)
  }
  /** The ground has moved under a pointer that rests. */
  const hoverAgain = () => keyboard.at() === null && pointers.at() && hover(pointers.at())
  const keyboard = createKeyboard({
    stores,
    index: () => index,
    centre: () => toCentre(map.getCenter()),
    pan: (direction) => map.panBy(PANS[direction], { animate: !calm.matches }),
    zoom,
    reveal(pk) {
      const box = index.get(pk)?.box
      const view = boxInView(map)
      if (!box || (box[0] >= view[0] && box[1] >= view[1] && box[2] <= view[2] && box[3] <= view[3])) return
      const centre = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const
      showView(map, { centre, zoom: map.getZoom() }, { animated: !calm.matches })
    },
  })
  const pointers = listenToPointers(element, {
    zoneAt,
    click: stores.clickZone,
    overview: stores.openOverview,
    hover,
  })
  const press = (event: KeyboardEvent) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return
    if (keyboard.press(event.key)) DomEvent.stop(event)
  }
  element.addEventListener('keydown', press)
  element.addEventListener('blur', keyboard.leave)
  ending.push(pointers.stop, keyboard.leave, () => {
    element.removeEventListener('keydown', press)
    element.removeEventListener('blur', keyboard.leave)
  })
  map.on('moveend', () => {
    stores.moved(viewOf(map))
    hoverAgain()
  })
  const room = new ResizeObserver(() => map.invalidateSize({ pan: false, animate: false }))
  room.observe(element)
  ending.push(() => room.disconnect())

  listen(stores.$zones, showZones)
  listen(stores.$selected, showSelected)
  listen(stores.$business, showBusiness)
  listen(stores.$hover, showHover)
  listen(stores.$source, showHover)
  listen(stores.$overlays, showLayers)
  listen(stores.$baseMap, showLayers)
  listen(stores.$fit, answerFit)
  showLayers()
  showZones()
  answerFit()

  return {
    setOverlays(next) {
      overlays = next
      showLayers()
    },
    setInsets(next) {
      insets = next
    },
    focus: () => element.focus({ preventScroll: true }),
    destroy() {
      for (const end of ending.splice(0).toReversed()) end()
      element.classList.remove('map-engine')
    },
  }
}
