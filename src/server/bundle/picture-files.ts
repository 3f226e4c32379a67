import { inspectFile } from '../scans/inspect-file.ts'
import { inspectPicture, type Picture, type PictureLimits } from '../scans/inspect-picture.ts'
import { PictureRefused } from '../scans/picture-refused.ts'
import { createFileFinder } from './bundle-path.ts'
import type { Row } from './bundle-row.ts'
import type { ListName } from './lists.ts'

export interface BroughtPicture {
  path: string
  picture: Picture
}
/** A picture of a bundle, or why it isn't accepted. */
export type InspectedPicture = BroughtPicture | { reason: string }

export async function pictureOf(pictures: PictureFiles, row: Row, list: ListName): Promise<BroughtPicture> {
  const answer = await pictures.inspect(row['file'] as string, list)
  if ('reason' in answer) throw new Error(answer.reason)
  return answer
}

/** Inspects the pictures of a bundle, each file once: later steps use the same answers. `limits` are the configured ones, if any. */
export function createPictureFiles(folder: string, limits?: PictureLimits) {
  const inspected = new Map<string, Promise<InspectedPicture>>()
  const find = createFileFinder(folder)
  /** Names in the folder. */
  const read = new Set<string>()
  async function inspect(file: string, list: ListName): Promise<InspectedPicture> {
    const place = await find(file)
    if ('reason' in place) return place
    read.add(place.name)
    try {
      return { path: place.path, picture: await (list === 'files' ? inspectFile : inspectPicture)(place.path, limits) }
    } catch (error) {
      if (error instanceof PictureRefused) return { reason: `${file}: ${error.message}` }
      throw error
    }
  }
  return {
    read,
    inspect(file: string, list: ListName): Promise<InspectedPicture> {
      const place = `${list === 'files' ? 'files' : ''}/${file}`
      let answer = inspected.get(place)
      if (!answer) inspected.set(place, (answer = inspect(file, list)))
      return answer
    },
  }
}
export type PictureFiles = ReturnType<typeof createPictureFiles>
