import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { checkFolds, checkPoints } from './check-folds.ts'
import { measureExtent } from './extent.ts'
import { toAnnotation, type Georeference, type PictureSize } from './georeference.ts'
import { readPlacement, requireCompression, withTiff } from './geotiff.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { isTiff, measurePicture, requireSize } from './measure-picture.ts'
import { createMapping, type Placement } from './placement.ts'
import { readAnnotation } from './read-annotation.ts'
import { readPoints } from './read-points.ts'
import { OverlayRefused } from './overlay-refused.ts'

export interface OverlaySource {
  kind: 'geotiff' | 'control points'
  /** Path of the picture. */
  file: string
  /** In pixels, upright. */
  width: number
  height: number
  /** Degrees, EPSG:4326. */
  bounds: Bounds
  /** Control points as a Georeference Annotation (JSON text, stored with the original); null for a GeoTIFF. */
  georeference: string | null
  /** Number of control points; 0 for a GeoTIFF. */
  points: number
  /** The zoom level that loses no pixel of the scan. */
  nativeZoom: number
  /** Assumptions made, in sentences for the maintainer. */
  notes: readonly string[]
}

const MAX_GEOREFERENCE_BYTES = 16 * 1024 * 1024

/**
 * Reads a GeoTIFF, or a scan with control points, without decoding pixels. Control points are given, or searched beside the picture: FILE.points, the
 * same name with .points, and both with .json. @throws {OverlayRefused} with the reason and what to do.
 */
export async function readOverlaySource(file: string, georeference?: string): Promise<OverlaySource> {
  await requireFile(file)
  const tiff = await isTiff(file)
  if (tiff && georeference === undefined) {
    const found = await readGeoTiff(file)
    if (found) return found
  }
  const size = await measurePicture(file, tiff)
  const path = georeference ?? (await findBeside(file))
  if (path === undefined)
    throw new OverlayRefused(
      `${basename(file)} ${tiff ? 'is a TIFF without a georeference' : 'is a picture'}, and has no control points. Give a Georeference Annotation or a .points file of QGIS, or put it beside the picture as ${basename(file)}.points or ${basename(file)}.json.`,
    )
  return readControlPoints(file, size, path)
}

async function requireFile(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new OverlayRefused(`There is no file ${path}.`)
  if (found.size === 0) throw new OverlayRefused(`${path} is empty.`)
  return found.size
}

export const readGeoTiff = (file: string): Promise<OverlaySource | undefined> =>
  withTiff(file, async (image) => {
    const placement = readPlacement(image, file)
    if (!placement) return undefined
    requireCompression(image, file)
    const [width, height] = [image.getWidth(), image.getHeight()]
    requireSize(file, width, height)
    const extent = measureExtent(createMapping(placement), { file, width, height, mask: null })
    return { kind: 'geotiff', file, width, height, ...extent, georeference: null, points: 0, notes: [] }
  })

async function findBeside(file: string): Promise<string | undefined> {
  const base = file.slice(0, file.length - extname(file).length)
  for (const path of [`${file}.points`, `${base}.points`, `${file}.json`, `${base}.json`])
    if (path !== file && (await stat(path).catch(() => undefined))?.isFile()) return path
  return undefined
}

async function readControlPoints(file: string, size: PictureSize, path: string): Promise<OverlaySource> {
  if ((await requireFile(path)) > MAX_GEOREFERENCE_BYTES)
    throw new OverlayRefused(`${basename(path)} is too large to be a list of control points.`)
  const text = await readFile(path, 'utf8')
  const isJson = /^\uFEFF?\s*[{[]/.test(text)
  const found = isJson ? readAnnotation(text, path, size) : readPoints(text, path, size)
  const { points, transformation, mask } = found
  const { width, height } = size
  checkPoints(points, { file: path, width, height, transformation })
  const placement = placementOf(found)
  checkFolds(placement, { file: path, width, height, mask })
  const extent = measureExtent(createMapping(placement), { file, width, height, mask })
  const georeference = toAnnotation(found, size, basename(file))
  return {
    kind: 'control points',
    file,
    width,
    height,
    ...extent,
    georeference,
    points: points.length,
    notes: found.notes,
  }
}

const placementOf = ({ points, transformation }: Georeference): Placement & { by: 'points' } => ({
  by: 'points',
  transformation,
  points,
})

/** The placement and mask of a source that was read before. */
export async function readPlacementAgain(source: OverlaySource) {
  const { file, width, height, georeference } = source
  if (georeference !== null) {
    const found = readAnnotation(georeference, `the georeference of ${basename(file)}`, {
      width,
      height,
      orientation: 1,
    })
    return { placement: placementOf(found), mask: found.mask }
  }
  const placement = await withTiff(file, (image) => Promise.resolve(readPlacement(image, file)))
  if (!placement) throw new OverlayRefused(`${basename(file)} has changed: it has no georeference any more.`)
  return { placement, mask: null }
}
