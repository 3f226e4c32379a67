import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { SCAN } from '#contract/limits.ts'
import type { FileFormat } from '#contract/file.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { tiffPages } from '#rules/media/tiff-directories.ts'
import type { PageText } from '#rules/texts/read-text.ts'
import { decodeHeic, isHeic } from './heic.ts'
import { createPictureMemory, readPart, type PictureHeader, type PictureMemory } from './picture-memory.ts'
import { PictureRefused } from './picture-refused.ts'
import { sha256Of } from '../storage/removal.ts'
import { ORIGINAL_ENDINGS, type OriginalFormat } from '../storage/keys.ts'

/** An accepted picture; width and height in pixels, upright. */
export interface Picture {
  sha256: string
  format: OriginalFormat | FileFormat
  bytes: number
  width: number
  height: number
  /** JSON of header fields: colour space, channels, depth, density (dpi), profile, pages and orientation. */
  details: string
  /** Of a page of a document: what is written on it. */
  layer?: PageText
}

/** Limits for a picture: those of contract/limits.ts SCAN, or as configured (config.ts). */
export interface PictureLimits {
  maximumBytes: number
  maximumPixels: number
  maximumMemory: number
}

/** Options for decoding untrusted files: damaged files are refused, pixels are capped at the configurable maximum. */
export const DECODE = { failOn: 'error', limitInputPixels: SCAN.mostPixels } as const

const originalFormat = (format: string | undefined): OriginalFormat | undefined =>
  Object.keys(ORIGINAL_ENDINGS).find((each): each is OriginalFormat => each === format)

/** By content, never by name. Size is judged from the header, before a pixel is decoded. */
async function readHeader(path: string, most: number, manyPages: boolean) {
  let header
  try {
    header = await sharp(path, { ...DECODE, limitInputPixels: false }).metadata()
  } catch {
    throw new PictureRefused(PICTURE.unreadable)
  }
  const { format, compression, width, height } = header
  if (format === 'svg') throw new PictureRefused(PICTURE.svg)
  if (format === 'heif' && compression !== 'av1' && !isHeic(header)) throw new PictureRefused(PICTURE.heic)
  const kind = originalFormat(format === 'heif' ? (isHeic(header) ? 'heic' : 'avif') : format)
  if (!kind) throw new PictureRefused(PICTURE.kind)
  // Only the first page would be shown.
  const tiff = kind === 'tiff' ? (await tiffPages((...part) => readPart(path, ...part))).length : undefined
  if (tiff !== undefined && tiff > 1 && !manyPages) throw new PictureRefused(PICTURE.pages)
  if (width * height > most) throw new PictureRefused(PICTURE.pixels(width, height, most))
  const turned = (header.orientation ?? 1) >= 5
  const { space, channels, depth, density, hasProfile, hasAlpha, orientation } = header
  const pages = tiff || header.pages
  const details = { space, channels, depth, density, hasProfile, hasAlpha, pages, orientation }
  return {
    header,
    format: kind,
    width: turned ? height : width,
    height: turned ? width : height,
    details: JSON.stringify(details),
  }
}

/** Decodes the whole file to a small size: fails for a damaged or truncated picture. */
async function requireDecodable(path: string, header: PictureHeader, memory: PictureMemory) {
  try {
    await memory.decode({ header, input: path }, async () => {
      const input = isHeic(header) ? await decodeHeic(await readFile(path), undefined) : path
      return await sharp(input, DECODE).resize(16, 16, { fit: 'fill' }).raw().toBuffer()
    })
  } catch (error) {
    throw error instanceof PictureRefused ? error : new PictureRefused(PICTURE.broken)
  }
}

/** A PDF begins with its mark, perhaps after a byte order mark or spaces. */
export const isPdf = (head: Buffer): boolean =>
  /^(?:\xef\xbb\xbf)?\s{0,8}%PDF-/.test(head.subarray(0, 16).toString('latin1'))

/** Formats that the decoder may not know get a message of their own. */
async function refuseByMagic(path: string) {
  const head = await readPart(path, 0, 512)
  if (head.length === 0) throw new PictureRefused(PICTURE.empty)
  if (isPdf(head)) throw new PictureRefused(PICTURE.pdf)
  const text = head.toString('utf8').trimStart().toLowerCase()
  if (text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'))) {
    throw new PictureRefused(PICTURE.svg)
  }
}

/** The header of an acceptable picture. @throws {PictureRefused} */
export async function readPictureHeader(path: string, limits: PictureLimits, manyPages = false) {
  const { size } = await stat(path)
  if (size > limits.maximumBytes) throw new PictureRefused(PICTURE.bytes(size, limits.maximumBytes))
  await refuseByMagic(path)
  return { bytes: size, ...(await readHeader(path, limits.maximumPixels, manyPages)) }
}

/** Inspects a picture. @throws {PictureRefused}: not a picture, a format that isn't accepted, too large, truncated or damaged. */
export async function inspectPicture(
  path: string,
  limits: PictureLimits = SCAN,
  memory: PictureMemory = createPictureMemory(limits.maximumMemory),
  { manyPages } = { manyPages: false },
): Promise<Picture> {
  const { header, ...picture } = await readPictureHeader(path, limits, manyPages)
  await requireDecodable(path, header, memory)
  return { sha256: await sha256Of(path), ...picture }
}
