import { Browser, LatLngBounds, TileLayer } from 'leaflet'
import type { Map as LeafletMap } from 'leaflet'
import type { LayerProblem } from '#stores/map/map-stores.ts'
import { NEAREST_ZOOM } from './fit-view.ts'
import { createHandover } from './layer-handover.ts'
import { watchLayer } from './layer-watch.ts'
import { BASE } from './layer-plan.ts'
import type { LayerPlan, PlannedLayer } from './layer-plan.ts'
import { later } from './later.ts'

export interface RasterLayers {
  /** Makes the map hold what is planned, touching only what differs. */
  show(plan: Pick<LayerPlan, 'layers' | 'missing'>): void
  remove(): void
}

/** Between two layers there is room for one that leaves, under the one that takes its place. */
const height = (order: number) => 2 * order

/** True for a visitor on a slow net, or who asks for few bytes (where the browser tells: Chromium's kin). */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

function tileLayer({ url, wmsLayers, opacity, order, bounds, levels }: PlannedLayer): TileLayer {
  // A screen with finer pixels gets the archive's own tiles from a level further down, at half their size: as sharp as the screen. Servers of others
  // are not asked for four times as much, and their lettering would become too small to read.
  const finer = devicePixelRatio > 1 && bounds !== null && levels.deepest > levels.least && !isSparing() ? 1 : 0
  const options = {
    opacity,
    zIndex: height(order),
    tileSize: 256 >> finer,
    zoomOffset: finer,
    // A layer sets its deepest level and how far that is enlarged, or it would vanish when a visitor zooms in.
    minZoom: levels.least - finer,
    maxNativeZoom: levels.deepest - finer,
    maxZoom: NEAREST_ZOOM,
    noWrap: true,
    // Pixels are never read, so a server need not allow that (no crossOrigin); it is told which site asks, as OpenStreetMap's rules want.
    referrerPolicy: 'strict-origin-when-cross-origin' as const,
    // A phone loads what is on screen when the finger rests, not all that passes by.
    updateWhenIdle: Browser.mobile,
    updateWhenZooming: false,
    keepBuffer: Browser.mobile ? 1 : 2,
    ...(bounds && { bounds: new LatLngBounds([bounds[1], bounds[0]], [bounds[3], bounds[2]]) }),
  }
  return wmsLayers === null
    ? new TileLayer(url, options)
    : new TileLayer.WMS(url, { ...options, layers: wmsLayers, format: 'image/jpeg', version: '1.3.0' })
}

/**
 * Base map and overlays. A layer that does not answer is told of under its id, and everything else goes on. `onGround` hears that a base map covers
 * the view or is away.
 */
export function createRasterLayers(
  map: LeafletMap,
  report: (id: string, problem: LayerProblem | null) => void,
  onGround: () => void = () => {},
): RasterLayers {
  interface Lying {
    layer: TileLayer
    id: string
    place: string
    order: number
    problem: LayerProblem | null
    /** Nothing is told of it any more. */
    hush(): void
  }
  const lying = new Map<string, Lying>()
  /** Not wanted any more, and still there until what takes their place covers the view. */
  const leaving = new Map<string, Lying>()
  let missing = new Set<string>()
  const settled = new Set<string>()
  function settle(key: string): void {
    handover.settled(key)
    settled.add(key)
    const ground = [...lying].filter(([, { place }]) => place === BASE)
    if (ground.length > 0 && ground.every(([each]) => settled.has(each))) onGround()
  }
  const handover = createHandover({
    later,
    take(key) {
      // In this order: Leaflet lets go of the map in a listener of the layer's own.
      leaving.get(key)?.layer.remove().off()
      leaving.delete(key)
    },
  })

  /** An id may have several layers: it has a problem while each of them has. */
  function tell(id: string): void {
    const own = [...lying.values()].filter((each) => each.id === id)
    const problems = own.map(({ problem }) => problem)
    if (missing.has(id)) report(id, 'away')
    else if (problems.length === 0 || problems.includes(null)) report(id, null)
    else report(id, problems.includes('slow') ? 'slow' : 'away')
  }

  function attend(key: string, { layer, id, place, order }: Omit<Lying, 'problem' | 'hush'>): void {
    const watch = watchLayer({
      later,
      report(problem) {
        entry.problem = problem
        tell(id)
        if (problem === 'away') settle(key)
      },
      again: () => layer.redraw(),
    })
    const events = {
      tileloadstart: watch.asked,
      tileload: watch.came,
      tileerror: watch.failed,
      load() {
        watch.done()
        settle(key)
      },
    }
    const hush = () => {
      layer.off(events)
      watch.stop()
    }
    const entry: Lying = { layer, id, place, order, problem: null, hush }
    layer.on(events)
    lying.set(key, entry)
  }
  /** Answers the layer's key when its tiles are still to come. */
  function put(planned: PlannedLayer): string | undefined {
    const { key, opacity, order } = planned
    const back = leaving.get(key)
    if (back && handover.recall(key)) {
      leaving.delete(key)
      attend(key, back)
    }
    const there = lying.get(key)
    if (there) {
      there.order = order
      there.layer.setZIndex(height(order))
      // Leaflet fades in again what came a moment ago, at any word of opacity: the ground would be seen through it.
      if (there.layer.options.opacity !== opacity) there.layer.setOpacity(opacity)
      return undefined
    }
    const layer = tileLayer(planned)
    attend(key, { ...planned, layer })
    layer.addTo(map)
    layer.getContainer()!.style.setProperty('--tile-side', `${layer.getTileSize().x}px`)
    return key
  }
  function leave(key: string, successors: readonly string[]): void {
    const entry = lying.get(key)
    if (!entry) return
    lying.delete(key)
    entry.hush()
    tell(entry.id)
    leaving.set(key, entry)
    const above = successors.map((each) => lying.get(each)!.order)
    if (above.length > 0) entry.layer.setZIndex(height(Math.min(...above)) - 1)
    handover.leave(key, successors)
  }
  /** Between two levels the edges of tiles fall between pixels, and the style sheet lets them overlap. */
  const tellLevel = () => map.getContainer().classList.toggle('between-levels', !Number.isInteger(map.getZoom()))
  tellLevel()
  map.on('zoomend', tellLevel)
  const backOnline = () => {
    for (const { layer, problem } of lying.values()) if (problem !== null) layer.redraw()
  }
  addEventListener('online', backOnline)

  return {
    show({ layers, missing: nextMissing }) {
      const wanted = new Set(layers.map(({ key }) => key))
      const old = [...lying.keys()].filter((key) => !wanted.has(key))
      const added = layers.filter((planned) => put(planned) !== undefined)
      for (const key of old) {
        const { place } = lying.get(key)!
        leave(
          key,
          added.filter((each) => each.place === place).map((each) => each.key),
        )
      }
      const before = missing
      missing = new Set(nextMissing)
      for (const id of new Set([...before, ...missing])) tell(id)
    },
    remove() {
      removeEventListener('online', backOnline)
      map.off('zoomend', tellLevel)
      for (const key of [...lying.keys()]) leave(key, [])
      handover.stop()
    },
  }
}
