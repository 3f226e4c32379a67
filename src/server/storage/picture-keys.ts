import { hash } from 'node:crypto'
import type { ImageFormat, WATERMARK_COLORS, WATERMARK_POSITIONS } from '#contract/scan.ts'
import { nearestWidth } from '#rules/media/pictures.ts'

/** The watermark of a scan (spec §2 "watermark editor"); an empty text draws nothing. */
export interface Watermark {
  text: string
  color: (typeof WATERMARK_COLORS)[number]
  position: (typeof WATERMARK_POSITIONS)[number]
  /** In percent: of the picture's width at most, and opacity. Missing as in PLAIN_MARK. */
  size?: number
  opacity?: number
}

export type MarkStyle = Required<Pick<Watermark, 'size' | 'opacity'>>

/** Watermarks of versions without these two: as wide as fits, and opaque. */
export const PLAIN_MARK = { size: 90, opacity: 100 } as const

/** Raise this whenever the same original and watermark would give other pixels. */
const PIPELINE = 1

/** Version of the derivatives of an original: a hash of pipeline, original, watermark and turn in degrees (16 hexadecimal digits). */
export function pictureVersion(sha256: string, watermark: Watermark | undefined, turn = 0): string {
  const { size, opacity } = { ...PLAIN_MARK, ...watermark }
  const isPlain = size === PLAIN_MARK.size && opacity === PLAIN_MARK.opacity
  const mark =
    watermark && watermark.text !== ''
      ? [watermark.text, watermark.color, watermark.position, ...(isPlain ? [] : [size, opacity])]
      : []
  const made = [PIPELINE, sha256, ...mark, ...(turn === 0 ? [] : [{ turn }])]
  return hash('sha256', JSON.stringify(made)).slice(0, 16)
}

/** The version of a picture that has its watermark and turn with it. */
export const versionOf = (picture: { sha256: string; watermark: Watermark | undefined; turn?: number }): string =>
  pictureVersion(picture.sha256, picture.watermark, picture.turn)

/** The requested format, or WebP where that would be narrower than WebP. */
export const chooseFormat = (width: number, format: ImageFormat, asked: number | undefined): ImageFormat =>
  nearestWidth(width, format, asked) < nearestWidth(width, 'webp', asked) ? 'webp' : format

export const derivativeFolder = (version: string) => `derivatives/${version.slice(0, 2)}/${version}`
export const derivativeKey = (version: string, width: number, format: ImageFormat) =>
  `${derivativeFolder(version)}/${width}.${format === 'jpeg' ? 'jpg' : format}`
/** Key of the tiles of a picture: one PMTiles file beside its derivatives (pyramid.ts). */
export const pyramidKey = (version: string) => `${derivativeFolder(version)}/tiles.pmtiles`
