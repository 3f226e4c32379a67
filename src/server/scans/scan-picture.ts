import type { Db } from '../database/tables.ts'
import { shownSize } from '../repositories/shown-size.ts'
import { visible, type View } from '../repositories/view.ts'
import type { PictureSource } from './derivatives.ts'
import { versionOf, type Watermark } from '../storage/picture-keys.ts'
import { scanFolder } from './withdraw-copies.ts'

/** A stored original, and whether it is public. */
export interface StoredPicture extends PictureSource {
  height: number
  published: boolean
  /** Folder of its public copies. */
  folder: string
}

/** Scans with their originals and watermarks, and their size as they are shown. */
export const selectScanPictures = (db: Db) =>
  db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['original.sha256', 'original.format', ...shownSize()])
    .select(['scan.turn', 'scan.watermark', 'scan.color', 'scan.position', 'scan.mark_size', 'scan.mark_opacity'])

/** Pictures of people with their originals. */
export const selectPersonPictures = (db: Db) =>
  db
    .selectFrom('person_image')
    .innerJoin('original', 'original.sha256', 'person_image.sha256')
    .select(['original.sha256', 'original.format', 'original.width'])

interface MarkColumns {
  watermark: string
  color: string
  position: string
  mark_size: number
  mark_opacity: number
}

/** Replaces the columns of a watermark by the watermark. */
export function withWatermark<T extends MarkColumns>(row: T) {
  const { watermark: text, color, position, mark_size: size, mark_opacity: opacity, ...rest } = row
  return { ...rest, watermark: { text, color, position, size, opacity } as Watermark }
}

/** The picture of a scan. Undefined for an unknown id and for what the caller may not see. */
export async function findScanPicture(db: Db, id: number, view: View): Promise<StoredPicture | undefined> {
  const row = await selectScanPictures(db)
    .innerJoin('item', 'item.id', 'scan.item_id')
    .select(['item.visibility', 'scan.item_id', 'scan.hidden_until'])
    .where('scan.id', '=', id)
    .where(visible('item', view))
    .$if(view.reach !== 'all', (query) => query.where('scan.hidden_until', 'is', null))
    .executeTakeFirst()
  if (!row) return undefined
  const { visibility, hidden_until: hidden, item_id: item, ...picture } = withWatermark(row)
  return {
    ...picture,
    published: visibility === 'published' && hidden === null,
    folder: scanFolder(item, id, versionOf(picture)),
  }
}
