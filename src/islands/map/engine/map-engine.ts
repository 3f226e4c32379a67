import { DomEvent } from 'leaflet'
import type { Overlay } from '#contract/overlay.ts'
import type { FitRequest, View } from '#stores/map/map-stores.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { addControls } from './controls.ts'
import { bareMap, holdFirstView, boxInView, showView, toCentre, viewOf } from './leaflet-view.ts'
import { fitView, type Insets, NO_INSETS } from './fit-view.ts'
import { createHighlights } from './highlights.ts'
import { createHoverLabel, labelText } from './hover-label.ts'
import { createKeyboard } from './keyboard.ts'
import { planLayers, type SocietyMap } from './layer-plan.ts'
import { createStreetLabels } from './street-labels.ts'
import { readPalette } from './zone-drawing.ts'
import { listenToPointers } from './pointer-input.ts'
import { createRasterLayers } from './raster-layers.ts'
import type { YearLayers, YearStores } from './year-layers.ts'
import { ZoneCanvas } from './zone-canvas.ts'
import { type Direction, indexZones } from './zone-index.ts'
import './engine.css'

interface EngineOptions {
  /** The layers of the map. */
  society: SocietyMap
  /** Origin of `/raster/…`; empty: the page's own server. */
  apiBase: string
  /** Accessible name of the map. */
  label: string
  /** Describes the keys, for screen readers. */
  keys?: string
  /** The archive's own layers: undefined until `setOverlays` (request none), null when the server does not say (request all). */
  overlays?: readonly Overlay[] | null
  /** The page's static picture of the map, and the view that it shows. */
  firstView?: { picture: HTMLElement | null; view: View }
  /** What covers the map's edges at the start. */
  insets?: Insets
}
/** The part of the stores that the engine uses, for pages that have only a map. */
type EngineStores = Pick<
  MapStores,
  | '$view'
  | '$zones'
  | '$source'
  | '$selected'
  | '$hover'
  | '$business'
  | '$baseMap'
  | '$overlays'
  | '$fit'
  | 'setView'
  | 'setProblem'
  | 'hover'
  | 'clickZone'
  | 'openOverview'
> &
  Partial<YearStores>
/** Pixels that an arrow key pans. */
const PAN = 120
const PANS: Readonly<Record<Direction, [number, number]>> = {
  left: [-PAN, 0],
  right: [PAN, 0],
  up: [0, -PAN],
  down: [0, PAN],
}

/**
 * The Leaflet map in an element that has a size (its styles are in engine.css). It reads the stores, calls their actions and keeps no state of its own.
 * `performance.mark('map-usable')` marks when zones first respond to a pointer.
 */
