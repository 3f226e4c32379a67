import { CRS, type LatLng, Map as LeafletMap, point } from 'leaflet'
import { MAP } from '#contract/limits.ts'
import type { View } from '#stores/map/map-stores.ts'
import type { Box } from '#rules/map/geometry.ts'
import { clampZoom, NEAREST_ZOOM, ZOOM_STEP } from './fit-view.ts'

/** Tolerance in web mercator metres, far below a pixel. */
const SAME = 0.1

/** True when both views show the same. */
const isSame = (a: View, b: View) =>
  a.zoom === b.zoom && Math.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) < SAME

/**
 * Keeps the static first-view picture (release/files/first-view.ts) under the map and pans it along until the returned function is called, when the
 * base map covers it. Zooming removes it too.
 */
export function holdFirstView(map: LeafletMap, picture: HTMLElement | null, opening: View): () => void {
  if (!picture) return () => {}
  const follow = () => {
    const { x, y } = map.containerPointToLayerPoint([0, 0])
    picture.style.translate = `${-x}px ${-y}px`
  }
  const end = () => {
    picture.remove()
    map.off(events)
  }
  const events = { move: follow, zoomstart: end, viewreset: end, resize: end }
  map.on(events)
  if (!isSame(viewOf(map), opening)) end()
  return end
}

/** Between Leaflet's degrees and the archive's web mercator metres (EPSG:3857). */
export const toLatLng = ([x, y]: View['centre']): LatLng => CRS.EPSG3857.unproject(point(x, y))
export function toCentre(latLng: LatLng): View['centre'] {
  const { x, y } = CRS.EPSG3857.project(latLng)
  return [x, y]
}
export const viewOf = (map: LeafletMap): View => ({ centre: toCentre(map.getCenter()), zoom: map.getZoom() })

/** The visible box. */
export function boxInView(map: LeafletMap): Box {
  const bounds = map.getBounds()
  const [[west, south], [east, north]] = [toCentre(bounds.getSouthWest()), toCentre(bounds.getNorthEast())]
  return [west, south, east, north]
}

export function showView(map: LeafletMap, { centre, zoom }: View, { animated }: { animated: boolean }): void {
  map.setView(toLatLng(centre), clampZoom(zoom), animated ? {} : { animate: false })
}

/** Leaflet's map without its own controls and keys, with panes for what is drawn over the layers. @param moves it may be animated. */
export function bareMap(element: HTMLElement, moves: boolean): LeafletMap {
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
    // A fade only delays tiles.
    fadeAnimation: false,
    zoomAnimation: moves,
    inertia: moves,
    bounceAtZoomLimits: false,
  })
  map.createPane('zones').style.zIndex = '410'
  map.createPane('highlights').style.zIndex = '420'
  map.createPane('streets').style.zIndex = '430'
  for (const name of ['zones', 'highlights', 'streets']) {
    map.getPane(name)!.style.pointerEvents = 'none'
    map.getPane(name)!.ariaHidden = 'true'
  }
  return map
}
