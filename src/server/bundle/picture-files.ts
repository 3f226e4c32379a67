import { PictureRefused, inspectPicture, type Picture, type PictureLimits } from '../scans/inspect-picture.ts'
import { locate } from './locate.ts'

/** A picture of a bundle, or why it is not taken. */
export type InspectedPicture = { path: string; picture: Picture } | { reason: string }

/** Inspects the pictures of a bundle, each file once; the answers are kept for the steps after the check. `limits` are the society's own, if any. */
export function createPictureFiles(folder: string, limits?: PictureLimits) {
  const kept = new Map<string, Promise<InspectedPicture>>()
  async function inspect(file: string): Promise<InspectedPicture> {
    const place = await locate(folder, file)
    if ('reason' in place) return place
    try {
      return { path: place.path, picture: await inspectPicture(place.path, limits) }
    } catch (error) {
      if (error instanceof PictureRefused) return { reason: `${file}: ${error.message}` }
      throw error
    }
  }
  return {
    inspect(file: string): Promise<InspectedPicture> {
      let answer = kept.get(file)
      if (!answer) kept.set(file, (answer = inspect(file)))
      return answer
    },
  }
}
export type PictureFiles = ReturnType<typeof createPictureFiles>
