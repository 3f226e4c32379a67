import { CRS, point } from 'leaflet'
import type { LatLng, Map as LeafletMap } from 'leaflet'
import type { View } from '#stores/map/map-stores.ts'
import type { Box } from '#rules/small-maps.ts'
import { heldZoom } from './fit-view.ts'

/** Between Leaflet's degrees and the web mercator metres (EPSG:3857) in which the archive's map thinks. */
export const toLatLng = ([x, y]: View['centre']): LatLng => CRS.EPSG3857.unproject(point(x, y))
export function toCentre(latLng: LatLng): View['centre'] {
  const { x, y } = CRS.EPSG3857.project(latLng)
  return [x, y]
}
export const viewOf = (map: LeafletMap): View => ({ centre: toCentre(map.getCenter()), zoom: map.getZoom() })

/** What the map shows now. */
export function boxInView(map: LeafletMap): Box {
  const bounds = map.getBounds()
  const [[west, south], [east, north]] = [toCentre(bounds.getSouthWest()), toCentre(bounds.getNorthEast())]
  return [west, south, east, north]
}

export interface Move {
  /** False where the visitor asks for less motion, and for the first view. */
  animated: boolean
}
export function showView(map: LeafletMap, { centre, zoom }: View, { animated }: Move): void {
  map.setView(toLatLng(centre), heldZoom(zoom), animated ? {} : { animate: false })
}
