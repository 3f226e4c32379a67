import { CRS, point } from 'leaflet'
import type { LatLng, Map as LeafletMap } from 'leaflet'
import type { View } from '#stores/map/map-stores.ts'
import type { Box } from '#rules/map/geometry.ts'
import { clampZoom } from './fit-view.ts'

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
