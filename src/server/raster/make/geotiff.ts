import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { fromFile } from 'geotiff'
import type { GeoTIFF, GeoTIFFImage } from 'geotiff'
import { checkTiff } from './check-tiff.ts'
import type { Placement } from './placement.ts'
import { OverlayRefused } from './refused.ts'

/** The beginnings of a TIFF: either order of bytes, the classic kind and BigTIFF. */
const MAGIC = ['49492a00', '4d4d002a', '49492b00', '4d4d002b']

export async function isTiff(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(4)
    await handle.read(head, 0, 4, 0)
    return MAGIC.includes(head.toString('hex'))
  } finally {
    await handle.close()
  }
}

/**
 * Opens a TIFF for as long as `use` lasts. What the library throws about a broken file becomes a sentence; what the disk says, and the reason
 * of a signal that ended it, stay what they are.
 */
export async function withTiff<T>(
  file: string,
  use: (image: GeoTIFFImage, tiff: GeoTIFF) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let tiff: GeoTIFF | undefined
  try {
    await checkTiff(file)
    tiff = await fromFile(file)
    return await use(await tiff.getImage(0), tiff)
  } catch (problem) {
    signal?.throwIfAborted()
    if (problem instanceof OverlayRefused || (problem as NodeJS.ErrnoException).syscall !== undefined) throw problem
    throw new OverlayRefused(
      `${basename(file)} is a broken or incomplete TIFF (${problem instanceof Error ? problem.message : String(problem)}). Copy it again from where it came from.`,
      { cause: problem },
    )
  } finally {
    await tiff?.close()
  }
}

/** TIFF compressions that the library decodes: none, LZW, JPEG, Deflate (two numbers), PackBits, LERC, Zstandard. */
const COMPRESSIONS = [1, 5, 7, 8, 32773, 32946, 34887, 50000]

/** @throws {OverlayRefused} where the pixels are compressed otherwise (fax, JPEG 2000, WebP): that file is not broken. */
export function requireCompression(image: GeoTIFFImage, file: string): void {
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1)
  if (COMPRESSIONS.includes(compression)) return
  throw new OverlayRefused(
    `${basename(file)} is compressed in a way that cannot be read (TIFF compression ${compression}). Write it again with gdal_translate -co COMPRESS=DEFLATE.`,
  )
}

/** Web mercator has had other numbers before it was given 3857. */
const MERCATOR = [3857, 3785, 900913, 102100, 102113]
/** "The number is not given; the definition is written out." */
const USER_DEFINED = 32767

/**
 * Where a GeoTIFF says it lies (OGC 19-008r4); undefined where it says nothing.
 * @throws {OverlayRefused} where it says so in a projection that is not read, or incompletely.
 */
export function readPlacement(image: GeoTIFFImage, file: string): Placement | undefined {
  const matrix = readMatrix(image, file)
  const keys = image.getGeoKeys()
  const projected = number(keys?.ProjectedCSTypeGeoKey)
  const geographic = number(keys?.GeographicTypeGeoKey)
  if (!matrix || !keys || (projected === undefined && geographic === undefined)) {
    if (!matrix && projected === undefined && geographic === undefined) return undefined
    throw new OverlayRefused(
      matrix
        ? `${basename(file)} says where it lies, but not in which projection. Say so with gdal_edit.py -a_srs EPSG:NUMBER, then bring it to EPSG:3857 with gdalwarp -t_srs EPSG:3857.`
        : `${basename(file)} names a projection, but not where it lies. Make it with gdalwarp -t_srs EPSG:3857, or give control points.`,
    )
  }
  const unit = unitOf(projected, geographic)
  if (unit) return { by: 'affine', unit, matrix }
  const known = projected ?? geographic
  const citation = String(keys.PCSCitationGeoKey ?? keys.GTCitationGeoKey ?? '').replace(/\|.*$/s, '')
  const called = known === USER_DEFINED ? citation || 'a projection of its own' : `EPSG:${known}`
  throw new OverlayRefused(
    `${basename(file)} is in ${called}; EPSG:3857 and EPSG:4326 can be read. Bring it there with gdalwarp -t_srs EPSG:3857.`,
  )
}

const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

function unitOf(projected: number | undefined, geographic: number | undefined) {
  if (projected !== undefined) return MERCATOR.includes(projected) ? 'metres' : undefined
  return geographic === 4326 ? 'degrees' : undefined
}

type Matrix = (Placement & { by: 'affine' })['matrix']

function readMatrix(image: GeoTIFFImage, file: string): Matrix | undefined {
  const tags = image.fileDirectory
  const transformation = list(tags.getValue('ModelTransformation'))
  const scale = list(tags.getValue('ModelPixelScale'))
  const tie = list(tags.getValue('ModelTiepoint'))
  const found: Matrix | undefined =
    transformation.length >= 8
      ? ([0, 1, 3, 4, 5, 7].map((at) => transformation[at]!) as unknown as Matrix)
      : scale.length >= 2 && tie.length >= 6
        ? [scale[0]!, 0, tie[3]! - tie[0]! * scale[0]!, 0, -scale[1]!, tie[4]! + tie[1]! * scale[1]!]
        : undefined
  if (!found && tie.length > 6)
    throw new OverlayRefused(
      `${basename(file)} has control points inside instead of one place. Lay it down with gdalwarp -t_srs EPSG:3857.`,
    )
  if (!found) return undefined
  const [a, b, c, d, e, f] = found
  if (!found.every(Number.isFinite) || a * e - b * d === 0)
    throw new OverlayRefused(
      `${basename(file)} says that it has no size on the ground. Make it again with gdalwarp -t_srs EPSG:3857.`,
    )
  // "Pixel is point": what is told is the middle of a pixel, and its corner lies half a pixel up and left.
  const half = image.getGeoKeys()?.GTRasterTypeGeoKey === 2 ? 0.5 : 0
  return [a, b, c - half * (a + b), d, e, f - half * (d + e)]
}

const list = (value: unknown): number[] =>
  Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as Iterable<number>) : []
