import { readFile } from 'node:fs/promises'
import { PREVIEW, SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { showOriginal } from './derivatives.ts'
import { readPictureHeader, type PictureLimits } from './inspect-picture.ts'
import { createPictureMemory, type PictureMemory } from './picture-memory.ts'
import { PictureRefused } from './picture-refused.ts'

/** A small JPEG of a picture (base64), with the size of the picture itself in pixels, upright. */
export interface PicturePreview {
  width: number
  height: number
  jpeg: string
}

/** Makes a preview and stores nothing. @throws {PictureRefused} */
export async function previewPicture(
  path: string,
  limits: PictureLimits = SCAN,
  memory: PictureMemory = createPictureMemory(limits.maximumMemory),
): Promise<PicturePreview> {
  const { header, width, height, bytes } = await readPictureHeader(path, limits)
  const { size } = PREVIEW
  try {
    const jpeg = await memory.decode({ header, input: path, held: bytes }, async () => {
      const picture = await showOriginal(await readFile(path))
      return await picture
        .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 75 })
        .toBuffer()
    })
    return { width, height, jpeg: jpeg.toString('base64') }
  } catch (error) {
    throw error instanceof PictureRefused ? error : new PictureRefused(PICTURE.broken)
  }
}
