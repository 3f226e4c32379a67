import { basename } from 'node:path'
import type { GeoTIFFImage } from 'geotiff'
import { OverlayRefused } from './overlay-refused.ts'

/** Rows of a TIFF as RGBA (0 to 255, not premultiplied), four bytes per pixel, top to bottom. */
export type ReadRows = (fromRow: number, toRow: number) => Promise<Uint8Array>

/** TIFF 6.0, PhotometricInterpretation and ExtraSamples. */
const WHITE_IS_ZERO = 0
const PALETTE = 3
const CONVERTED = [5, 6, 8]
const PREMULTIPLIED = 1
const OPACITY = 2
/** NewSubfileType: this image is the transparency mask of another. */
const IS_MASK = 4

/**
 * Converts the samples of a TIFF to colours: 8 or 16 bits; three or more bands are RGB; alpha, a mask or a no-data value make pixels
 * transparent.
 * @throws {OverlayRefused} where the samples aren't colours.
 */
export async function readColours(
  image: GeoTIFFImage,
  mask: GeoTIFFImage | undefined,
  file: string,
): Promise<{ transparent: boolean; rows: ReadRows }> {
  const tags = image.fileDirectory
  const photometric = Number(tags.getValue('PhotometricInterpretation') ?? 1)
  const bits = image.getBitsPerSample(0)
  if (image.getSampleFormat(0) !== 1 || bits > 16)
    throw new OverlayRefused(
      `${basename(file)} holds measured values, not colours (${bits} bits). Make a picture of it with gdal_translate -ot Byte -scale.`,
    )
  const width = image.getWidth()
  const samples = image.getSamplesPerPixel()
  const extra = Array.from((tags.getValue('ExtraSamples') ?? []) as Iterable<number>)
  const opacityAt = extra.findIndex((kind) => kind === PREMULTIPLIED || kind === OPACITY)
  const opacity = opacityAt < 0 ? undefined : samples - extra.length + opacityAt
  const noData = image.getGDALNoData()
  const colours = samples - extra.length >= 3 || (samples >= 3 && opacity === undefined) ? 3 : 1
  const table = photometric === PALETTE ? await palette(image) : undefined
  const most = 2 ** bits - 1
  const value = (raw: number) => (photometric === WHITE_IS_ZERO ? most - raw : raw) * (255 / most)

  async function bands(window: number[]): Promise<Uint8Array> {
    const wanted = [...Array(colours).keys(), ...(opacity === undefined ? [] : [opacity])]
    const raw = (await image.readRasters({ window, samples: wanted, interleave: true })) as ArrayLike<number>
    const count = (window[3]! - window[1]!) * width
    const out = new Uint8Array(count * 4)
    for (let at = 0, to = 0; to < out.length; at += wanted.length, to += 4) {
      let empty = noData !== null
      for (let channel = 0; channel < 3; channel++) {
        const sample = raw[at + (colours === 3 ? channel : 0)]!
        if (sample !== noData) empty = false
        out[to + channel] = Math.round(table ? (table[channel]![sample] ?? 0) : value(sample))
      }
      const alpha = opacity === undefined ? 255 : Math.round((raw[at + colours]! * 255) / most)
      out[to + 3] = empty ? 0 : alpha
      if (extra[opacityAt] === PREMULTIPLIED && alpha > 0)
        for (let channel = 0; channel < 3; channel++)
          out[to + channel] = Math.min(255, (out[to + channel]! * 255) / alpha)
    }
    return out
  }

  /** Colour spaces that the library converts: CMYK, YCbCr, Lab. */
  async function converted(window: number[]): Promise<Uint8Array> {
    const raw = (await image.readRGB({ window, interleave: true })) as ArrayLike<number>
    const out = new Uint8Array((raw.length / 3) * 4).fill(255)
    for (let at = 0, to = 0; at < raw.length; at += 3, to += 4)
      for (let channel = 0; channel < 3; channel++) out[to + channel] = raw[at + channel]!
    return out
  }

  const read = CONVERTED.includes(photometric) ? converted : bands
  return {
    transparent: mask !== undefined || (read === bands && (opacity !== undefined || noData !== null)),
    async rows(fromRow, toRow) {
      const window = [0, fromRow, width, toRow]
      const out = await read(window)
      if (mask) {
        const drawn = (await mask.readRasters({ window, samples: [0], interleave: true })) as ArrayLike<number>
        for (let at = 0; at < drawn.length; at++) if (!drawn[at]) out[at * 4 + 3] = 0
      }
      return out
    },
  }
}

/** The colour table: red, green and blue of each index, 0 to 255. */
async function palette(image: GeoTIFFImage): Promise<number[][]> {
  const map = Array.from((await image.fileDirectory.loadValue('ColorMap')) as Iterable<number>)
  const size = map.length / 3
  return [0, 1, 2].map((channel) => map.slice(channel * size, (channel + 1) * size).map((each) => each / 257))
}

/** GDAL's internal mask: an image of the same size in the file that says which pixels are drawn. */
export async function findMask(
  image: GeoTIFFImage,
  count: number,
  get: (index: number) => Promise<GeoTIFFImage>,
): Promise<GeoTIFFImage | undefined> {
  for (let index = 1; index < count; index++) {
    const other = await get(index)
    const kind = Number(other.fileDirectory.getValue('NewSubfileType') ?? 0)
    if (kind === IS_MASK && other.getWidth() === image.getWidth() && other.getHeight() === image.getHeight())
      return other
  }
  return undefined
}
