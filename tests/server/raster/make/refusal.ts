import { join } from 'node:path'
import { expect } from 'vitest'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'
import { readOverlaySource } from '../../../../src/server/raster/make/read-source.ts'
import { OverlayRefused } from '#server/raster/make/overlay-refused.ts'
import * as fixture from './fixtures.ts'
import { type Pair, TOWN } from './fixtures.ts'

const [WIDTH, HEIGHT] = [200, 100]
/** A small sheet over the town, with five control points that agree. */
export const size = { width: WIDTH, height: HEIGHT }
const picture = fixture.asPicture(fixture.drawSheet(WIDTH, HEIGHT, []), WIDTH, HEIGHT)
export const png = await picture.clone().png().toBuffer()
export const tiff = await picture.clone().tiff().toBuffer()
export const ground = ([x, y]: Point): Point => [TOWN[0] + x, TOWN[1] - y]
export const CORNERS: Point[] = [
  [10, 10],
  [190, 10],
  [190, 90],
  [10, 90],
  [100, 55],
]
export const pairs = CORNERS.map((pixel): Pair => [pixel, ground(pixel)])
export const change = (at: number, pixel: Point, metres: Point = ground(pixel)) =>
  pairs.map((pair, index): Pair => (index === at ? [pixel, metres] : pair))

/** The sentence with which the first of these files is refused; the others lie beside it. */
export async function refusal(files: Record<string, string | Buffer>, georeference?: string): Promise<string> {
  const folder = fixture.writeFiles(files)
  const problem: unknown = await readOverlaySource(
    join(folder, Object.keys(files)[0]!),
    georeference && join(folder, georeference),
  ).catch((thrown: unknown) => thrown)
  expect(problem).toBeInstanceOf(OverlayRefused)
  return (problem as OverlayRefused).message
}
export const withPoints = (given: readonly Pair[]) =>
  refusal({ 'plan.png': png, 'plan.points': fixture.pointsFile(given) })
export const withAnnotation = (given: unknown) => refusal({ 'plan.png': png, 'plan.json': JSON.stringify(given) })
export const geoTiff = (...tags: Parameters<typeof fixture.withTags>[1]) =>
  refusal({ 'plan.tif': fixture.withTags(tiff, tags) })
