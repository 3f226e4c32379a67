import sharp, { type Sharp } from 'sharp'
import { IMAGE_FORMATS, IMAGE_WIDTHS, type ImageFormat } from '#contract/scan.ts'
import { keptWidths } from '#rules/pictures.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createGate } from './gate.ts'
import { DECODE } from './inspect-picture.ts'
import { originalKey } from './originals.ts'
import { derivativeKey, pictureVersion } from './version.ts'
import { drawWatermark, type Watermark } from './watermark.ts'

/** An original and what is burnt into what the public sees of it. `width` in pixels, upright. */
export interface PictureSource {
  sha256: string
  format: string
  width: number
  watermark: Watermark | undefined
}

/**
 * What every picture must have from the moment it arrives. AVIF costs as much as everything else together: an import may leave it to its first
 * request, when it is made once and kept (docs/decisions).
 */
export const NEEDED_FORMATS: readonly ImageFormat[] = ['webp', 'jpeg']
/** What nearly every browser is shown. An archive in which each picture has it is whole: the other kinds come with who asks for them. */
export const SHOWN_FORMATS: readonly ImageFormat[] = ['webp']

// One thread a picture and as many pictures at once as there are cores is faster than the other way round.
sharp.concurrency(1)
sharp.cache(false)
export const PICTURES_AT_ONCE = 2

/**
 * WebP knows no picture taller than this many pixels. A longer one (a scroll, a column of a newspaper) comes out narrower than the width under
 * which it is kept; its shape stays.
 */
const TALLEST = 16_383

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** An original as the public sees it: upright, sRGB, no metadata, no transparency. */
export async function showOriginal(original: Uint8Array): Promise<Sharp> {
  const picture = sharp(original, DECODE)
  const { space, hasProfile } = await picture.metadata()
  // Of sixteen bits with a profile the decoder makes Display P3, not sRGB: it must be told to go on.
  if (space === 'rgb16' && hasProfile) picture.withIccProfile('srgb', { attach: false })
  return picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')
}

/** At most as wide as the widest derivative, watermark burnt in. */
async function preparePixels(original: Uint8Array, watermark: Watermark | undefined): Promise<Pixels> {
  const picture = await showOriginal(original)
  const { data, info } = await picture
    .resize({ width: IMAGE_WIDTHS.at(-1)!, height: TALLEST, fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const mark = watermark && drawWatermark(watermark, info)
  if (!mark) return { data, info }
  return await sharp(data, { raw: info })
    .composite([{ input: mark.svg, left: mark.left, top: mark.top }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Made once a width, for every kind of file. */
const resizePixels = ({ data, info }: Pixels, width: number): Promise<Pixels> =>
  sharp(data, { raw: info }).resize({ width }).raw().toBuffer({ resolveWithObject: true })

const encode = (picture: Sharp, format: ImageFormat) => {
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 })
  if (format === 'webp') return picture.webp({ quality: 78, effort: 2 })
  return picture.jpeg({ quality: 80 })
}

/** Makes derivatives and keeps them in the media store. */
export function createDerivatives(media: MediaStore) {
  const gate = createGate(PICTURES_AT_ONCE)
  const making = new Map<string, Promise<void>>()

  async function missing(version: string, source: PictureSource, formats: readonly ImageFormat[]) {
    const list: { width: number; format: ImageFormat }[] = []
    for (const format of formats) {
      for (const width of keptWidths(source.width, format)) {
        // An empty file is what a power cut leaves of one that was not flushed.
        if (!(await media.size(derivativeKey(version, width, format)))) list.push({ width, format })
      }
    }
    return list
  }

  async function make(version: string, source: PictureSource, formats: readonly ImageFormat[]) {
    const wanted = await missing(version, source, formats)
    if (wanted.length === 0) return
    const key = originalKey(source.sha256, source.format)
    const original = await media.read(key)
    if (!original) throw new Error(`The original ${key} is not in the media store.`)
    const { data, info } = await preparePixels(original, source.watermark)
    for (const [width, kinds] of Map.groupBy(wanted, (each) => each.width)) {
      const sized = width < info.width ? await resizePixels({ data, info }, width) : { data, info }
      for (const { format } of kinds) {
        const bytes = await encode(sharp(sized.data, { raw: sized.info }), format).toBuffer()
        await media.put(derivativeKey(version, width, format), bytes, { lasting: false })
      }
    }
  }

  const versionOf = (source: Pick<PictureSource, 'sha256' | 'watermark'>) =>
    pictureVersion(source.sha256, source.watermark)
  return {
    version: versionOf,
    /** Makes what is missing of these kinds and answers the version; calls for the same kinds at the same time share the work. */
    async ensure(source: PictureSource, formats: readonly ImageFormat[] = IMAGE_FORMATS): Promise<string> {
      const version = versionOf(source)
      const name = `${version} ${formats.join()}`
      let work = making.get(name)
      if (!work) {
        work = gate(() => make(version, source, formats)).finally(() => making.delete(name))
        making.set(name, work)
      }
      await work
      return version
    },
    /** How many derivatives of a picture are not kept yet. */
    countMissing: async (source: PictureSource, formats: readonly ImageFormat[] = IMAGE_FORMATS) =>
      (await missing(versionOf(source), source, formats)).length,
  }
}
export type Derivatives = ReturnType<typeof createDerivatives>
