import { IMAGE_WIDTHS, WIDEST_AVIF, type ImageFormat } from '../contract/scan.ts'

/** A picture as a page shows it. `width` and `height` are CSS pixels that keep its shape; null when the server does not say its size. */
export interface Picture {
  src: string
  /** The widest that the archive keeps, for looking closely. */
  full: string
  width: number | null
  height: number | null
  /** Of the stored picture, "4000x3000"; empty where the server does not say so, or it is shown small. */
  pixels: string
  sources: { type: string; srcset: string; media?: string }[]
  srcset: string
  sizes: string
}

/** What is known of a stored picture: pixels upright, and a version that changes with it. */
export interface Stored {
  width?: number | null
  height?: number | null
  version?: string
}

const query = (parts: Record<string, string | number | undefined>): string => {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${given.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join('&')}`
}

/** The widths at which a picture is kept, ascending: never wider than it is. */
export function keptWidths(width: number, format: ImageFormat): number[] {
  const widest = Math.min(width, IMAGE_WIDTHS.at(-1)!)
  const widths = [...IMAGE_WIDTHS.filter((each) => each < widest), widest]
  if (format !== 'avif') return widths
  const narrow = widths.filter((each) => each <= WIDEST_AVIF)
  return narrow.length > 0 ? narrow : [widths[0]!]
}

/** Width and height in CSS pixels that fit a box and keep the shape; never larger than the picture, never under one pixel. */
export function fitInto(width: number, height: number, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Kept widths up to what a box can use at twice the density; the picture's own width closes the list. */
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

/** A picture to look at: every kind of file at every kept width. `address` is its call, `/api/scan/image/12/`. */
export function largePicture(address: string, stored: Stored, box: { width: number; height: number }): Picture {
  if (!stored.width || !stored.height) return plain(address)
  const { width: natural, version } = stored
  const shown = fitInto(natural, stored.height, box)
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
    pixels: `${natural}x${stored.height}`,
    src: at(widths.findLast((width) => width <= 1280) ?? natural, 'jpeg'),
    full: address + query({ v: version }),
    // A browser takes the first kind that it knows: a narrow AVIF would be blown up where a wide WebP is there. On a phone it is wide enough.
    sources: [
      ...(narrow === '' ? [] : [{ type: MIME.avif, srcset: narrow, ...onlyPhones }]),
      { type: MIME.webp, srcset: srcset('webp') },
    ],
    srcset: srcset('jpeg'),
    sizes: `(max-width: ${shown.width + 80}px) 90vw, ${shown.width}px`,
  }
}

/** A small picture in a list: one address, whose kind the browser's Accept header chooses, and one for dense screens. */
export function smallPicture(address: string, stored: Stored, box: { width: number; height: number }): Picture {
  if (!stored.width || !stored.height) return plain(address)
  const shown = fitInto(stored.width, stored.height, box)
  const at = (width: number) => address + query({ width, v: stored.version })
  const dense = stored.width > IMAGE_WIDTHS[0] && shown.width * 2 > IMAGE_WIDTHS[0]
  return {
    ...plain(at(IMAGE_WIDTHS[0])),
    ...shown,
    full: address + query({ v: stored.version }),
    srcset: dense ? `${at(IMAGE_WIDTHS[1])} 2x` : '',
  }
}

export const scanCall = (apiBase: string, scan: number) => `${apiBase}/api/scan/image/${scan}/`
/** One JPEG of a scan, at the kept width next to this one: where nobody chooses among kinds of file, as in documents for other sites. */
export const scanJpeg = (apiBase: string, scan: number, width: number, version = '') =>
  `${scanCall(apiBase, scan)}?width=${width}&format=jpeg${version && `&v=${version}`}`
export const portraitCall = (apiBase: string, person: number) => `${apiBase}/api/people/images/${person}/`
