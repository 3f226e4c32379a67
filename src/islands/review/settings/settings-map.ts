import { Map as LeafletMap, Polygon, TileLayer } from 'leaflet'
import '../../map/engine/engine.css'
import type { LocationFeature } from '#contract/location.ts'
import { polygonsOf } from '#rules/map/outlines/polygons.ts'
import { society } from '#society'

/** Degrees (EPSG:4326) and zoom level. */
export interface Place {
  latitude: number
  longitude: number
  zoom: number
}
interface Ground {
  tiles?: string
  deepest?: number
}
/** A transparent pixel, where a tile is away. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
/** More outlines than that would make the map slow, and are not needed to recognize a town. */
const MOST_ZONES = 1500

/** A plain map, whose middle is what is set. It shows a base map of another server, if there is one, and the archive's places. */
export function createSettingsMap(element: HTMLElement, start: Place, onMove: (place: Place) => void) {
  const map = new LeafletMap(element, {
    center: [start.latitude, start.longitude],
    zoom: start.zoom,
    minZoom: 2,
    maxZoom: 19,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: false,
    fadeAnimation: false,
  })
  const ground = (society.map.baseMaps as readonly Ground[]).find(({ tiles }) => tiles !== undefined)
  if (ground)
    new TileLayer(ground.tiles!, {
      maxNativeZoom: ground.deepest ?? 19,
      maxZoom: 19,
      errorTileUrl: NOTHING,
      referrerPolicy: 'strict-origin-when-cross-origin',
    }).addTo(map)
  let shapes: Polygon[] = []
  let shown = start
  /** A map that got another size has its middle on another pixel: nobody moved it. */
  const isShown = (latitude: number, longitude: number) =>
    map.getZoom() === shown.zoom &&
    map.project([latitude, longitude]).distanceTo(map.project([shown.latitude, shown.longitude])) < 2
  map.on('click', ({ latlng }) => map.panTo(latlng, { animate: false }))
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter()
    if (isShown(lat, lng)) return
    shown = { latitude: lat, longitude: lng, zoom: map.getZoom() }
    onMove(shown)
  })
  return {
    /** What is set from outside needs no report. */
    show(place: Place) {
      shown = place
      map.setView([place.latitude, place.longitude], place.zoom, { animate: false })
    },
    zoomBy: (steps: number) => void map.setZoom(map.getZoom() + steps, { animate: false }),
    showZones(zones: readonly LocationFeature[]) {
      for (const shape of shapes) shape.remove()
      shapes = zones.slice(0, MOST_ZONES).flatMap(({ geometry }) =>
        geometry === null
          ? []
          : polygonsOf(geometry).map((rings) => {
              const corners = rings.map((ring) => ring.map(([x, y]) => [y, x] as [number, number]))
              return new Polygon(corners, { className: 'settings-zone', interactive: false, weight: 1 }).addTo(map)
            }),
      )
    },
    remove: () => void map.remove(),
  }
}
export type SettingsMap = ReturnType<typeof createSettingsMap>
