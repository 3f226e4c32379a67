import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { visible } from '../repositories/view.ts'
import type { View } from '../repositories/view.ts'
import type { PictureSource } from './derivatives.ts'
import type { Watermark } from './watermark.ts'

/** An original as it is kept, and whether everybody may see what is made of it. */
export interface StoredPicture extends PictureSource {
  height: number
  published: boolean
}

/** The picture of a scan. Undefined for an unknown id and for what the caller may not see. */
export async function findScanPicture(db: Kysely<Tables>, id: number, view: View): Promise<StoredPicture | undefined> {
  const row = await db
    .selectFrom('scan')
    .innerJoin('item', 'item.id', 'scan.item_id')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['original.sha256', 'original.format', 'original.width', 'original.height'])
    .select(['scan.watermark', 'scan.color', 'scan.position', 'item.visibility'])
    .where('scan.id', '=', id)
    .where(visible('item', view))
    .executeTakeFirst()
  if (!row) return undefined
  const { watermark, color, position, visibility, ...original } = row
  const published = visibility === 'published'
  return { ...original, published, watermark: { text: watermark, color, position } as Watermark }
}
