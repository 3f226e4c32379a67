import { basename } from 'node:path'
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { findProjection } from '../../tables/crs.ts'
import type { Placement } from './placement.ts'
import { OverlayRefused } from './overlay-refused.ts'
import { open } from 'node:fs/promises'
import { bytesOf, tiffDirectories } from '#rules/media/tiff-directories.ts'
import { findMask, readColours } from './geotiff-colours.ts'
import { createPixels, premultiply, type Pixels } from './pixels.ts'

/** Opens a TIFF while `use` runs. Errors of the library become messages; file system errors and the reason of an abort signal are passed on. */
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

/** TIFF compressions that the library decodes: none, LZW, JPEG, Deflate (two codes), PackBits, LERC, Zstandard. */
const COMPRESSIONS = [1, 5, 7, 8, 32773, 32946, 34887, 50000]

/** @throws {OverlayRefused} for other compressions (fax, JPEG 2000, WebP): such a file isn't broken. */
export function requireCompression(image: GeoTIFFImage, file: string): void {
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1)
  if (COMPRESSIONS.includes(compression)) return
  throw new OverlayRefused(
    `${basename(file)} uses a compression that can't be read (TIFF compression ${compression}). Convert it with gdal_translate -co COMPRESS=DEFLATE.`,
  )
}

/** EPSG codes of web mercator, older ones included. */
const MERCATOR = [3857, 3785, 900913, 102100, 102113]
/** The projection is user-defined: written out instead of a code. */
const USER_DEFINED = 32767

/** The placement in a GeoTIFF (OGC 19-008r4), if any. @throws {OverlayRefused} where it is incomplete or its projection unsupported. */
export function readPlacement(image: GeoTIFFImage, file: string): Placement | undefined {
  const matrix = readMatrix(image, file)
  const keys = image.getGeoKeys()
  const projected = number(keys?.ProjectedCSTypeGeoKey)
  const geographic = number(keys?.GeographicTypeGeoKey)
  if (!matrix || !keys || (projected === undefined && geographic === undefined)) {
    if (!matrix && projected === undefined && geographic === undefined) return undefined
    throw new OverlayRefused(
      matrix
        ? `${basename(file)} has coordinates, but no projection. Set it with gdal_edit.py -a_srs EPSG:NUMBER, then convert it with gdalwarp -t_srs EPSG:3857.`
        : `${basename(file)} names a projection, but has no coordinates. Make it with gdalwarp -t_srs EPSG:3857, or give control points.`,
    )
  }
  const projection = MERCATOR.includes(projected!) ? 'EPSG:3857' : `EPSG:${projected ?? geographic}`
  if (findProjection(projection)) return { by: 'affine', projection, matrix }
  const known = projected ?? geographic
  const citation = String(keys.PCSCitationGeoKey ?? keys.GTCitationGeoKey ?? '').split('|', 1)[0]!
  const called = known === USER_DEFINED ? citation || 'a projection of its own' : `EPSG:${known}`
  throw new OverlayRefused(
    `${basename(file)} is in ${called}, which can't be read. Convert it with gdalwarp -t_srs EPSG:3857.`,
  )
}

const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

type Matrix = (Placement & { by: 'affine' })['matrix']

function readMatrix(image: GeoTIFFImage, file: string): Matrix | undefined {
  const tags = image.fileDirectory
  const transformation = list(tags.getValue('ModelTransformation'))
  const scale = list(tags.getValue('ModelPixelScale'))
  const tie = list(tags.getValue('ModelTiepoint'))
  const found: Matrix | undefined =
    transformation.length >= 8
      ? matrixOf(transformation)
      : scale.length >= 2 && tie.length >= 6
        ? [scale[0]!, 0, tie[3]! - tie[0]! * scale[0]!, 0, -scale[1]!, tie[4]! + tie[1]! * scale[1]!]
        : undefined
  if (!found && tie.length > 6)
    throw new OverlayRefused(
      `${basename(file)} contains control points instead of a placement. Convert it with gdalwarp -t_srs EPSG:3857.`,
    )
  if (!found) return undefined
  const [a, b, c, d, e, f] = found
  if (!found.every(Number.isFinite) || a * e - b * d === 0)
    throw new OverlayRefused(
      `${basename(file)} has no size on the ground. Make it again with gdalwarp -t_srs EPSG:3857.`,
    )
  // "Pixel is point": the coordinates are of a pixel's middle, so its corner is half a pixel up and left.
  const half = image.getGeoKeys()?.GTRasterTypeGeoKey === 2 ? 0.5 : 0
  return [a, b, c - half * (a + b), d, e, f - half * (d + e)]
}

/** The first two rows of a 4 × 4 matrix, without the z column. */
const matrixOf = ([a, b, , c, d, e, , f]: readonly number[]): Matrix => [a!, b!, c!, d!, e!, f!]

const list = (value: unknown): number[] =>
  Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as Iterable<number>) : []

/**
 * Checks that everything a TIFF references is inside the file: the library trusts each count, and would read a damaged file for hours.
 * @throws {Error} with what is wrong, in a few words.
 */
async function checkTiff(file: string): Promise<void> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const directories = tiffDirectories(async (offset, length) => {
    if (!(offset >= 0 && offset + length <= size)) throw new Error('it ends too early')
    return (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer
  })
  for await (const entries of directories)
    if (entries.some((entry) => entry.offset + bytesOf(entry) > size))
      throw new Error('a value in it is beyond its end')
}

/** Pixels decoded at a time. */
const AT_A_TIME = 4_000_000

/** Decodes a GeoTIFF some rows at a time, averaging squares of `shrink` pixels (a power of two). @throws {OverlayRefused} */
export const readGeoTiffPixels = (file: string, shrink: number, signal?: AbortSignal): Promise<Pixels> =>
  withTiff(
    file,
    async (image, tiff) => {
      const mask = await findMask(image, await tiff.getImageCount(), (index) => tiff.getImage(index))
      const { transparent, rows } = await readColours(image, mask, file)
      const [width, height] = [image.getWidth(), image.getHeight()]
      const pixels = createPixels(width, height, shrink, transparent ? 4 : 3)
      // Whole strips or rows of tiles, so that none is decoded twice, and whole result pixels.
      const unit = Math.min(height, image.getTileHeight() * shrink)
      const step = Math.max(1, Math.floor(AT_A_TIME / width / unit)) * unit
      for (let row = 0; row < height; row += step) {
        signal?.throwIfAborted()
        const end = Math.min(height, row + step)
        const colours = await rows(row, end)
        if (transparent) premultiply(colours)
        average(colours, { width, height: end - row, shrink }, pixels, row / shrink)
      }
      return pixels
    },
    signal,
  )

function average(
  from: Uint8Array,
  { width, height, shrink }: { width: number; height: number; shrink: number },
  into: Pixels,
  firstRow: number,
): void {
  const { bytes, channels } = into
  for (let row = 0; row < Math.ceil(height / shrink); row++) {
    const yEnd = Math.min(height, (row + 1) * shrink)
    for (let column = 0; column < into.width; column++) {
      const xEnd = Math.min(width, (column + 1) * shrink)
      const to = ((firstRow + row) * into.width + column) * channels
      const count = (yEnd - row * shrink) * (xEnd - column * shrink)
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0
        for (let y = row * shrink; y < yEnd; y++)
          for (let x = column * shrink; x < xEnd; x++) sum += from[(y * width + x) * 4 + channel]!
        bytes[to + channel] = Math.round(sum / count)
      }
    }
  }
}
