import { Browser, LatLngBounds, type Map as LeafletMap, TileLayer } from 'leaflet'
import type { LayerProblem } from '#stores/map/map-stores.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { NEAREST_ZOOM } from './fit-view.ts'
import { createHandover } from './layer-handover.ts'
import { watchLayer } from './layer-watch.ts'
import { BASE, type LayerPlan, type PlannedLayer } from './layer-plan.ts'

/** Half the width of the divider's handle, in CSS pixels: it never leaves the map. `--handle` in islands/map/compare.css. */
const HANDLE = 22

/** Pixels from the left edge of the map to the divider. */
const dividerAt = (share: number, width: number): number => HANDLE + share * (width - 2 * HANDLE)

/** The clip paths of what lies on either side of a divider, in pixels of the map's panes, and where the divider stands in the view. */
export function divided(map: LeafletMap, share: number) {
  const { x: width, y: height } = map.getSize()
  const { x: west, y: north } = map.containerPointToLayerPoint([0, 0])
  const at = dividerAt(share, width)
  const clip = (from: number, to: number) => {
    const [top, bottom] = [`${north}px`, `${north + height}px`]
    return `polygon(${from}px ${top}, ${to}px ${top}, ${to}px ${bottom}, ${from}px ${bottom})`
  }
  return { left: clip(west, west + at), right: clip(west + at, west + width), at }
}

/** Leaves a z-index free between two layers, for one that is being replaced. */
const zIndexOf = (order: number) => 2 * order

/** True on a slow connection or with data saver on (only Chromium tells). */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

function tileLayer({ url, wmsLayers, opacity, order, bounds, levels }: PlannedLayer): TileLayer {
  // High-density screens get the archive's own tiles from one level deeper at half size. Other servers are spared the fourfold requests, and their
  // labels would become too small.
  const finer = devicePixelRatio > 1 && bounds !== null && levels.deepest > levels.least && !isSparing() ? 1 : 0
  const options = {
    opacity,
    zIndex: zIndexOf(order),
    tileSize: 256 >> finer,
    zoomOffset: finer,
    // Without both the layer would vanish beyond its deepest level.
    minZoom: levels.least - finer,
    maxNativeZoom: levels.deepest - finer,
    maxZoom: NEAREST_ZOOM,
    noWrap: true,
    // No crossOrigin, because pixels are never read. OpenStreetMap's tile policy requires a referrer.
    referrerPolicy: 'strict-origin-when-cross-origin' as const,
    // On phones, load only after the gesture ends.
    updateWhenIdle: Browser.mobile,
    updateWhenZooming: false,
    keepBuffer: Browser.mobile ? 1 : 2,
    ...(bounds && { bounds: new LatLngBounds([bounds[1], bounds[0]], [bounds[3], bounds[2]]) }),
  }
  return wmsLayers === null
    ? new TileLayer(url, options)
    : new TileLayer.WMS(url, { ...options, layers: wmsLayers, format: 'image/jpeg', version: '1.3.0' })
}

