import { findMask, readColours } from './geotiff-colours.ts'
import { withTiff } from './geotiff.ts'
import { createPixels, premultiply, type Pixels } from './pixels.ts'

/** Pixels decoded at a time. */
const AT_A_TIME = 4_000_000

/** Decodes a GeoTIFF some rows at a time, averaging squares of `shrink` pixels (a power of two). @throws {OverlayRefused} */
export const readGeoTiffPixels = (file: string, shrink: number, signal?: AbortSignal): Promise<Pixels> =>
  withTiff(
    file,
    async (image, tiff) => {
      const mask = await findMask(image, await tiff.getImageCount(), (index) => tiff.getImage(index))
      const { transparent, rows } = await readColours(image, mask, file)
      const [width, height] = [image.getWidth(), image.getHeight()]
      const pixels = createPixels(width, height, shrink, transparent ? 4 : 3)
      // Whole strips or rows of tiles, so that none is decoded twice, and whole result pixels.
      const unit = Math.min(height, image.getTileHeight() * shrink)
      const step = Math.max(1, Math.floor(AT_A_TIME / width / unit)) * unit
      for (let row = 0; row < height; row += step) {
        signal?.throwIfAborted()
        const end = Math.min(height, row + step)
        const colours = await rows(row, end)
        if (transparent) premultiply(colours)
        average(colours, { width, height: end - row, shrink }, pixels, row / shrink)
      }
      return pixels
    },
    signal,
  )

function average(
  from: Uint8Array,
  { width, height, shrink }: { width: number; height: number; shrink: number },
  into: Pixels,
  firstRow: number,
): void {
  const { bytes, channels } = into
  for (let row = 0; row < Math.ceil(height / shrink); row++) {
    const yEnd = Math.min(height, (row + 1) * shrink)
    for (let column = 0; column < into.width; column++) {
      const xEnd = Math.min(width, (column + 1) * shrink)
      const to = ((firstRow + row) * into.width + column) * channels
      const count = (yEnd - row * shrink) * (xEnd - column * shrink)
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0
        for (let y = row * shrink; y < yEnd; y++)
          for (let x = column * shrink; x < xEnd; x++) sum += from[(y * width + x) * 4 + channel]!
        bytes[to + channel] = Math.round(sum / count)
      }
    }
  }
}
