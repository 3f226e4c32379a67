/** The bottom sheet of a phone: its three resting heights (detents), and where a drag ends. Pixels. */
export const DETENTS = ['collapsed', 'half', 'full'] as const
export type Detent = (typeof DETENTS)[number]
export type Heights = Readonly<Record<Detent, number>>

/** Share of the room at half height. */
const HALF = 0.5
/** The strip of the map that stays visible at full height; `--sheet-strip` in map-live.css. */
const STRIP = 40
/** Pixels per millisecond above which a drag counts as a fling. */
const THROWN = 0.5

/** `room` is the height of the map, `collapsed` that of the sheet's head. In a low window (a phone in landscape) heights may coincide. */
export function sheetHeights(room: number, collapsed: number): Heights {
  const least = Math.min(collapsed, room)
  const full = Math.max(least, room - STRIP)
  return { collapsed: least, half: Math.min(full, Math.max(least, Math.round(room * HALF))), full }
}

export const raised = (detent: Detent): Detent => (detent === 'collapsed' ? 'half' : 'full')
export const lowered = (detent: Detent): Detent => (detent === 'full' ? 'half' : 'collapsed')

/** The height during a drag, clamped to the lowest and the highest detent. */
export const draggedHeight = (from: number, moved: number, heights: Heights): number =>
  Math.max(heights.collapsed, Math.min(heights.full, from + moved))

/** The detent where a drag that ends at `height` settles; `speed` is upwards in pixels per millisecond. */
export function restingAt(height: number, speed: number, heights: Heights): Detent {
  if (speed > THROWN) return DETENTS.find((detent) => heights[detent] > height) ?? 'full'
  if (speed < -THROWN) return DETENTS.findLast((detent) => heights[detent] < height) ?? 'collapsed'
  return [...DETENTS].sort((a, b) => Math.abs(heights[a] - height) - Math.abs(heights[b] - height))[0]!
}
