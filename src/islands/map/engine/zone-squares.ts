/** A square of the drawing, counted from its corner; east and south are positive. */
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

/** Side of a square in CSS pixels, about 512 device pixels and mostly a whole number of them. */
export const squareSide = (density: number): number => (density < 1.5 ? 512 : 256)

/** Share of the view drawn ahead beyond each edge, one square per frame. */
export const AHEAD = 0.35

export const widened = ({ left, top, width, height }: Window, share: number): Window => ({
  left: left - width * share,
  top: top - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
})

/** CSS pixels between the centres of a window and of a square. */
function distance({ left, top, width, height }: Window, { column, row }: Square, side: number): number {
  return Math.hypot((column + 0.5) * side - left - width / 2, (row + 0.5) * side - top - height / 2)
}

/** The squares that intersect a window, centre first. */
export function squaresIn(window: Window, side: number): Square[] {
  const { left, top, width, height } = window
  const squares: Square[] = []
  for (let row = Math.floor(top / side); row * side < top + height; row++)
    for (let column = Math.floor(left / side); column * side < left + width; column++) squares.push({ column, row })
  return squares.toSorted((a, b) => distance(window, a, side) - distance(window, b, side))
}

/** Squares to remove when more than `most` are drawn: the farthest first, and none that intersects the window. */
export function squaresToEvict<Drawn extends Square>(
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
    .toSorted((a, b) => distance(window, b, side) - distance(window, a, side))
    .slice(0, drawn.length - most)
}
