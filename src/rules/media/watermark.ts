/** A watermark's layout, shared by the server, which burns it in, and the preview of the add-item wizard. Lengths in pixels unless in em. */

type WatermarkPosition = 'bottom right' | 'bottom left' | 'top right' | 'top left'
interface Size {
  width: number
  height: number
}

/** Letter height relative to the square root of the picture's area, and its minimum in pixels. */
const LETTER_HEIGHT = 0.032
const LEAST_LETTER_HEIGHT = 6
/** The maximum part of the picture's width or height. Watermarks of earlier versions were bounded by nothing else. */
const WIDEST = 0.9
/** Of a bounded watermark, from the picture's edges: the part of its shorter side. */
const MARGIN = 0.02

/** The text as it is drawn: on one line, without control characters; empty for no watermark. */
export const watermarkText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()

export const HALO_OPACITY = 0.55
export const watermarkInk = (color: 'black' | 'white'): { ink: string; ground: string } =>
  color === 'black' ? { ink: '#000', ground: '#fff' } : { ink: '#fff', ground: '#000' }

export interface WatermarkLayout {
  size: number
  /** Width of the stroke around the letters. The baseline is `halo + size` below the top of the box, the text begins `halo` from its left. */
  halo: number
  /** What the text and its halo take. */
  box: Size
  /** Where the box lies in the picture. */
  left: number
  top: number
}

/**
 * Lays a watermark out in a picture. `textWidth` in em; `percent` of the picture's width is the most that it takes. Undefined where the picture is too small
 * for it.
 */
export function layOutWatermark(
  textWidth: number,
  picture: Size,
  position: WatermarkPosition,
  percent = 100 * WIDEST,
): WatermarkLayout | undefined {
  const wanted = Math.max(LEAST_LETTER_HEIGHT, LETTER_HEIGHT * Math.sqrt(picture.width * picture.height))
  const isBounded = percent < 100 * WIDEST
  const widest = (percent / 100) * picture.width
  // 1.25 em hold ascenders, descenders and the halo.
  const size = Math.min(wanted, widest / (textWidth + 0.3), (WIDEST * picture.height) / 1.4)
  const halo = size * 0.14
  const box = { width: Math.ceil(textWidth * size + 2 * halo), height: Math.ceil(1.25 * size + 2 * halo) }
  if (box.width > picture.width || box.height > picture.height) return undefined
  const wish = isBounded ? MARGIN * Math.min(picture.width, picture.height) : size * 0.5
  const margin = Math.min(wish, (picture.width - box.width) / 2, (picture.height - box.height) / 2)
  const [vertical, horizontal] = position.split(' ')
  return {
    size,
    halo,
    box,
    left: Math.round(horizontal === 'left' ? margin : picture.width - box.width - margin),
    top: Math.round(vertical === 'top' ? margin : picture.height - box.height - margin),
  }
}

/** The part of a picture to show enlarged, so that its watermark can be read: three times as wide as high, at its corner. */
export function watermarkCorner({ box, left, top }: WatermarkLayout, picture: Size) {
  const width = Math.min(Math.max(1.25 * box.width, 4.5 * box.height), picture.width, 3 * picture.height)
  const within = (middle: number, part: number, whole: number) => Math.min(Math.max(0, middle - part / 2), whole - part)
  return {
    ...{ width, height: width / 3 },
    left: within(left + box.width / 2, width, picture.width),
    top: within(top + box.height / 2, width / 3, picture.height),
  }
}

/** A watermark is drawn onto the widest public picture; narrower ones are made from that. */
export function watermarkedSize({ width, height }: Size, widest: number): Size {
  const scale = Math.min(1, widest / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}
