import type { Point } from './mercator.ts'
import { coverRow } from './polygon.ts'

/**
 * A picture in memory that all threads share: rows from above, 3 bytes a pixel (red, green, blue), or 4 where some of it is transparent.
 * Colours are then multiplied by their opacity, so that nothing shines through from where nothing is when pixels are mixed.
 */
export interface Pixels {
  bytes: Uint8Array<SharedArrayBuffer>
  channels: 3 | 4
  width: number
  height: number
  /** Pixels here for one of the picture, 1 or less. */
  scaleX: number
  scaleY: number
}

/** Room for a picture of which every `shrink` pixels become one. */
export function createPixels(width: number, height: number, shrink: number, channels: 3 | 4): Pixels {
  const [wide, high] = [Math.ceil(width / shrink), Math.ceil(height / shrink)]
  const bytes = new Uint8Array(new SharedArrayBuffer(wide * high * channels))
  return { bytes, channels, width: wide, height: high, scaleX: wide / width, scaleY: high / height }
}

/** Multiplies colours by opacity, in place; `from` to `to` are bytes of four a pixel. */
export function premultiply(bytes: Uint8Array, from = 0, to = bytes.length): void {
  for (let at = from; at < to; at += 4) {
    const alpha = bytes[at + 3]!
    if (alpha === 255) continue
    for (let channel = 0; channel < 3; channel++) bytes[at + channel] = Math.round((bytes[at + channel]! * alpha) / 255)
  }
}

/** Makes transparent what lies outside a polygon, with a soft edge. Pixels of the polygon are the picture's. */
export function applyMask({ bytes, width, height, scaleX, scaleY }: Pixels, mask: readonly Point[]): void {
  const polygon = mask.map(([x, y]): Point => [x * scaleX, y * scaleY])
  const cover = new Float32Array(width)
  for (let row = 0; row < height; row++) {
    coverRow(polygon, row, cover)
    for (let column = 0; column < width; column++) {
      const part = cover[column]!
      if (part > 0.999) continue
      const at = (row * width + column) * 4
      for (let channel = 0; channel < 4; channel++) bytes[at + channel] = Math.round(bytes[at + channel]! * part)
    }
  }
}
