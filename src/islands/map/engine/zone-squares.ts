/** A square of the plane that zones are drawn on, counted from the drawing's corner; east and south are positive. */
export interface Square {
  column: number
  row: number
}
/** CSS pixels from the drawing's corner. */
export interface Window {
  left: number
  top: number
  width: number
  height: number
}

/** CSS pixels of a side: about as many pixels of the screen either way, and a whole number of them on most screens. */
export const squareSide = (density: number): number => (density < 1.5 ? 512 : 256)

/** Share of the view beyond each of its edges that is drawn ahead, a square a frame. */
export const AHEAD = 0.35

export const widened = ({ left, top, width, height }: Window, share: number): Window => ({
  left: left - width * share,
  top: top - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
})

/** Squares of the side between the middle of a window and that of a square. */
function away({ left, top, width, height }: Window, { column, row }: Square, side: number): number {
  return Math.hypot((column + 0.5) * side - left - width / 2, (row + 0.5) * side - top - height / 2)
}

/** The squares that a window shows a part of, those amid it first. */
export function squaresIn(window: Window, side: number): Square[] {
  const { left, top, width, height } = window
  const squares: Square[] = []
  for (let row = Math.floor(top / side); row * side < top + height; row++)
    for (let column = Math.floor(left / side); column * side < left + width; column++) squares.push({ column, row })
  return squares.toSorted((a, b) => away(window, a, side) - away(window, b, side))
}

/** Those of the drawn squares that are let go when there are more than `most`: the farthest first, and none that the window shows a part of. */
export function beyond<Drawn extends Square>(
  drawn: readonly Drawn[],
  window: Window,
  side: number,
  most: number,
): Drawn[] {
  if (drawn.length <= most) return []
  const { left, top, width, height } = window
  const shown = ({ column, row }: Square) =>
    column * side < left + width && column * side + side > left && row * side < top + height && row * side + side > top
  return drawn
    .filter((square) => !shown(square))
    .toSorted((a, b) => away(window, b, side) - away(window, a, side))
    .slice(0, drawn.length - most)
}
