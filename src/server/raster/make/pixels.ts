import type { Point } from './mercator.ts'
import { basename } from 'node:path'
import sharp from 'sharp'
import { OverlayRefused } from './overlay-refused.ts'

/** Scan lines per row of pixels. */
const LINES = 4

/** Coverage of each pixel of a row by a polygon, 0 to 1 (even-odd), from four scan lines. Overwrites `cover`, which is as long as the row. */
function coverRow(polygon: readonly Point[], row: number, cover: Float32Array): void {
  cover.fill(0)
  const width = cover.length
  for (let line = 0; line < LINES; line++) {
    const y = row + (line + 0.5) / LINES
    const crossings: number[] = []
    polygon.forEach(([ax, ay], index) => {
      const [bx, by] = polygon[(index + 1) % polygon.length]!
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    })
    crossings.sort((a, b) => a - b)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.min(width, Math.max(0, crossings[at]!))
      const to = Math.min(width, Math.max(0, crossings[at + 1]!))
      const [first, last] = [Math.floor(from), Math.floor(to)]
      if (first === last) {
        if (first < width) cover[first]! += (to - from) / LINES
        continue
      }
      cover[first]! += (first + 1 - from) / LINES
      for (let column = first + 1; column < last; column++) cover[column]! += 1 / LINES
      if (last < width) cover[last]! += (to - last) / LINES
    }
  }
}

/** A picture shared by all threads: rows top to bottom, RGB, or RGBA premultiplied so that hidden colours don't bleed in. */
export interface Pixels {
  bytes: Uint8Array<SharedArrayBuffer>
  channels: 3 | 4
  width: number
  height: number
  /** Pixels here per pixel of the picture, at most 1. */
  scaleX: number
  scaleY: number
}

/** Allocates a picture reduced by `shrink`. */
export function createPixels(width: number, height: number, shrink: number, channels: 3 | 4): Pixels {
  const [wide, high] = [Math.ceil(width / shrink), Math.ceil(height / shrink)]
  const bytes = new Uint8Array(new SharedArrayBuffer(wide * high * channels))
  return { bytes, channels, width: wide, height: high, scaleX: wide / width, scaleY: high / height }
}

/** Premultiplies colours by alpha, in place; `from` and `to` are byte offsets. */
export function premultiply(bytes: Uint8Array, from = 0, to = bytes.length): void {
  for (let at = from; at < to; at += 4) {
    const alpha = bytes[at + 3]!
    if (alpha === 255) continue
    for (let channel = 0; channel < 3; channel++) bytes[at + channel] = Math.round((bytes[at + channel]! * alpha) / 255)
  }
}

/** Makes everything outside a polygon (in pixels of the picture) transparent, with a soft edge. */
function applyMask({ bytes, width, height, scaleX, scaleY }: Pixels, mask: readonly Point[]): void {
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

/** Decodes a scan upright and in sRGB, reduced by `shrink`; holds its pixels twice meanwhile. @throws {OverlayRefused} */
export async function readScanPixels(
  file: string,
  { width, height }: { width: number; height: number },
  mask: readonly Point[] | null,
  shrink: number,
): Promise<Pixels> {
  const size = { width: Math.ceil(width / shrink), height: Math.ceil(height / shrink) }
  const decoded = await sharp(file, { failOn: 'error', limitInputPixels: width * height })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((problem: unknown) => {
      throw new OverlayRefused(
        `${basename(file)} is damaged or incomplete (${problem instanceof Error ? problem.message.trim() : String(problem)}). Save it again, or copy it again from where it came from.`,
        { cause: problem },
      )
    })
  const { data, info } = decoded
  const pixels = createPixels(width, height, shrink, mask || info.channels === 4 ? 4 : 3)
  if (info.channels === pixels.channels) pixels.bytes.set(data)
  else spread(data, info.channels, pixels.bytes)
  if (info.channels === 4) premultiply(pixels.bytes)
  if (mask) applyMask(pixels, mask)
  return pixels
}

/** RGB to RGBA. */
function spread(from: Uint8Array, channels: number, into: Uint8Array): void {
  if (channels !== 3) throw new Error(`A picture in sRGB has 3 or 4 channels, not ${channels}.`)
  for (let at = 0, to = 0; at < from.length; at += 3, to += 4) {
    into[to] = from[at]!
    into[to + 1] = from[at + 1]!
    into[to + 2] = from[at + 2]!
    into[to + 3] = 255
  }
}
