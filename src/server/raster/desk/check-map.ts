import { type CheckedMap, MAP_FILE, mapPoint, type MapPoint } from '#contract/old-maps.ts'
import { chooseZooms, readWork } from '../make/make-tiles.ts'
import { readOverlaySource, readPlacementAgain, type OverlaySource } from '../make/read-source.ts'
import { toMetres, HALF_WORLD, metresPerPixel, tileRange, tilesIn, toDegrees } from '../make/mercator.ts'
import { createMapping, type ControlPoint, type Placement } from '../make/placement.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { TILE_SIZE, TILE_ZOOM } from '#contract/overlay.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { createRenderer } from '../make/render-tile.ts'
import { unmultiply } from '../make/tile-tree.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as v from 'valibot'
import { list } from '#contract/fields.ts'
import { renameIntoPlace } from '../../storage/removal.ts'
import { toAnnotation, type PictureSize } from '../make/georeference.ts'
import { isTiff, measurePicture } from '../make/measure-picture.ts'
import { DEFAULT_TRANSFORMATION } from '../make/transformation.ts'

/** Where a picture lies: its points with their residuals, and a preview. @throws {OverlayRefused} */
export async function checkMap(file: string, georeference: string | undefined): Promise<CheckedMap> {
  if (georeference !== undefined) await rewriteList(georeference, file)
  const source = await readOverlaySource(file, georeference)
  const { placement } = await readPlacementAgain(source)
  const residuals = placement.by === 'points' ? measureResiduals(placement) : []
  const points = placement.by === 'points' ? placement.points : []
  const squares = residuals.reduce((sum, each) => sum + each * each, 0)
  const { minimumZoom, maximumZoom } = chooseZooms(source, {})
  const preview = await drawPreview(source)
  return {
    bounds: [...source.bounds],
    points: points.map(({ pixel, degrees }, at) => ({
      ...{ x: pixel[0], y: pixel[1], longitude: degrees[0], latitude: degrees[1] },
      residual: residuals[at]!,
    })),
    rms: points.length > 0 ? Math.sqrt(squares / points.length) : null,
    transformation: placement.by === 'points' ? placement.transformation : 'GeoTIFF',
    notes: [...source.notes],
    minimum_zoom: minimumZoom,
    maximum_zoom: maximumZoom,
    preview: { image: `data:image/webp;base64,${preview.image.toString('base64')}`, bounds: [...preview.bounds] },
  }
}

/**
 * Metres on the ground between each control point and where the transformation puts it. A thin plate spline meets every point, and would hide a wrong one: its
 * points are compared with an even placement (a first-order polynomial).
 */
function measureResiduals(placement: Placement & { by: 'points' }): number[] {
  const { points, transformation } = placement
  const mapping = createMapping({
    ...placement,
    transformation: transformation === 'thinPlateSpline' ? 'polynomial1' : transformation,
  })
  return points.map(({ pixel, degrees }: ControlPoint) => {
    const [x, y] = toMetres(degrees)
    const [atX, atY] = mapping.toMetres(pixel)
    return Math.hypot(atX - x, atY - y) * Math.cos((degrees[1] * Math.PI) / 180)
  })
}

/** Tiles of a preview, at most: 1024 pixels on each side. */
const MOST_TILES = 16

/** Draws a placed map as one small transparent picture. `bounds` are those of the picture. @throws {OverlayRefused} */
async function drawPreview(source: OverlaySource): Promise<{ image: Buffer; bounds: Bounds }> {
  let zoom = Math.min(source.nativeZoom, TILE_ZOOM.mostMade)
  while (zoom > 0 && tilesIn(tileRange(source.bounds, zoom)) > MOST_TILES) zoom -= 1
  const { pixels, placement } = await readWork(source, zoom)
  const render = createRenderer(pixels, createMapping(placement))
  const { west, east, north, south } = tileRange(source.bounds, zoom)
  const pieces: OverlayOptions[] = []
  for (let y = north; y <= south; y += 1) {
    for (let x = west; x <= east; x += 1) {
      const tile = render(zoom, x, y)
      if (!tile) continue
      const raw = { width: TILE_SIZE, height: TILE_SIZE, channels: 4 as const }
      pieces.push({
        input: Buffer.from(unmultiply(tile)),
        raw,
        left: (x - west) * TILE_SIZE,
        top: (y - north) * TILE_SIZE,
      })
    }
  }
  const [width, height] = [(east - west + 1) * TILE_SIZE, (south - north + 1) * TILE_SIZE]
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const image = await sharp({ create: { width, height, channels: 4, background } })
    .composite(pieces)
    .webp({ quality: 75, effort: 2 })
    .toBuffer()
  const side = TILE_SIZE * metresPerPixel(zoom)
  const corner = (x: number, y: number) => toDegrees([-HALF_WORLD + x * side, HALF_WORLD - y * side])
  return { image, bounds: [...corner(west, south + 1), ...corner(east + 1, north)] as unknown as Bounds }
}

const points = list(mapPoint, MAP_FILE.points)
const pointList = v.union([
  points,
  v.pipe(
    v.object({ points }),
    v.transform(({ points }) => points),
  ),
])

/** Control points that were set by hand, as the Georeference Annotation that is stored with the picture. */
function annotationOfPoints(points: readonly MapPoint[], size: PictureSize, name: string): string {
  const controlPoints = points.map(({ x, y, longitude, latitude }, at) => ({
    number: at + 1,
    pixel: [x, y] as const,
    degrees: [longitude, latitude] as const,
  }))
  return toAnnotation(
    { points: controlPoints, transformation: DEFAULT_TRANSFORMATION, mask: null, notes: [] },
    size,
    name,
  )
}

/** Makes a file of control points one that `readOverlaySource` reads: a list of points in JSON becomes an annotation. */
async function rewriteList(path: string, picture: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const annotation = georeferenceText(text, await measurePicture(picture, await isTiff(picture)), basename(picture))
  if (annotation === text) return
  await writeFile(`${path}.part`, annotation, { mode: 0o600, flush: true })
  await renameIntoPlace(`${path}.part`, path)
}

function georeferenceText(text: string, size: PictureSize, name: string): string {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return text
  try {
    const listed = v.safeParse(pointList, JSON.parse(text.replace(/^\uFEFF/, '')))
    return listed.success ? annotationOfPoints(listed.output, size, name) : text
  } catch {
    return text
  }
}
