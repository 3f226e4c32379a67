import { basename } from 'node:path'
import sharp from 'sharp'
import type { MapUpload } from '#contract/old-maps.ts'
import { isTiff, measurePicture } from '../make/measure-picture.ts'

/** Pixels of the picture on which points are set, on its longer side. */
const PREVIEW = 2400

/** What an uploaded picture is. @throws {OverlayRefused} for one that can't become a map. */
export async function inspectMap(file: string): Promise<Omit<MapUpload, 'upload'>> {
  const tiff = await isTiff(file)
  // Few maps are TIFFs, and reading a placement loads a lot.
  const placed = tiff ? await (await import('../make/read-source.ts')).readGeoTiff(file) : undefined
  const { width, height } = placed ?? (await measurePicture(file, tiff))
  const image = await sharp(file, { limitInputPixels: width * height, failOn: 'none' })
    .autoOrient()
    .resize(PREVIEW, PREVIEW, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 78 })
    .toBuffer()
  const preview = `data:image/jpeg;base64,${image.toString('base64')}`
  return { file_name: basename(file), width, height, placed: placed !== undefined, preview }
}
