import type { ImageFormat } from '#contract/scan.ts'
import type { PageText } from '#rules/texts/read-text.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { ocrPage } from './ocr-page.ts'
import { createDerivatives, decodeOriginal, readOriginal, type PictureSource, showOriginal } from './derivatives.ts'
import { drawPage, type PageSource } from './draw-page.ts'
import { inspectUpload } from './inspect-file.ts'
import { drawLinkPreview, type LinkPreview } from './link-preview.ts'
import { createPyramids } from './pyramid.ts'
import { createPictureMemory, type PictureMemory } from './picture-memory.ts'
import { inspectPicture, type Picture, type PictureLimits, readPictureHeader } from './inspect-picture.ts'
import { readFile } from 'node:fs/promises'
import { PREVIEW, SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { PictureRefused } from './picture-refused.ts'

/** An original that is read, and by how many degrees it is turned clockwise for that. */
export type PageToRead = Pick<Required<PictureSource>, 'sha256' | 'format' | 'turn'>

/** Work on the pixels of pictures: in this process, or in one beside the server (picture-process.ts). */
export interface PictureWork {
  /** Inspects a local file. @throws {PictureRefused} with a message for the uploader. */
  inspect(path: string): Promise<Picture>
  /** The same for a picture or a document of an item. */
  inspectUpload(path: string): Promise<Picture>
  /** Draws a page of a document into the file `to`. @throws {PictureRefused} */
  drawPage(source: PageSource, to: string): Promise<Picture>
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
  /** Draws a link preview, and returns the key under which it is stored. */
  frame(preview: LinkPreview): Promise<string>
  /** Reads an original by machine, turned; undefined where there is nothing to read. @throws {PictureRefused} */
  ocrPage(source: PageToRead, language: string): Promise<PageText | undefined>
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
    inspectUpload: (path) => inspectUpload(path, limits, memory),
    drawPage: (source, to) => drawPage(media, source, { to, limits: limits ?? SCAN, memory }),
    preview: (path) => previewPicture(path, limits, memory),
    ensure: (source, formats, options) => derivatives.ensure(source, formats, options?.width),
    makeTiles: (source) => pyramids.ensure(source),
    frame: (preview) => drawLinkPreview(media, preview),
    async ocrPage(source, language) {
      const original = await readOriginal(media, { ...source, width: 0, watermark: undefined })
      return await decodeOriginal(memory, original, () => ocrPage(original, source.turn, language))
    },
    close: async () => {},
  }
}

/** A small JPEG of a picture (base64), with the size of the picture itself in pixels, upright. */
export interface PicturePreview {
  width: number
  height: number
  jpeg: string
}

/** Makes a preview and stores nothing. @throws {PictureRefused} */
async function previewPicture(
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
