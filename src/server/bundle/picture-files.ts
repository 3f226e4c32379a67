import { inspectPicture, type Picture, type PictureLimits } from '../scans/inspect-picture.ts'
import { PictureRefused } from '../scans/picture-refused.ts'
import { createFileFinder } from './bundle-path.ts'

/** A picture of a bundle, or why it isn't accepted. */
export type InspectedPicture = { path: string; picture: Picture } | { reason: string }

/** Inspects the pictures of a bundle, each file once: later steps use the same answers. `limits` are the configured ones, if any. */
export function createPictureFiles(folder: string, limits?: PictureLimits) {
  const inspected = new Map<string, Promise<InspectedPicture>>()
  const find = createFileFinder(folder)
  /** Names in the folder. */
  const read = new Set<string>()
  async function inspect(file: string): Promise<InspectedPicture> {
    const place = await find(file)
    if ('reason' in place) return place
    read.add(place.name)
    try {
      return { path: place.path, picture: await inspectPicture(place.path, limits) }
    } catch (error) {
      if (error instanceof PictureRefused) return { reason: `${file}: ${error.message}` }
      throw error
    }
  }
  return {
    read,
    inspect(file: string): Promise<InspectedPicture> {
      let answer = inspected.get(file)
      if (!answer) inspected.set(file, (answer = inspect(file)))
      return answer
    },
  }
}
export type PictureFiles = ReturnType<typeof createPictureFiles>
