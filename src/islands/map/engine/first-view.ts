import type { Map as LeafletMap } from 'leaflet'
import type { View } from '#stores/map/map-stores.ts'
import { viewOf } from './leaflet-view.ts'

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
