import type { ImageFormat } from '#contract/scan.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { MediaStore } from '../media/media-store.ts'
import { PICTURES_AT_ONCE, createDerivatives } from '../scans/derivatives.ts'
import { inParallel } from '../scans/gate.ts'
import { removeStray } from '../scans/strays.ts'
import { originalKey } from '../scans/originals.ts'
import { createPyramids } from '../scans/pyramid.ts'
import type { Picture } from '../scans/inspect-picture.ts'
import { derivativeFolder } from '../scans/version.ts'
import type { Watermark } from '../scans/watermark.ts'
import { acceptedRows } from './accepted-rows.ts'
import type { BundleFile } from './bundle-folder.ts'
import type { Row } from './bundle-row.ts'
import type { PictureFiles } from './picture-files.ts'

/** What an import put into the media store, so that it can be taken out again when the import fails. */
export interface AddedMedia {
  originals: Set<string>
  derivativeFolders: Set<string>
}

const watermarkOf = (row: Row): Watermark | undefined =>
  'watermark' in row
    ? ({ text: row['watermark'], color: row['color'], position: row['position'] } as Watermark)
    : undefined

/** The picture of an accepted row; it was inspected by the check. */
export async function pictureOf(pictures: PictureFiles, row: Row): Promise<{ path: string; picture: Picture }> {
  const answer = await pictures.inspect(row['file'] as string)
  if ('reason' in answer) throw new Error(answer.reason)
  return answer
}

/** Keeps the originals of a list of pictures and makes what the public sees of them, a few at a time. */
export async function importPictures(
  file: BundleFile,
  {
    rejected,
    media,
    pictures,
    formats,
    tiles,
    added,
    onPicture,
  }: {
    rejected: ReadonlySet<number>
    media: MediaStore
    pictures: PictureFiles
    formats: readonly ImageFormat[]
    /** Whether scans get their tiles as well; portraits have none. */
    tiles: boolean
    added: AddedMedia
    onPicture: () => void
  },
): Promise<void> {
  const derivatives = createDerivatives(media)
  const pyramids = createPyramids(media)
  const keeping = new Map<string, Promise<void>>()
  async function keep(picture: Picture, path: string) {
    const key = originalKey(picture.sha256, picture.format)
    if ((await media.size(key)) !== undefined) return
    added.originals.add(key)
    await media.putFile(key, path)
  }
  await inParallel(acceptedRows(file, rejected), PICTURES_AT_ONCE, async (row) => {
    const { path, picture } = await pictureOf(pictures, row)
    let kept = keeping.get(picture.sha256)
    if (!kept) keeping.set(picture.sha256, (kept = keep(picture, path)))
    await kept
    const source = { ...picture, watermark: watermarkOf(row) }
    if ((await derivatives.countMissing(source, formats)) > 0) {
      added.derivativeFolders.add(derivativeFolder(derivatives.version(source)))
      await derivatives.ensure(source, formats)
    }
    if (tiles && 'watermark' in row && !(await pyramids.isKept(source))) {
      added.derivativeFolders.add(derivativeFolder(derivatives.version(source)))
      await pyramids.ensure(source)
    }
    onPicture()
  })
}

/** Takes out what a failed import put in; what was there before stays, and what somebody else has sent meanwhile. */
export async function removeAddedMedia(db: ArchiveDatabase, media: MediaStore, added: AddedMedia): Promise<void> {
  for (const key of added.originals) await removeStray(db, media, key)
  for (const folder of added.derivativeFolders) {
    for await (const { key } of media.list(folder)) await media.remove(key)
  }
}
