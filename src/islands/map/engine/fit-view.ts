import { MAP } from '#contract/limits.ts'
import type { Box } from '#rules/map/geometry.ts'
import type { View } from '#stores/map/map-stores.ts'

/** CSS pixels. */
export interface Size {
  width: number
  height: number
}
/** CSS pixels covered at each edge of the map, by a bottom sheet for example. */
export interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}
export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

/** The closest zoom: a house fills the view. */
export const NEAREST_ZOOM = 21
/** The closest zoom of a fit: a small lot among its neighbours, where imagery and old maps are still sharp. */
export const NEAREST_FIT = 18
/** Half levels, for pinching and for fits. */
export const ZOOM_STEP = 0.5

const WORLD = 2 * Math.PI * 6378137
/** Web mercator metres that a CSS pixel shows. */
export const metresPerPixel = (zoom: number): number => WORLD / (256 * 2 ** zoom)

export const clampZoom = (zoom: number): number =>
  Math.min(NEAREST_ZOOM, Math.max(MAP.minimumZoom, Number.isFinite(zoom) ? zoom : MAP.initialZoom))

/** The padding of spec §9, at most a third of the side, so that a small view keeps room for the content. */
export const fitPadding = (side: number, padding: number): number => Math.max(0, Math.min(padding, side / 3))

/** The view that shows a box with padding, in the part of the map that nothing covers. */
export function fitView(box: Box, size: Size, padding: number, insets: Insets = NO_INSETS): View {
  const free = {
    width: Math.max(1, size.width - insets.left - insets.right),
    height: Math.max(1, size.height - insets.top - insets.bottom),
  }
  const room = {
    width: free.width - 2 * fitPadding(free.width, padding),
    height: free.height - 2 * fitPadding(free.height, padding),
  }
  // A point has no size: it gets the closest zoom.
  const metres = Math.max((box[2] - box[0]) / room.width, (box[3] - box[1]) / room.height, 1e-9)
  const zoom = Math.min(NEAREST_FIT, clampZoom(Math.floor(Math.log2(WORLD / (256 * metres)) / ZOOM_STEP) * ZOOM_STEP))
  const scale = metresPerPixel(zoom)
  return {
    centre: [
      (box[0] + box[2]) / 2 + ((insets.right - insets.left) / 2) * scale,
      (box[1] + box[3]) / 2 - ((insets.bottom - insets.top) / 2) * scale,
    ],
    zoom,
  }
}

/** What a map of this size shows. */
export function viewBox({ centre: [x, y], zoom }: View, width: number, height: number): Box {
  const half = metresPerPixel(zoom) / 2
  return [x - width * half, y - height * half, x + width * half, y + height * half]
}
