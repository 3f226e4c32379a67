import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import sharp from 'sharp'
import type { PictureSize } from './georeference.ts'
import { OverlayRefused } from './overlay-refused.ts'

const MAX_PIXELS = 400_000_000

/** Magic numbers of TIFF and BigTIFF, in both byte orders. */
const MAGIC = ['49492a00', '4d4d002a', '49492b00', '4d4d002b']

export async function isTiff(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return MAGIC.includes(buffer.toString('hex'))
}

/** @throws {OverlayRefused} for a size that no map has. */
export function requireSize(file: string, width: number, height: number): void {
  if (!(width > 0 && height > 0))
    throw new OverlayRefused(`${basename(file)} does not say how large it is: it is damaged.`)
  if (width * height > MAX_PIXELS)
    throw new OverlayRefused(
      `${basename(file)} has ${Math.round((width * height) / 1e6)} million pixels; the maximum is ${MAX_PIXELS / 1e6}. Make it smaller, or cut it into sheets.`,
    )
  if (width < 2 || height < 2) throw new OverlayRefused(`${basename(file)} is too small to be a map.`)
}

/** The size of a picture, without decoding its pixels. @throws {OverlayRefused} */
export async function measurePicture(file: string, tiff: boolean): Promise<PictureSize> {
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((problem: unknown) => {
      throw new OverlayRefused(
        tiff
          ? `${basename(file)} is a broken or incomplete TIFF. Copy it again from where it came from.`
          : `${basename(file)} isn't a readable picture. Save it as TIFF, PNG or JPEG.`,
        { cause: problem },
      )
    })
  if (header.format === 'svg')
    throw new OverlayRefused(`${basename(file)} is a drawing (SVG). Save it as a PNG of the size it should have.`)
  requireSize(file, header.width, header.height)
  const { width, height } = header.autoOrient
  return { width, height, orientation: header.orientation ?? 1 }
}
