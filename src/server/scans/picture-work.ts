import type { ImageFormat } from '#contract/scan.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { createDerivatives, type PictureSource } from './derivatives.ts'
import { createPyramids } from './pyramid.ts'
import { createPictureMemory } from './picture-memory.ts'
import { inspectPicture, type Picture, type PictureLimits } from './inspect-picture.ts'
import { previewPicture, type PicturePreview } from './preview-picture.ts'

/** Work on the pixels of pictures: in this process, or in one beside the server (picture-process.ts). */
export interface PictureWork {
  /** Inspects a local file. @throws {PictureRefused} with a message for the uploader. */
  inspect(path: string): Promise<Picture>
  /** A small JPEG of a local file; nothing is stored. @throws {PictureRefused} */
  preview(path: string): Promise<PicturePreview>
  /** Makes missing derivatives, of one stored width or of all, and returns their version. `urgent` (the default): somebody is waiting. */
  ensure(
    source: PictureSource,
    formats?: readonly ImageFormat[],
    options?: { urgent?: boolean; width?: number | undefined },
  ): Promise<string>
  /** Makes the tiles of a scan where missing, and returns their version. */
  makeTiles(source: PictureSource, options?: { urgent: boolean }): Promise<string>
  /** Finishes running work. */
  close(): Promise<void>
}

/** Does the work in this process: for command-line programs and tests. */
export function createLocalPictureWork(media: MediaStore, limits?: PictureLimits): PictureWork {
  const memory = createPictureMemory(limits?.maximumMemory)
  const derivatives = createDerivatives(media, memory)
  const pyramids = createPyramids(media, memory)
  return {
    inspect: (path) => inspectPicture(path, limits, memory),
    preview: (path) => previewPicture(path, limits, memory),
    ensure: (source, formats, options) => derivatives.ensure(source, formats, options?.width),
    makeTiles: (source) => pyramids.ensure(source),
    close: async () => {},
  }
}
