import { TILE_SIZE } from '#contract/overlay.ts'
import { overlap, type Box } from '#rules/small-maps.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import type { View } from './map-stores.ts'

/** CSS pixels from the middle to the edge of a large window. */
const REACH = 1000
/** Girth of the world in web mercator metres. */
const WORLD = 40_075_016.7

/**
 * Where to look when the map would open on empty ground: a society has put its zones in, and not yet said in society.ts where its town is. The zone in
 * the middle of all is shown, which one in the wrong place cannot move. Null where there is something to see, or nothing anywhere.
 */
export function zonesElsewhere({ centre: [x, y], zoom }: View, zones: readonly ZoneOutline[]): View | null {
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
