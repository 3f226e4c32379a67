import { sql } from 'kysely'
import type { ImageFormat } from '#contract/scan.ts'
import { turnedSize } from '#rules/media/iiif-image.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Trx } from '../database/tables.ts'
import { writeOriginalRow } from '../scans/originals.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { PICTURES_AT_ONCE, createDerivatives } from '../scans/derivatives.ts'
import { createSingleFlight, inParallel } from '../limits/concurrency.ts'
import { trashOrphan, undoPutIfOrphaned, type MediaInUse } from '../scans/orphans.ts'
import { originalKey } from '../storage/keys.ts'
import { createPyramids } from '../scans/pyramid.ts'
import type { Picture } from '../scans/inspect-picture.ts'
import { derivativeFolder, versionOf, type MarkStyle, type Watermark } from '../storage/picture-keys.ts'
import type { Row } from './bundle-row.ts'
import type { PlannedRow } from './plan-rows.ts'

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

export interface PictureImport {
  media: MediaStore
  formats: readonly ImageFormat[]
  /** Whether to make tiles of scans; portraits have none. */
  tiles: boolean
  added: AddedMedia
  onPicture: () => void
}

/** Stores the originals of rows and makes their derivatives, a few at a time. */
export async function importPictures(rows: AsyncIterable<PlannedRow>, options: PictureImport): Promise<void> {
  const { media, formats, tiles, added, onPicture } = options
  const derivatives = createDerivatives(media)
  const pyramids = createPyramids(media)
  const storeOnce = createSingleFlight<void>()
  async function store(picture: Picture, path: string) {
    const key = originalKey(picture.sha256, picture.format)
    if ((await media.size(key)) !== undefined) return
    added.originals.set(key, path)
    await media.putFile(key, path)
  }
  await inParallel(rows, PICTURES_AT_ONCE, async ({ row, picture: brought, outcome }) => {
    onPicture()
    if (!brought || outcome === 'conflict') return
    const { path, picture } = brought
    await storeOnce(picture.sha256, () => store(picture, path))
    const turn = Number(row['turn'] ?? 0)
    const source = { ...picture, ...turnedSize(picture, turn), watermark: watermarkOf(row), turn }
    if ((await derivatives.countMissing(source, formats)) > 0) {
      added.derivativeFolders.add(derivativeFolder(versionOf(source)))
      await derivatives.ensure(source, formats)
    }
    if (tiles && 'watermark' in row && !(await pyramids.hasTiles(source))) {
      added.derivativeFolders.add(derivativeFolder(versionOf(source)))
      await pyramids.ensure(source)
    }
  })
}

/** Writes the rows of originals, before the scans that reference them. */
export async function storeOriginalRows(trx: Trx, batch: readonly PlannedRow[]): Promise<void> {
  for (const { picture, row, outcome } of batch) {
    if (!picture || outcome === 'conflict') continue
    const name = (row['file_name'] as string) || String(row['file']).split(/[\\/]/).at(-1)!
    await writeOriginalRow(trx, picture.picture, name)
  }
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
    and sha256 not in (select sha256 from item_file)
    and sha256 not in (select sha256 from person_image)
    and sha256 not in (select value ->> '$.sha256' from setting where name = 'logo')
    and sha256 not in (select "before" ->> '$.sha256' from operation_row where "before" ->> '$.sha256' is not null)`.execute(
    db,
  )
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
