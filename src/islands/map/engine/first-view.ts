import type { Map as LeafletMap } from 'leaflet'
import type { View } from '#stores/map/map-stores.ts'
import { viewOf } from './leaflet-view.ts'

/** Web mercator metres: far less than a pixel. */
const SAME = 0.1

/** True where a map stands as the picture of its opening shows it. */
const isSame = (a: View, b: View) =>
  a.zoom === b.zoom && Math.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) < SAME

/**
 * Lets the picture of the opening, which the page shows before its script comes (release/files/first-view.ts), lie under the map and move with its
 * ground, until what comes back is called: the base map covers it. A map at another level has no use for it.
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
  const events = { move: follow, zoomstart: end, viewreset: end, resize: end, unload: end }
  map.on(events)
  if (!isSame(viewOf(map), opening)) end()
  return end
}
