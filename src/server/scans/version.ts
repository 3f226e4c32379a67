import { createHash } from 'node:crypto'
import type { ImageFormat } from '#contract/scan.ts'
import { keptWidths } from '#rules/pictures.ts'
import type { Watermark } from './watermark.ts'

/** Counts up whenever the same original and watermark would come out differently. */
const PIPELINE = 1

/** The version of what the public sees: same original, same watermark, same pipeline, same version. 16 hexadecimal digits. */
export function pictureVersion(sha256: string, watermark: Watermark | undefined): string {
  const mark = watermark && watermark.text !== '' ? [watermark.text, watermark.color, watermark.position] : []
  return createHash('sha256')
    .update(JSON.stringify([PIPELINE, sha256, ...mark]))
    .digest('hex')
    .slice(0, 16)
}

/** The width to answer with: the smallest kept one that is not smaller than asked, else the largest. */
export function chooseWidth(width: number, format: ImageFormat, asked: number | undefined): number {
  const widths = keptWidths(width, format)
  return (asked === undefined ? undefined : widths.find((each) => each >= asked)) ?? widths.at(-1)!
}

/** The kind named, or WebP where that would be narrower than what WebP can answer with. */
export const chooseFormat = (width: number, format: ImageFormat, asked: number | undefined): ImageFormat =>
  chooseWidth(width, format, asked) < chooseWidth(width, 'webp', asked) ? 'webp' : format

export const derivativeFolder = (version: string) => `derivatives/${version.slice(0, 2)}/${version}`
/** Where a derivative lies in the media store. */
export const derivativeKey = (version: string, width: number, format: ImageFormat) =>
  `${derivativeFolder(version)}/${width}.${format === 'jpeg' ? 'jpg' : format}`
/** Where the tiles of a picture lie: one file beside its derivatives (PMTiles, pyramid.ts). */
export const pyramidKey = (version: string) => `${derivativeFolder(version)}/tiles.pmtiles`
