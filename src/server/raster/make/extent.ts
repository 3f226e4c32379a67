import { basename } from 'node:path'
import { TILE_ZOOM } from '#contract/overlay.ts'
import { HALF_WORLD, toDegrees, zoomOf } from './mercator.ts'
import type { Bounds, Point } from './mercator.ts'
import { place, slope } from './placement.ts'
import type { Mapping } from './placement.ts'
import { OverlayRefused } from './refused.ts'

/** A town's map is small; what would cover a good part of a continent has been placed wrongly. */
const MOST_DEGREES = 20
const STEPS = 64
/** A tenth of a level: a pixel of the scan may be 7% finer than the tile's before the next level is called for. */
const TOLERANCE = 0.1

/** Points along a closed outline, its corners among them. */
function along(outline: readonly Point[], steps: number): Point[] {
  return outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length]!
    return Array.from({ length: steps }, (_, step): Point => {
      const part = step / steps
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    })
  })
}

export const wholePicture = (width: number, height: number): Point[] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

/**
 * What a placed picture covers, in degrees, and the level at which none of its pixels is lost.
 * @throws {OverlayRefused} where that is beyond what a map of a town can be.
 */
export function measureExtent(
  mapping: Mapping,
  { file, width, height, mask }: { file: string; width: number; height: number; mask: readonly Point[] | null },
): { bounds: Bounds; nativeZoom: number } {
  const name = basename(file)
  const widths = pixelWidths(mapping, width, height)
  const finest = widths[Math.floor(widths.length * 0.05)]!
  if (!Number.isFinite(finest) || finest <= 0)
    throw new OverlayRefused(`${name} has no size on the ground as it is placed. Check where it is said to lie.`)
  const outline = along(mask ?? wholePicture(width, height), mask ? 8 : STEPS)
  const places = outline.map((pixel) => place(mapping, pixel, finest))
  // Half a pixel more, for the soft edge.
  const spare = finest / 2
  const xs = places.map(([x]) => x)
  const ys = places.map(([, y]) => y)
  const southWest: Point = [Math.min(...xs) - spare, Math.min(...ys) - spare]
  const northEast: Point = [Math.max(...xs) + spare, Math.max(...ys) + spare]
  if (![...southWest, ...northEast].every((metres) => Math.abs(metres) <= HALF_WORLD + 1))
    throw new OverlayRefused(`${name} would reach beyond the world as it is placed. Check where it is said to lie.`)
  const bounds: Bounds = [...toDegrees(southWest), ...toDegrees(northEast)]
  const [wide, high] = [bounds[2] - bounds[0], bounds[3] - bounds[1]]
  if (Math.max(wide, high) > MOST_DEGREES)
    throw new OverlayRefused(
      `${name} would cover ${wide.toFixed(1)} by ${high.toFixed(1)} degrees; a map may cover ${MOST_DEGREES}. Check where it is said to lie.`,
    )
  const nativeZoom = Math.ceil(zoomOf(finest) - TOLERANCE)
  if (nativeZoom < TILE_ZOOM.lowest || nativeZoom > TILE_ZOOM.deepest)
    throw new OverlayRefused(
      `A pixel of ${name} would be ${finest.toPrecision(2)} metres wide, which is no map of a town (zoom ${nativeZoom}). Check where it is said to lie.`,
    )
  return { bounds, nativeZoom }
}

/** How many metres a pixel is wide over the picture, from the finest to the coarsest; the narrower of both directions counts. */
function pixelWidths(mapping: Mapping, width: number, height: number): number[] {
  const widths: number[] = []
  for (let row = 0; row <= 16; row++)
    for (let column = 0; column <= 16; column++) {
      const at: Point = [(column / 16) * width, (row / 16) * height]
      const [a, b, c, d] = slope(mapping.toMetres, at, 0.5)
      widths.push(Math.min(Math.hypot(a, c), Math.hypot(b, d)))
    }
  return widths.sort((a, b) => a - b)
}
