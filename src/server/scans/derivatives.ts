import sharp, { type Sharp } from 'sharp'
import { IMAGE_FORMATS, type ImageFormat } from '#contract/scan.ts'
import { turnedSize } from '#rules/media/iiif-image.ts'
import { storedWidths } from '#rules/media/pictures.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { createLimiter, createSingleFlight } from '../limits/concurrency.ts'
import { DECODE } from './inspect-picture.ts'
import { decodeHeic, isHeic } from './heic.ts'
import { originalKey } from '../storage/keys.ts'
import { createPictureMemory, type PictureMemory } from './picture-memory.ts'
import { derivativeKey, versionOf, type Watermark } from '../storage/picture-keys.ts'
import { renderWatermark } from './watermark.ts'

/** An original, its watermark, and by how many degrees it is turned clockwise. `width` in pixels, as it is shown. */
export interface PictureSource {
  sha256: string
  format: string
  width: number
  watermark: Watermark | undefined
  turn?: number
}

/** Formats made of every new picture. AVIF costs as much as all others together: an import may leave it to the first request (docs/develop/decisions/pictures.md). */
export const NEEDED_FORMATS: readonly ImageFormat[] = ['webp', 'jpeg']
/** The format for nearly every browser. An archive where each picture has it counts as complete; other formats are made on request. */
export const SHOWN_FORMATS: readonly ImageFormat[] = ['webp']

// One thread per picture and as many pictures as cores is faster than the other way round.
sharp.concurrency(1)
sharp.cache(false)
export const PICTURES_AT_ONCE = 2

/** WebP's maximum height in pixels. A taller picture (a scroll, a newspaper column) becomes narrower than the width in its key, in proportion. */
const MAX_HEIGHT = 16_383

/** The requested derivatives. */
interface Wanted {
  formats: readonly ImageFormat[]
  /** Only this one of the stored widths. */
  width: number | undefined
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** The bytes of an original. */
export async function readOriginal(media: MediaStore, { sha256, format }: PictureSource): Promise<Uint8Array> {
  const key = originalKey(sha256, format)
  const original = await media.read(key)
  if (!original) throw new Error(`The original ${key} is not in the media store.`)
  return original
}

/** Decodes an original held in memory, once there is room for it beside the others. */
export async function decodeOriginal<T>(memory: PictureMemory, original: Uint8Array, work: () => Promise<T>) {
  const header = await sharp(original, { limitInputPixels: false }).metadata()
  return await memory.decode({ header, input: original, held: original.length }, work)
}

/** An original as the public sees it: upright, sRGB, without metadata or transparency. */
export async function showOriginal(original: Uint8Array): Promise<Sharp> {
  let picture = sharp(original, DECODE)
  const header = await picture.metadata()
  if (isHeic(header)) picture = sharp(await decodeHeic(original, header.icc), DECODE)
  const { space, hasProfile } = header
  // For 16 bits with a profile the decoder makes Display P3, not sRGB, unless told to.
  if (space === 'rgb16' && hasProfile) picture.withIccProfile('srgb', { attach: false })
  return picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')
}

/** At most `widest` pixels wide, with the watermark. A small width is quick: decoders of JPEG and WebP then read the picture at a fraction of its size. */
async function preparePixels(
  original: Uint8Array,
  { watermark, turn = 0 }: PictureSource,
  widest: number,
): Promise<Pixels> {
  const picture = await showOriginal(original)
  const most = turnedSize({ width: widest, height: MAX_HEIGHT }, turn)
  const { data, info } = await picture
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    // After it was made small: all of it is in memory for that.
    .rotate(turn)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const mark = watermark && (await renderWatermark(watermark, info))
  if (!mark) return { data, info }
  return await sharp(data, { raw: info }).composite([mark]).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** Once per width, for all formats. */
const resizePixels = ({ data, info }: Pixels, width: number): Promise<Pixels> =>
  sharp(data, { raw: info }).resize({ width }).raw().toBuffer({ resolveWithObject: true })

const encode = (picture: Sharp, format: ImageFormat) => {
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 })
  if (format === 'webp') return picture.webp({ quality: 78, effort: 2 })
  return picture.jpeg({ quality: 80 })
}

/** Makes derivatives and stores them. */
export function createDerivatives(media: MediaStore, memory: PictureMemory = createPictureMemory()) {
  const limit = createLimiter(PICTURES_AT_ONCE)
  const once = createSingleFlight<void>()

  async function missing(version: string, source: PictureSource, { formats, width: only }: Wanted) {
    const list: { width: number; format: ImageFormat }[] = []
    for (const format of formats) {
      for (const width of storedWidths(source.width, format)) {
        if (only !== undefined && width !== only) continue
        // A power cut may leave an empty file.
        if (!(await media.size(derivativeKey(version, width, format)))) list.push({ width, format })
      }
    }
    return list
  }

  async function make(version: string, source: PictureSource, which: Wanted) {
    const wanted = await missing(version, source, which)
    if (wanted.length === 0) return
    const original = await readOriginal(media, source)
    const widest = Math.max(...wanted.map(({ width }) => width))
    const { data, info } = await decodeOriginal(memory, original, () => preparePixels(original, source, widest))
    for (const [width, kinds] of Map.groupBy(wanted, (each) => each.width)) {
      const sized = width < info.width ? await resizePixels({ data, info }, width) : { data, info }
      for (const { format } of kinds) {
        const bytes = await encode(sharp(sized.data, { raw: sized.info }), format).toBuffer()
        await media.put(derivativeKey(version, width, format), bytes, { durable: false })
      }
    }
  }

  return {
    /** Makes missing derivatives in these formats, in one stored width or in all, and returns the version; concurrent calls for the same share the work. */
    async ensure(
      source: PictureSource,
      formats: readonly ImageFormat[] = IMAGE_FORMATS,
      width?: number,
    ): Promise<string> {
      const version = versionOf(source)
      const work = () => limit(() => make(version, source, { formats, width }))
      await once(`${version} ${formats.join()} ${width}`, work)
      return version
    },
    /** How many derivatives of a picture are missing. */
    countMissing: async (source: PictureSource, formats: readonly ImageFormat[] = IMAGE_FORMATS) =>
      (await missing(versionOf(source), source, { formats, width: undefined })).length,
  }
}