/** Base map and overlays. A failing layer is reported under its id. `onBaseReady`: a base map covers the view, or is away. */
export function createRasterLayers(
  map: LeafletMap,
  report: (id: string, problem: LayerProblem | null) => void,
  onBaseReady: () => void,
) {
  interface MountedLayer {
    layer: TileLayer
    id: string
    slot: string
    side: PlannedLayer['side']
    order: number
    problem: LayerProblem | null
    stopWatching(): void
  }
  const mounted = new Map<string, MountedLayer>()
  /** Replaced layers that stay until their successors cover the view. */
  const leaving = new Map<string, MountedLayer>()
  let missing = new Set<string>()
  const settled = new Set<string>()
  function settle(key: string): void {
    handover.ready(key)
    settled.add(key)
    const base = [...mounted].filter(([, { slot }]) => slot === BASE)
    if (base.length > 0 && base.every(([each]) => settled.has(each))) onBaseReady()
  }
  const handover = createHandover({
    schedule,
    remove(key) {
      // In this order: Leaflet's own cleanup is a listener of the layer.
      leaving.get(key)?.layer.remove().off()
      leaving.delete(key)
    },
  })

  /** An id may have several layers: it has a problem when all of them have. */
  function reportProblem(id: string): void {
    const own = [...mounted.values()].filter((each) => each.id === id)
    const problems = own.map(({ problem }) => problem)
    if (missing.has(id)) report(id, 'missing')
    else if (problems.length === 0 || problems.includes(null)) report(id, null)
    else report(id, problems.includes('slow') ? 'slow' : 'away')
  }

  function watch(key: string, { layer, id, slot, side, order }: Omit<MountedLayer, 'problem' | 'stopWatching'>): void {
    const tiles = watchLayer({
      schedule,
      report(problem) {
        entry.problem = problem
        reportProblem(id)
        if (problem === 'away') settle(key)
      },
      retry: () => layer.redraw(),
    })
    const events = {
      tileloadstart: tiles.tileRequested,
      tileload: tiles.tileLoaded,
      tileerror: tiles.tileFailed,
      load() {
        tiles.idle()
        settle(key)
      },
    }
    const stopWatching = () => {
      layer.off(events)
      tiles.stop()
    }
    const entry: MountedLayer = { layer, id, slot, side, order, problem: null, stopWatching }
    layer.on(events)
    mounted.set(key, entry)
  }
  /** Adds or updates a layer. True when it is new: its tiles are still to load. */
  function put(planned: PlannedLayer): boolean {
    const { key, opacity, order } = planned
    const back = leaving.get(key)
    if (back && handover.recall(key)) {
      leaving.delete(key)
      watch(key, back)
    }
    const existing = mounted.get(key)
    if (existing) {
      existing.order = order
      existing.layer.setZIndex(zIndexOf(order))
      // Leaflet restarts the fade-in of fresh tiles on every setOpacity, which would show the background.
      if (existing.layer.options.opacity !== opacity) existing.layer.setOpacity(opacity)
      return false
    }
    const layer = tileLayer(planned)
    watch(key, { ...planned, layer })
    layer.addTo(map)
    layer.getContainer()!.style.setProperty('--tile-side', `${layer.getTileSize().x}px`)
    return true
  }
  function leave(key: string, entry: MountedLayer, successors: readonly string[]): void {
    mounted.delete(key)
    entry.stopWatching()
    reportProblem(entry.id)
    leaving.set(key, entry)
    const above = successors.map((each) => mounted.get(each)!.order)
    if (above.length > 0) entry.layer.setZIndex(zIndexOf(Math.min(...above)) - 1)
    handover.leave(key, successors)
  }
  let divider: number | null = null
  /** In a comparison each layer is cut at the divider. */
  function cut(): void {
    const clips = divided(map, divider ?? 0)
    for (const { layer, side } of [...mounted.values(), ...leaving.values()]) {
      const element = layer.getContainer()
      if (!element || (side === null && !element.style.clipPath)) continue
      element.style.clipPath = side === null || divider === null ? '' : clips[side]
    }
  }
  map.on('move zoomend viewreset resize', cut)
  /** Between two levels tile edges fall between pixels: the style sheet lets the tiles overlap. */
  const markHalfLevel = () => map.getContainer().classList.toggle('between-levels', !Number.isInteger(map.getZoom()))
  markHalfLevel()
  map.on('zoomend', markHalfLevel)
  addEventListener('online', () => {
    for (const { layer, problem } of mounted.values()) if (problem !== null) layer.redraw()
  })

  return {
    /** Where the divider of a comparison stands, from 0 to 1; null without one. */
    divide(at: number | null) {
      divider = at
      cut()
    },
    /** Applies a plan, touching only layers that differ. */
    show({ layers, missing: nextMissing }: Pick<LayerPlan, 'layers' | 'missing'>) {
      const wanted = new Set(layers.map(({ key }) => key))
      const old = [...mounted].filter(([key]) => !wanted.has(key))
      const added = layers.filter(put)
      for (const [key, entry] of old) {
        const successors = added.filter(({ slot }) => slot === entry.slot).map((each) => each.key)
        leave(key, entry, successors)
      }
      cut()
      const before = missing
      missing = new Set(nextMissing)
      for (const id of new Set([...before, ...missing])) reportProblem(id)
    },
  }
}
