/** Places in the list are gaps: 0 is above the first row, `count` below the last. */

interface RowBox {
  top: number
  height: number
}

/** The gap where a row that is dropped at the height `y` lands. */
export function gapAt(y: number, rows: readonly RowBox[]): number {
  const below = rows.findIndex(({ top, height }) => y < top + height / 2)
  return below === -1 ? rows.length : below
}

/** The gap that a key moves the row at `at` to; undefined for every other key. At an end it is the row's own. */
export function gapOfKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'ArrowDown') return Math.min(at + 2, count)
  if (key === 'Home') return 0
  if (key === 'End') return count
  return undefined
}

const SCROLL_ZONE = 64
const FASTEST_SCROLL = 16
/** Pixels to scroll per frame while a row is held at the height `y` of a window: faster closer to its edges. */
export function scrollStep(y: number, windowHeight: number): number {
  const above = SCROLL_ZONE - y
  const below = y - (windowHeight - SCROLL_ZONE)
  const depth = Math.min(Math.max(above, below, 0) / SCROLL_ZONE, 1)
  return Math.round(depth * FASTEST_SCROLL) * (above > below ? -1 : 1)
}
