import type { MediaStore } from '../media/media-store.ts'
import { ORIGINAL_ENDINGS, type OriginalFormat, type Picture } from './inspect-picture.ts'

/** Where an original lies in the media store. */
export const originalKey = (sha256: string, format: string) =>
  `originals/${sha256.slice(0, 2)}/${sha256}.${ORIGINAL_ENDINGS[format as OriginalFormat] ?? 'bin'}`

/** Keeps a picture that was inspected, bit for bit. True when it was not there before. */
export async function keepOriginal(media: MediaStore, picture: Picture, path: string): Promise<boolean> {
  const key = originalKey(picture.sha256, picture.format)
  if ((await media.size(key)) !== undefined) return false
  await media.putFile(key, path)
  return true
}
