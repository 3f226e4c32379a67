import { sql } from 'kysely'
import type { SocietySettings } from '#contract/settings.ts'
import type { ImageFormat } from '#contract/scan.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { PICTURES_AT_ONCE, createDerivatives } from '../scans/derivatives.ts'
import { createSingleFlight, inParallel } from '../limits/concurrency.ts'
import { trashOrphan, undoPutIfOrphaned, type MediaInUse } from '../scans/orphans.ts'
import { originalKey } from '../storage/keys.ts'
import { createPyramids } from '../scans/pyramid.ts'
import type { Picture } from '../scans/inspect-picture.ts'
import { derivativeFolder, versionOf, type MarkStyle, type Watermark } from '../storage/picture-keys.ts'
import { acceptedRows } from './accepted-rows.ts'
import type { BundleFile } from './bundle-folder.ts'
import type { Row } from './bundle-row.ts'
import type { PictureFiles } from './picture-files.ts'

/** Files that an import added to the media store, to be removed when it fails. */
export interface AddedMedia {
  /** By key, the source file in the bundle. */
  originals: Map<string, string>
  derivativeFolders: Set<string>
}

const watermarkOf = (row: Row): Watermark | undefined =>
  'watermark' in row
    ? ({
        text: row['watermark'],
        color: row['color'],
        position: row['position'],
        ...(row['mark'] as MarkStyle),
      } as Watermark)
    : undefined

/** The picture of an accepted row, inspected by the check. */
export async function pictureOf(pictures: PictureFiles, row: Row): Promise<{ path: string; picture: Picture }> {
  const answer = await pictures.inspect(row['file'] as string)
  if ('reason' in answer) throw new Error(answer.reason)
  return answer
}

export interface PictureImport {
  rejected: ReadonlySet<number>
  settings: SocietySettings
  media: MediaStore
  pictures: PictureFiles
  formats: readonly ImageFormat[]
  /** Whether to make tiles of scans; portraits have none. */
  tiles: boolean
  added: AddedMedia
  onPicture: () => void
}

/** Stores the originals of a list and makes their derivatives, a few at a time. */
export async function importPictures(file: BundleFile, options: PictureImport): Promise<void> {
  const { rejected, settings, media, pictures, formats, tiles, added, onPicture } = options
  const derivatives = createDerivatives(media)
  const pyramids = createPyramids(media)
  const storeOnce = createSingleFlight<void>()
  async function store(picture: Picture, path: string) {
    const key = originalKey(picture.sha256, picture.format)
    if ((await media.size(key)) !== undefined) return
    added.originals.set(key, path)
    await media.putFile(key, path)
  }
  await inParallel(acceptedRows(file, rejected, settings), PICTURES_AT_ONCE, async (row) => {
    const { path, picture } = await pictureOf(pictures, row)
    await storeOnce(picture.sha256, () => store(picture, path))
    const source = { ...picture, watermark: watermarkOf(row) }
    if ((await derivatives.countMissing(source, formats)) > 0) {
      added.derivativeFolders.add(derivativeFolder(versionOf(source)))
      await derivatives.ensure(source, formats)
    }
    if (tiles && 'watermark' in row && !(await pyramids.hasTiles(source))) {
      added.derivativeFolders.add(derivativeFolder(versionOf(source)))
      await pyramids.ensure(source)
    }
    onPicture()
  })
}

/** Removes what a failed import added, but not what was there before or was uploaded meanwhile. */
export async function removeAddedMedia(db: ArchiveDatabase, media: MediaStore, added: AddedMedia): Promise<void> {
  for (const [key, source] of added.originals) await undoPutIfOrphaned(db, media, key, source)
  for (const folder of added.derivativeFolders) {
    for await (const { key } of media.list(folder)) await media.remove(key)
  }
}

const WHY = 'An import replaced it by another picture.'

/** Deletes rows of originals without a scan, person or logo, also of removed ones, which can be brought back. Their files move to the trash after the commit: `removeUnusedFiles`. */
export async function deleteUnusedOriginalRows(db: Db): Promise<void> {
  await sql`delete from original where sha256 not in (select sha256 from scan)
    and sha256 not in (select sha256 from person_image)
    and sha256 not in (select value ->> '$.sha256' from setting where name = 'logo')
    and sha256 not in (select stored.value ->> '$.row.sha256' from removal, json_each(removal.rows -> 'rows') as stored
      where stored.value ->> '$.row.sha256' is not null)`.execute(db)
}

/** Removes files that were referenced before and no longer are, originals to the trash; files added meanwhile (by an upload) are left alone. */
export async function removeUnusedFiles(
  db: ArchiveDatabase,
  media: MediaStore,
  { before, now }: { before: MediaInUse; now: MediaInUse },
): Promise<void> {
  for (const key of before.originals) if (!now.originals.has(key)) await trashOrphan(db, media, key, { why: WHY })
  for (const folder of before.folders) {
    if (now.folders.has(folder)) continue
    for await (const { key } of media.list(folder)) await media.remove(key)
  }
}
