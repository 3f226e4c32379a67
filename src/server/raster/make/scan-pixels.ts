import { basename } from 'node:path'
import sharp from 'sharp'
import type { Point } from './mercator.ts'
import { applyMask, createPixels, premultiply, type Pixels } from './pixels.ts'
import { OverlayRefused } from './overlay-refused.ts'

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
