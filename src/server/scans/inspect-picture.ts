import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/messages.ts'

/** Kinds of picture that are taken in, by what sharp calls them, with the ending under which the original is kept. */
export const ORIGINAL_ENDINGS = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  tiff: 'tif',
  gif: 'gif',
} as const
export type OriginalFormat = keyof typeof ORIGINAL_ENDINGS

/** A picture that may be kept: its kind, bytes, SHA-256, and its size in pixels as a viewer sees it (upright). */
export interface Picture {
  sha256: string
  format: OriginalFormat
  bytes: number
  width: number
  height: number
  /** JSON: what the header says of colour space, channels, depth, density (dots an inch), profile, pages and turning. */
  details: string
}

/** What a picture may have; contract/limits.ts SCAN, or what the society has set (config.ts). */
export interface PictureLimits {
  maximumBytes: number
  maximumPixels: number
}

/** A picture that is not taken in; `message` is a sentence for the person who sent it. */
export class PictureRefused extends Error {}

/** Options for every decode of a file from outside: broken files refused, pixels bounded by the most that a society can allow. */
export const DECODE = { failOn: 'error', limitInputPixels: SCAN.mostPixels } as const

const originalFormat = (format: string | undefined): OriginalFormat | undefined =>
  Object.keys(ORIGINAL_ENDINGS).find((each): each is OriginalFormat => each === format)

/** Looks at the bytes, never at the name. Size is judged from the header, before a pixel is decoded. */
async function readHeader(path: string, most: number) {
  let header
  try {
    header = await sharp(path, { ...DECODE, limitInputPixels: false }).metadata()
  } catch {
    throw new PictureRefused(PICTURE.unreadable)
  }
  const { format, compression, width, height } = header
  if (format === 'svg') throw new PictureRefused(PICTURE.svg)
  if (format === 'heif' && compression !== 'av1') throw new PictureRefused(PICTURE.heic)
  const kind = originalFormat(format === 'heif' ? 'avif' : format)
  if (!kind) throw new PictureRefused(PICTURE.kind)
  if (width * height > most) throw new PictureRefused(PICTURE.pixels(width, height, most))
  const turned = (header.orientation ?? 1) >= 5
  const { space, channels, depth, density, hasProfile, hasAlpha, pages, orientation } = header
  const details = { space, channels, depth, density, hasProfile, hasAlpha, pages, orientation }
  return {
    format: kind,
    width: turned ? height : width,
    height: turned ? width : height,
    details: JSON.stringify(details),
  }
}

/** Decodes the whole file at a small size: a picture that is cut off or damaged fails here. */
async function decodeOnce(path: string) {
  try {
    await sharp(path, DECODE).resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  } catch {
    throw new PictureRefused(PICTURE.broken)
  }
}

const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).toString('latin1') === text

/** Kinds that the decoder may not know at all get their own sentence. */
async function refuseByMagic(path: string) {
  const head = await readStart(path)
  if (head.length === 0) throw new PictureRefused(PICTURE.empty)
  if (startsWith(head, '%PDF')) throw new PictureRefused(PICTURE.pdf)
  const brand = head.subarray(4, 12).toString('latin1')
  if (/^ftyp(hei|hev|mif1|msf1)/.test(brand) && !head.subarray(8, 64).toString('latin1').includes('avi')) {
    throw new PictureRefused(PICTURE.heic)
  }
  const text = head.toString('utf8').trimStart().toLowerCase()
  if (text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'))) {
    throw new PictureRefused(PICTURE.svg)
  }
}

async function readStart(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: 511 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** SHA-256 of a file in hexadecimal, read as a stream. */
async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Says what a picture is, or throws PictureRefused with the reason: not a picture, a kind that is not taken, too many
 * bytes or pixels (contract/limits.ts SCAN), cut off or damaged.
 */
export async function inspectPicture(path: string, limits: PictureLimits = SCAN): Promise<Picture> {
  const { size } = await stat(path)
  if (size > limits.maximumBytes) throw new PictureRefused(PICTURE.bytes(size, limits.maximumBytes))
  await refuseByMagic(path)
  const header = await readHeader(path, limits.maximumPixels)
  await decodeOnce(path)
  return { sha256: await fileSha256(path), bytes: size, ...header }
}