export function createMapEngine(element: HTMLElement, stores: EngineStores, options: EngineOptions) {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let { overlays, insets = NO_INSETS } = options
  let index = indexZones([])
  let shownFit: number | undefined

  element.classList.add('map-engine')
  element.tabIndex = 0
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', options.label)
  element.setAttribute('aria-description', options.keys ?? '')
  const map = bareMap(element, !reducedMotion.matches)
  showView(map, stores.$view.get(), { animated: false })

  const zoom = (by: 1 | -1) => map.setZoom(map.getZoom() + by, { animate: !reducedMotion.matches })
  const controls = addControls(map, zoom)
  const zones = new ZoneCanvas(readPalette(element)).addTo(map)
  const streets = createStreetLabels(map)
  /** Once a year is chosen. */
  let years: YearLayers | undefined
  const highlights = createHighlights(map)
  const removeFirstView = options.firstView
    ? holdFirstView(map, options.firstView.picture, options.firstView.view)
    : () => {}
  const rasters = createRasterLayers(map, stores.setProblem, removeFirstView)
  const label = createHoverLabel(element)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const each of [zones, years]) each?.setColors(readPalette(element))
  })

  function showLayers(): void {
    const chosen = {
      baseMap: stores.$baseMap.get(),
      overlays: stores.$overlays.get(),
      comparison: stores.$comparison?.get() ?? null,
    }
    const plan = planLayers(options.society, chosen, overlays, options.apiBase)
    rasters.show(plan)
    rasters.divide(chosen.comparison?.at ?? null)
    // An old map is looked at as it is.
    const isBare =
      !chosen.comparison && !Object.values(chosen.overlays).some(({ visible, opacity }) => visible && opacity > 0)
    zones.setFills(isBare)
    streets.setVisible(isBare)
    const { id } = plan.baseMap ?? {}
    if (id !== options.society.baseMaps[0]?.id || plan.missing.includes(id!)) removeFirstView()
    controls.credit(plan.credits)
  }
  /** At any time, what others came out of is not. */
  const isThere = (pk: number, metres: number) =>
    stores.$look?.get() ? (years?.isThere(pk, metres) ?? true) : !index.get(pk)?.former
  /** In a year, of places that are there. */
  const outlines = (pks: readonly (number | null | undefined)[]): (ZoneOutline | undefined)[] =>
    pks.map((pk) => {
      const zone = pk == null ? undefined : index.get(pk)
      const isGone = zone?.box && stores.$look?.get() && !isThere(zone.pk, (zone.box[0] + zone.box[2]) / 2)
      return isGone ? undefined : zone
    })
  function showSelected(): void {
    highlights.show('selected', outlines([stores.$selected.get()]))
    showHovered()
  }
  /** The selected zone keeps its colour under the pointer, so that the click's effect shows. */
  function showHovered(): void {
    const pk = stores.$hover.get()?.pk
    highlights.show('hover', outlines([pk === stores.$selected.get() ? null : pk]))
  }
  /** Those of a year are on the canvas: they may be thousands. */
  const showBusiness = () => highlights.show('business', outlines(stores.$business.get()))
  function showHover(): void {
    const hover = stores.$hover.get()
    showHovered()
    label.setText(labelText(hover, stores.$source.get()))
    years?.sayLater(hover, pointers.at(), label.setText)
    element.classList.toggle('over-zone', hover !== null)
    if (hover === null) label.follow(null)
  }
  async function showYear(): Promise<void> {
    const { createYearLayers } = years ? {} : await import('./year-layers.ts')
    years ??= createYearLayers!(map, stores as EngineStores & YearStores, zones, {
      index: () => index,
      colors: () => readPalette(element),
    })
    // It has all places.
    removeFirstView()
    years.show()
    showSelected()
    showBusiness()
    hoverAgain()
    showHover()
  }
  function showZones(): void {
    const all = stores.$zones.get()
    index = indexZones(all, isThere)
    zones.setZones(all)
    years?.setZones()
    showSelected()
    showBusiness()
    showHover()
    hoverAgain()
    if (all.length > 0 && performance.getEntriesByName('map-usable').length === 0) performance.mark('map-usable')
  }
  function showFit(): void {
    const fit: FitRequest | null = stores.$fit.get()
    if (!fit || shownFit === fit.id) return
    const animated = shownFit !== undefined || stores.$zones.get().length > 0
    shownFit = fit.id
    const { x: width, y: height } = map.getSize()
    const view = fit.kind === 'view' ? fit.view : fitView(fit.box, { width, height }, fit.padding, insets)
    showView(map, view, { animated: animated && !reducedMotion.matches })
  }

  const zoneAt = ({ x, y }: { x: number; y: number }): number | null =>
    index.at(...toCentre(map.containerPointToLatLng([x, y])))?.pk ?? null
  function hover(place: { x: number; y: number } | null): void {
    if (place) keyboard.leave()
    const pk = place && zoneAt(place)
    if ((stores.$hover.get()?.pk ?? null) !== pk && keyboard.current() === null) stores.hover(pk)
    if (keyboard.current() === null) label.follow(pk === null ? null : place)
  }
  /** The map has moved under a resting pointer. */
  const hoverAgain = () => keyboard.current() === null && pointers.at() && hover(pointers.at())
  const keyboard = createKeyboard({
    stores,
    index: () => index,
    centre: () => toCentre(map.getCenter()),
    pan: (direction) => map.panBy(PANS[direction], { animate: !reducedMotion.matches }),
    zoom,
    reveal(pk) {
      const box = index.get(pk)?.box
      const view = boxInView(map)
      if (!box || (box[0] >= view[0] && box[1] >= view[1] && box[2] <= view[2] && box[3] <= view[3])) return
      const centre = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const
      showView(map, { centre, zoom: map.getZoom() }, { animated: !reducedMotion.matches })
    },
  })
  const pointers = listenToPointers(element, {
    zoneAt,
    click: stores.clickZone,
    overview: stores.openOverview,
    hover,
  })
  element.addEventListener('keydown', (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return
    if (keyboard.press(event.key)) DomEvent.stop(event)
  })
  element.addEventListener('blur', keyboard.leave)
  map.on('moveend', () => {
    stores.setView(viewOf(map))
    hoverAgain()
  })
  new ResizeObserver(() => map.invalidateSize({ pan: false, animate: false })).observe(element)

  stores.$zones.listen(showZones)
  stores.$selected.listen(showSelected)
  stores.$business.listen(showBusiness)
  stores.$hover.listen(showHover)
  stores.$source.listen(showHover)
  stores.$overlays.listen(showLayers)
  stores.$baseMap.listen(showLayers)
  stores.$comparison?.listen(showLayers)
  stores.$fit.listen(showFit)
  stores.$look?.listen(() => void showYear())
  if (stores.$look?.get()) void showYear()
  showLayers()
  showZones()
  showFit()

  return {
    map,
    setStreets: streets.set,
    setOverlays(next: readonly Overlay[] | null) {
      overlays = next
      showLayers()
    },
    /** Fits keep clear of what covers the map. */
    setInsets: (next: Insets) => void (insets = next),
  }
}
