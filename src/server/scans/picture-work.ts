import type { ImageFormat } from '#contract/scan.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createDerivatives, type PictureSource } from './derivatives.ts'
import { createPyramids } from './pyramid.ts'
import { inspectPicture, type Picture, type PictureLimits } from './inspect-picture.ts'

/** What is done with the pixels of pictures: in this process, or in one beside the server (picture-process.ts). */
export interface PictureWork {
  /**
   * What a file on this machine is.
   * @throws {PictureRefused} with a sentence for the person who sent it.
   */
  inspect(path: string): Promise<Picture>
  /**
   * Makes what is missing of what the public sees, and answers its version.
   * @param urgent somebody waits for it.
   */
  ensure(source: PictureSource, formats?: readonly ImageFormat[], options?: { urgent: boolean }): Promise<string>
  /** Makes the tiles of a scan where they are missing, and answers its version. */
  makeTiles(source: PictureSource, options?: { urgent: boolean }): Promise<string>
  /** Ends the work that is under way. */
  close(): Promise<void>
}

/** The work in this process: for programs that answer nobody meanwhile, and for tests. */
export function createPicturesHere(media: MediaStore, limits?: PictureLimits): PictureWork {
  const derivatives = createDerivatives(media)
  const pyramids = createPyramids(media)
  return {
    inspect: (path) => inspectPicture(path, limits),
    ensure: (source, formats) => derivatives.ensure(source, formats),
    makeTiles: (source) => pyramids.ensure(source),
    close: async () => {},
  }
}
