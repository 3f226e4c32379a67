import { basename } from 'node:path'
import { TILE_ZOOM } from '#contract/overlay.ts'
import { HALF_WORLD, toDegrees, zoomOf, type Point } from './mercator.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { locatePixel, slope, type Mapping } from './placement.ts'
import { OverlayRefused } from './overlay-refused.ts'

/** The map of a town is small; one that covers part of a continent is misplaced. */
const MAX_DEGREES = 20
const STEPS = 64
/** In zoom levels: a pixel of the scan may be 7% finer than that of a tile before the next level is used. */
const TOLERANCE = 0.1

/** Points along a closed outline, including its corners. */
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

/** The bounds of a picture in degrees, and the zoom level that loses none of its pixels. @throws {OverlayRefused} for an implausible size. */
export function measureExtent(
  mapping: Mapping,
  { file, width, height, mask }: { file: string; width: number; height: number; mask: readonly Point[] | null },
): { bounds: Bounds; nativeZoom: number } {
  const name = basename(file)
  const widths = pixelWidths(mapping, width, height)
  const finest = widths[Math.floor(widths.length * 0.05)]!
  if (!Number.isFinite(finest) || finest <= 0)
    throw new OverlayRefused(`${name} has no size on the ground. Check its georeference.`)
  const outline = along(mask ?? wholePicture(width, height), mask ? 8 : STEPS)
  const places = outline.map((pixel) => locatePixel(mapping, pixel, finest))
  // Half a pixel for the soft edge.
  const spare = finest / 2
  const xs = places.map(([x]) => x)
  const ys = places.map(([, y]) => y)
  const southWest: Point = [Math.min(...xs) - spare, Math.min(...ys) - spare]
  const northEast: Point = [Math.max(...xs) + spare, Math.max(...ys) + spare]
  if (![...southWest, ...northEast].every((metres) => Math.abs(metres) <= HALF_WORLD + 1))
    throw new OverlayRefused(`${name} would reach beyond the world. Check its georeference.`)
  const bounds: Bounds = [...toDegrees(southWest), ...toDegrees(northEast)]
  const [wide, high] = [bounds[2] - bounds[0], bounds[3] - bounds[1]]
  if (Math.max(wide, high) > MAX_DEGREES)
    throw new OverlayRefused(
      `${name} would cover ${wide.toFixed(1)} by ${high.toFixed(1)} degrees; the maximum is ${MAX_DEGREES}. Check its georeference.`,
    )
  const nativeZoom = Math.ceil(zoomOf(finest) - TOLERANCE)
  if (nativeZoom < TILE_ZOOM.lowest || nativeZoom > TILE_ZOOM.deepest)
    throw new OverlayRefused(
      `A pixel of ${name} would be ${finest.toPrecision(2)} metres wide, which is not a map of a town (zoom ${nativeZoom}). Check its georeference.`,
    )
  return { bounds, nativeZoom }
}

/** Widths of pixels in metres over the picture, finest first; the narrower of both directions. */
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
