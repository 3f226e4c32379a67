import { atom } from 'nanostores'
import { type Box, overlap } from '#rules/map/geometry.ts'
import { TILE_SIZE } from '#contract/overlay.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { FitRequest, View } from './map-stores.ts'

/** CSS pixels from the centre to the edge of a large window. */
const REACH = 1000
/** Circumference of the earth in web mercator metres. */
const WORLD = 40_075_016.7

/**
 * The view to open with when no zone is near the default one: the society has imported zones but not set `map.centre` in society.ts yet. It centres on
 * the median zone, which outliers do not move. Null when zones are in view, or there are none.
 */
export function viewOfZones({ centre: [x, y], zoom }: View, zones: readonly ZoneOutline[]): View | null {
  const reach = (REACH * WORLD) / (TILE_SIZE * 2 ** zoom)
  const seen: Box = [x - reach, y - reach, x + reach, y + reach]
  const boxes = zones.flatMap(({ box }) => (box ? [box] : []))
  if (boxes.length === 0 || boxes.some((box) => overlap(box, seen))) return null
  return { centre: [middle(boxes, 0), middle(boxes, 1)], zoom }
}

function middle(boxes: readonly Box[], side: 0 | 1): number {
  const places = boxes.map((box) => (box[side] + box[side + 2]!) / 2).sort((a, b) => a - b)
  return places[places.length >> 1]!
}

/** Requests for the engine to show something. Each has its own id, so that the same place can be requested twice. */
export function createFits() {
  const $fit = atom<FitRequest | null>(null)
  let id = 0
  return {
    $fit,
    toBox: (box: Box, padding: number) => $fit.set({ id: ++id, kind: 'box', box, padding }),
    toView: (view: View) => $fit.set({ id: ++id, kind: 'view', view }),
  }
}
export type Fits = ReturnType<typeof createFits>
