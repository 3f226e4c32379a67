import { PictureRefused, inspectPicture, type Picture } from '../scans/inspect-picture.ts'
import { locate } from './locate.ts'

/** A picture of a bundle, or why it is not taken. */
export type InspectedPicture = { path: string; picture: Picture } | { reason: string }

/** Inspects the pictures of a bundle, each file once; the answers are kept for the steps after the check. */
export function createPictureFiles(folder: string) {
  const kept = new Map<string, Promise<InspectedPicture>>()
  async function inspect(file: string): Promise<InspectedPicture> {
    const place = await locate(folder, file)
    if ('reason' in place) return place
    try {
      return { path: place.path, picture: await inspectPicture(place.path) }
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
