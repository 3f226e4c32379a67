import { TILE_SIZE } from '#contract/overlay.ts'
import { HALF_WORLD, metresPerPixel } from './mercator.ts'
import type { Pixels } from './pixels.ts'
import type { Mapping } from './placement.ts'

/** A tile as premultiplied RGBA; undefined where it shows nothing of the map. */
export type RawTile = Uint8Array
export type RenderTile = (zoom: number, x: number, y: number) => RawTile | undefined

/** The mapping is evaluated at the corners of cells of this many pixels, and interpolated between them. */
const CELL = 16
const CELLS = TILE_SIZE / CELL
const NODES = CELLS + 1

/** Draws tiles of a placed picture: bilinear, with an edge softened over one pixel of the tile. */
export function createRenderer(pixels: Pixels, mapping: Mapping): RenderTile {
  const { scaleX, scaleY } = pixels
  const xs = new Float64Array(NODES * NODES)
  const ys = new Float64Array(NODES * NODES)

  return (zoom, x, y) => {
    const size = metresPerPixel(zoom)
    const west = -HALF_WORLD + x * TILE_SIZE * size
    const north = HALF_WORLD - y * TILE_SIZE * size
    for (let row = 0, node = 0; row < NODES; row++)
      for (let column = 0; column < NODES; column++, node++) {
        const at = mapping.toPixel([west + column * CELL * size, north - row * CELL * size])
        // From here on, 0 is the middle of the first pixel.
        xs[node] = at[0] * scaleX - 0.5
        ys[node] = at[1] * scaleY - 0.5
      }
    const out = new Uint8Array(TILE_SIZE * TILE_SIZE * 4)
    let drawn = 0
    for (let row = 0; row < CELLS; row++)
      for (let column = 0; column < CELLS; column++) drawn |= drawCell(pixels, xs, ys, row, column, out)
    return drawn === 0 ? undefined : out
  }
}

/** Draws 16 × 16 pixels. Returns 0 where all of them stay empty. */
function drawCell(
  { bytes, channels, width, height }: Pixels,
  xs: Float64Array,
  ys: Float64Array,
  row: number,
  column: number,
  out: RawTile,
): number {
  const a = row * NODES + column
  const [b, c] = [a + 1, a + NODES]
  const d = c + 1
  const [ax, bx, cx, dx] = [xs[a]!, xs[b]!, xs[c]!, xs[d]!]
  const [ay, by, cy, dy] = [ys[a]!, ys[b]!, ys[c]!, ys[d]!]
  const low = { x: Math.min(ax, bx, cx, dx), y: Math.min(ay, by, cy, dy) }
  const high = { x: Math.max(ax, bx, cx, dx), y: Math.max(ay, by, cy, dy) }
  /** Pixels of the picture per pixel of the tile, horizontally and vertically. */
  const wide = Math.max(1e-9, Math.hypot(bx - ax, cx - ax) / CELL)
  const tall = Math.max(1e-9, Math.hypot(by - ay, cy - ay) / CELL)
  if (!(high.x > -0.5 - wide && high.y > -0.5 - tall && low.x < width - 0.5 + wide && low.y < height - 0.5 + tall))
    return 0
  const inner =
    low.x >= Math.max(0, wide / 2 - 0.5) &&
    low.y >= Math.max(0, tall / 2 - 0.5) &&
    high.x < width - 1 - Math.max(0, wide / 2 - 0.5) &&
    high.y < height - 1 - Math.max(0, tall / 2 - 0.5)
  const [mostX, mostY] = [width - 1, height - 1]
  const rowBytes = width * channels
  let drawn = 0

  for (let j = 0; j < CELL; j++) {
    const v = (j + 0.5) / CELL
    const startX = ax + (cx - ax) * v
    const startY = ay + (cy - ay) * v
    const stepX = (bx + (dx - bx) * v - startX) / CELL
    const stepY = (by + (dy - by) * v - startY) / CELL
    let to = ((row * CELL + j) * TILE_SIZE + column * CELL) * 4
    for (let i = 0; i < CELL; i++, to += 4) {
      let x = startX + stepX * (i + 0.5)
      let y = startY + stepY * (i + 0.5)
      let cover = 1
      if (!inner) {
        cover =
          part(0.5 + Math.min(x + 0.5, mostX + 0.5 - x) / wide) * part(0.5 + Math.min(y + 0.5, mostY + 0.5 - y) / tall)
        if (cover === 0) continue
        x = x < 0 ? 0 : x > mostX ? mostX : x
        y = y < 0 ? 0 : y > mostY ? mostY : y
      }
      const left = x | 0
      const top = y | 0
      // Weights out of 256; the last row and column have no neighbour to mix with.
      const u = ((x - left) * 256) | 0
      const w = ((y - top) * 256) | 0
      const from = top * rowBytes + left * channels
      const next = left < mostX ? from + channels : from
      const under = top < mostY ? rowBytes : 0
      let alpha = 255
      for (let channel = 0; channel < channels; channel++) {
        const above = bytes[from + channel]! * (256 - u) + bytes[next + channel]! * u
        const below = bytes[from + under + channel]! * (256 - u) + bytes[next + under + channel]! * u
        const value = (above * (256 - w) + below * w + 32_768) >> 16
        if (channel === 3) alpha = value
        else out[to + channel] = cover === 1 ? value : Math.round(value * cover)
      }
      const opacity = cover === 1 ? alpha : Math.round(alpha * cover)
      out[to + 3] = opacity
      drawn |= opacity
    }
  }
  return drawn
}

const part = (value: number) => (value <= 0 ? 0 : value >= 1 ? 1 : value)

/** Draws a tile at half its size into a quarter of its parent: `right` and `lower` are 0 or 1. */
export function halveInto(parent: RawTile, child: RawTile, right: number, lower: number): void {
  const half = TILE_SIZE / 2
  const line = TILE_SIZE * 4
  for (let row = 0; row < half; row++) {
    let from = row * 2 * line
    let to = ((lower * half + row) * TILE_SIZE + right * half) * 4
    for (let column = 0; column < half; column++, from += 8, to += 4)
      for (let channel = 0; channel < 4; channel++) {
        const at = from + channel
        parent[to + channel] = (child[at]! + child[at + 4]! + child[at + line]! + child[at + line + 4]! + 2) >> 2
      }
  }
}
