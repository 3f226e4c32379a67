import type { LatLng, Map as LeafletMap, Point } from 'leaflet'
import { metresPerPixel } from './fit-view.ts'
import { toCentre } from './leaflet-view.ts'
import type { Stroke } from './zone-drawing.ts'

/** A square of the drawing, counted from its corner; east and south are positive. */
export interface Square {
  column: number
  row: number
}
/** What all squares of one zoom level share. */
export interface Drawing {
  corner: LatLng
  /** The corner in map pixels at that zoom; integers, for sharp lines. */
  pixel: Point
  zoom: number
  density: number
  side: number
  strokes: readonly Stroke[]
}
export interface DrawnSquare extends Square {
  /** Missing where no line touches the square. */
  canvas?: HTMLCanvasElement
  /** The rings that touch it. */
  rings: readonly number[]
  /** It shows another year. */
  isStale: boolean
  /** When it was drawn, compared to others. */
  turn: number
}
export const keyOf = ({ column, row }: Square) => `${column} ${row}`

/** CSS pixels from the drawing's corner. */
export interface Window {
  left: number
  top: number
  width: number
  height: number
}

/** The visible window. */
export function windowOf(map: LeafletMap, { pixel }: Drawing): Window {
  const { x: left, y: top } = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin()).subtract(pixel)
  const { x: width, y: height } = map.getSize()
  return { left, top, width, height }
}

/** Side of a square in CSS pixels, about 512 device pixels and mostly a whole number of them; of squares that are drawn again and again, half of that. */
export const squareSide = (density: number, isRedrawn = false): number =>
  (density < 1.5 ? 512 : 256) >> Number(isRedrawn)

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

/** Pixels that lines reach beyond a zone. */
export const LINE = 4

/** The keys of the squares that a zone's box touches: west, south, east, north in metres from an origin. */
export function* keysUnder(
  [west, south, east, north]: Float32Array,
  origin: readonly [x: number, y: number],
  { corner, zoom, side }: Drawing,
): Generator<string> {
  const [metres, [x, y]] = [metresPerPixel(zoom), toCentre(corner)]
  const columnOf = (at: number) => Math.floor((at + origin[0] - x) / metres / side)
  const rowOf = (at: number) => Math.floor((y - at - origin[1]) / metres / side)
  const line = LINE * metres
  for (let column = columnOf(west! - line); column <= columnOf(east! + line); column++)
    for (let row = rowOf(north! + line); row <= rowOf(south! - line); row++) yield keyOf({ column, row })
}

/** Milliseconds after which no other square is drawn in a frame in a year: while that is dragged, and after one that is chosen. */
const ENOUGH = { dragged: 4, chosen: 24 }
/** Milliseconds between two years of a drag at most. */
const PAUSE = 250

/** How long the squares of a year may take in a frame. */
export function drawingTime() {
  let enough: number = ENOUGH.dragged
  let changed = 0
  return {
    /** Another year is chosen. */
    change() {
      const now = performance.now()
      enough = now - changed > PAUSE ? ENOUGH.chosen : ENOUGH.dragged
      changed = now
    },
    /** A frame begins. Answers whether there is time for a square: for one always. @param isDone all of the year is drawn. */
    begin(isDone: boolean): () => boolean {
      if (isDone) enough = ENOUGH.dragged
      const began = performance.now()
      let isFirst = true
      return () => {
        const may = isFirst || performance.now() - began < enough
        isFirst = false
        return may
      }
    },
  }
}
