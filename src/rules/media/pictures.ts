import { IMAGE_WIDTHS, WIDEST_AVIF, type ImageFormat } from '#contract/scan.ts'
import { mediaPath, type MediaFile, type MediaKind } from './site-media.ts'

/** A picture for display. `width` and `height` are CSS pixels with its aspect ratio; null if the size is unknown. */
export interface Picture {
  src: string
  /** The widest stored version, for zooming. */
  full: string
  width: number | null
  height: number | null
  /** Size of the stored picture, "4000x3000"; empty if unknown, or for thumbnails. */
  pixels: string
  sources: { type: string; srcset: string; media?: string }[]
  srcset: string
  sizes: string
}

export type AltPicture = Picture & { alt: string }

/** A stored picture: size in pixels after EXIF rotation, and a version that changes with the picture. */
export interface StoredImage {
  width?: number | null
  height?: number | null
  version?: string
}

/** Where a picture's sizes are: files of the site, or an API at `base`. A picture without a version comes from another kind of server, which has one size. */
export interface PictureSource {
  kind: MediaKind
  id: number
  /** What precedes `/api/…`; empty for files of the site. */
  base: string
}
export const scanSource = (base: string, id: number): PictureSource => ({ kind: 'scan', id, base })
export const portraitSource = (base: string, id: number): PictureSource => ({ kind: 'person', id, base })

/** The address of one size; without a width the largest. */
function addressOf(
  { kind, id, base }: PictureSource,
  version: string | undefined,
  format: ImageFormat,
  width?: number,
) {
  if (version && base === '') return `${mediaPath({ kind, id, width, format })}?v=${version}`
  const call = `${base}/api/${kind === 'scan' ? 'scan/image' : 'people/images'}/${id}/`
  return version ? `${call}?${width ? `width=${width}&` : ''}format=${format}&v=${version}` : call
}

/** The widths of a picture's derivatives, ascending; never wider than the picture. */
export function storedWidths(width: number, format: ImageFormat): number[] {
  const widest = Math.min(width, IMAGE_WIDTHS.at(-1)!)
  const widths = [...IMAGE_WIDTHS.filter((each) => each < widest), widest]
  if (format !== 'avif') return widths
  const narrow = widths.filter((each) => each <= WIDEST_AVIF)
  return narrow.length > 0 ? narrow : [widths[0]!]
}

/** The smallest stored width that is at least the requested one, else the largest. */
export function nearestWidth(width: number, format: ImageFormat, asked: number | undefined): number {
  const widths = storedWidths(width, format)
  return (asked === undefined ? undefined : widths.find((each) => each >= asked)) ?? widths.at(-1)!
}

/** The size that fits a box and keeps the aspect ratio; never larger than the picture, at least one pixel. */
export function fitInBox(width: number, height: number, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Stored widths up to what a 2x screen can use; the picture's own width is the last. */
function widthsFor(natural: number, shown: number): number[] {
  const kept = IMAGE_WIDTHS.filter((width) => width < natural)
  const widths = natural <= IMAGE_WIDTHS.at(-1)! ? [...kept, natural] : kept
  const enough = widths.findIndex((width) => width >= shown * 2)
  return enough === -1 ? widths : widths.slice(0, enough + 1)
}

const PHONE = '(max-width: 480px)'
export const plainPicture = (address: string): Picture => ({
  src: address,
  full: address,
  width: null,
  height: null,
  pixels: '',
  sources: [],
  srcset: '',
  sizes: '',
})

/** A large picture: all formats at all stored widths. */
export function largePicture(
  source: PictureSource,
  stored: StoredImage,
  box: { width: number; height: number },
): Picture {
  const { width: natural, version } = stored
  const full = addressOf(source, version, 'jpeg')
  if (!natural || !stored.height) return plainPicture(full)
  const shown = fitInBox(natural, stored.height, box)
  const pixels = `${natural}x${stored.height}`
  if (!version) return { ...plainPicture(full), ...shown, pixels }
  const at = (width: number, format: ImageFormat) => addressOf(source, version, format, width)
  const widths = widthsFor(natural, shown.width)
  const srcset = (format: ImageFormat, upTo = Infinity) =>
    widths
      .filter((width) => width <= upTo)
      .map((width) => `${at(width, format)} ${width}w`)
      .join(', ')
  const narrow = srcset('avif', WIDEST_AVIF)
  const onlyPhones = widths.at(-1)! > WIDEST_AVIF ? { media: PHONE } : {}
  return {
    ...shown,
    pixels,
    src: at(widths.findLast((width) => width <= 1280) ?? natural, 'jpeg'),
    full,
    // A browser takes the first format it supports, so a narrow AVIF would be upscaled although a wide WebP exists. On a phone it is wide enough.
    sources: [
      ...(narrow === '' ? [] : [{ type: 'image/avif', srcset: narrow, ...onlyPhones }]),
      { type: 'image/webp', srcset: srcset('webp') },
    ],
    srcset: srcset('jpeg'),
    sizes: `(max-width: ${shown.width + 80}px) 90vw, ${shown.width}px`,
  }
}

/** A thumbnail: one address, and one for 2x screens. */
export function smallPicture(
  source: PictureSource,
  stored: StoredImage,
  box: { width: number; height: number },
): Picture {
  const { width: natural, version } = stored
  if (!natural || !stored.height) return plainPicture(addressOf(source, version, 'jpeg'))
  const shown = fitInBox(natural, stored.height, box)
  const at = (width: number) => addressOf(source, version, 'webp', Math.min(width, natural))
  const dense = version && natural > IMAGE_WIDTHS[0] && shown.width * 2 > IMAGE_WIDTHS[0]
  return {
    ...plainPicture(at(IMAGE_WIDTHS[0])),
    ...shown,
    srcset: dense ? `${at(IMAGE_WIDTHS[1])} 2x` : '',
  }
}

/** One JPEG of a picture, for other sites, which know no newer formats. @param asked a stored width; by default the widest */
export function scanJpeg(source: PictureSource, { width, version }: StoredImage, asked?: number): string {
  return addressOf(source, version, 'jpeg', asked && Math.min(asked, width ?? asked))
}

/** The files of a picture that a site of files has (release/deploy/site-files.ts): WebP in every size, and JPEG for thumbnails, feeds and downloads. */
export function filesOfPicture({ kind, id }: Omit<PictureSource, 'base'>, width: number): MediaFile[] {
  const jpegs = new Set(IMAGE_WIDTHS.slice(0, 2).map((asked) => nearestWidth(width, 'jpeg', asked)))
  const jpeg = { kind, id, format: 'jpeg' } as const
  return [
    ...storedWidths(width, 'webp').map((each) => ({ kind, id, width: each, format: 'webp' }) as const),
    ...[...jpegs, undefined].map((each) => ({ ...jpeg, width: each })),
  ]
}
