/** The bottom sheet of a phone: three heights that it rests at, and how a drag ends at one of them. Pixels. */
export const DETENTS = ['collapsed', 'half', 'full'] as const
export type Detent = (typeof DETENTS)[number]
export type Heights = Readonly<Record<Detent, number>>

/** At half the map is still as large as the sheet; at full a strip of the map says what lies behind. */
const HALF = 0.5
/** As `--sheet-strip` in map-live.css. */
const STRIP = 40
/** Pixels a millisecond above which a drag counts as thrown. */
const THROWN = 0.5

/** `room` is the height of the map, `collapsed` that of the sheet's head. A low room (a phone on its side) has fewer differences. */
export function sheetHeights(room: number, collapsed: number): Heights {
  const least = Math.min(collapsed, room)
  const full = Math.max(least, room - STRIP)
  return { collapsed: least, half: Math.min(full, Math.max(least, Math.round(room * HALF))), full }
}

export const raised = (detent: Detent): Detent => (detent === 'collapsed' ? 'half' : 'full')
export const lowered = (detent: Detent): Detent => (detent === 'full' ? 'half' : 'collapsed')

/** While it is dragged: the height that follows the finger, held between the lowest and the highest. */
export const draggedHeight = (from: number, moved: number, heights: Heights): number =>
  Math.max(heights.collapsed, Math.min(heights.full, from + moved))

/** Where a drag that ends at `height` comes to rest; `speed` is upwards in pixels a millisecond. */
export function restingAt(height: number, speed: number, heights: Heights): Detent {
  if (speed > THROWN) return DETENTS.find((detent) => heights[detent] > height) ?? 'full'
  if (speed < -THROWN) return DETENTS.findLast((detent) => heights[detent] < height) ?? 'collapsed'
  return [...DETENTS].sort((a, b) => Math.abs(heights[a] - height) - Math.abs(heights[b] - height))[0]!
}
