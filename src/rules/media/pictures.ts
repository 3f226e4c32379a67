import { LINK_PREVIEW } from '#contract/limits.ts'
import { IMAGE_WIDTHS, WIDEST_AVIF, type ImageFormat } from '#contract/scan.ts'

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

/** Our own parameters: a picture without a version comes from another kind of server, which has one size, or means something else by `format`. */
const query = (parts: Record<string, string | number | undefined>): string => {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined)
  return parts.v ? `?${given.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join('&')}` : ''
}

/** The widths of a picture's derivatives, ascending; never wider than the picture. */
export function storedWidths(width: number, format: ImageFormat): number[] {
  const widest = Math.min(width, IMAGE_WIDTHS.at(-1)!)
  const widths = [...IMAGE_WIDTHS.filter((each) => each < widest), widest]
  if (format !== 'avif') return widths
  const narrow = widths.filter((each) => each <= WIDEST_AVIF)
  return narrow.length > 0 ? narrow : [widths[0]!]
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

const MIME: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' }
const PHONE = '(max-width: 480px)'
const plain = (address: string): Picture => ({
  src: address,
  full: address,
  width: null,
  height: null,
  pixels: '',
  sources: [],
  srcset: '',
  sizes: '',
})

/** A large picture: all formats at all stored widths. `address` is `/api/scan/image/12/`. */
export function largePicture(address: string, stored: StoredImage, box: { width: number; height: number }): Picture {
  if (!stored.width || !stored.height) return plain(address)
  const { width: natural, version } = stored
  const shown = fitInBox(natural, stored.height, box)
  const pixels = `${natural}x${stored.height}`
  if (!version) return { ...plain(address), ...shown, pixels }
  const at = (width: number, format: ImageFormat) =>
    address + query({ width: IMAGE_WIDTHS.some((kept) => kept === width) ? width : undefined, format, v: version })
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
    full: address + query({ v: version }),
    // A browser takes the first format it supports, so a narrow AVIF would be upscaled although a wide WebP exists. On a phone it is wide enough.
    sources: [
      ...(narrow === '' ? [] : [{ type: MIME.avif, srcset: narrow, ...onlyPhones }]),
      { type: MIME.webp, srcset: srcset('webp') },
    ],
    srcset: srcset('jpeg'),
    sizes: `(max-width: ${shown.width + 80}px) 90vw, ${shown.width}px`,
  }
}

/** A thumbnail: one address (content negotiation chooses the format), and one for 2x screens. */
export function smallPicture(address: string, stored: StoredImage, box: { width: number; height: number }): Picture {
  if (!stored.width || !stored.height) return plain(address)
  const shown = fitInBox(stored.width, stored.height, box)
  const at = (width: number) => address + query({ width, v: stored.version })
  const dense = stored.version && stored.width > IMAGE_WIDTHS[0] && shown.width * 2 > IMAGE_WIDTHS[0]
  return {
    ...plain(at(IMAGE_WIDTHS[0])),
    ...shown,
    full: address + query({ v: stored.version }),
    srcset: dense ? `${at(IMAGE_WIDTHS[1])} 2x` : '',
  }
}

/** The JPEG that link previews show of a picture: other sites know no newer formats. A server without versions has one size of a picture. */
export function previewPicture(address: string, { width = null, height = null, version }: StoredImage) {
  const src = address + query({ frame: 'preview', v: version })
  return version ? { src, width: LINK_PREVIEW.width, height: LINK_PREVIEW.height } : { src, width, height }
}

export const scanImageUrl = (apiBase: string, scan: number) => `${apiBase}/api/scan/image/${scan}/`
/** One JPEG of a scan, at the nearest stored width or else the widest: for documents that other sites read. */
export const scanJpegUrl = (apiBase: string, scan: number, version = '', width?: number) =>
  scanImageUrl(apiBase, scan) + query({ width, format: 'jpeg', v: version })
export const portraitUrl = (apiBase: string, person: number) => `${apiBase}/api/people/images/${person}/`
