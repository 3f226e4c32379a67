import type { Db } from '../database/tables.ts'
import { PUBLIC, visible } from '../repositories/view.ts'

/** A document or a recording that visitors get. */
export const findPublicFile = (db: Db, id: number) =>
  db
    .selectFrom('item_file')
    .innerJoin('item', 'item.id', 'item_file.item_id')
    .innerJoin('original', 'original.sha256', 'item_file.sha256')
    .select(['original.sha256', 'original.format', 'original.bytes', 'item_file.text'])
    .where('item_file.id', '=', id)
    .where('item_file.hidden_until', 'is', null)
    .where(visible('item', PUBLIC))
    .executeTakeFirst()
