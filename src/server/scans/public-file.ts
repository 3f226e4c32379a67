import type { Db } from '../database/tables.ts'
import { PUBLIC, visible } from '../repositories/view.ts'

/** A document or a recording that visitors get; with `any`, also one that they do not. Its text is long: a player asks for a hundred parts without it. */
export const findFile = (db: Db, id: number, { any = false, withText = false } = {}) =>
  db
    .selectFrom('item_file')
    .innerJoin('item', 'item.id', 'item_file.item_id')
    .innerJoin('original', 'original.sha256', 'item_file.sha256')
    .select(['original.sha256', 'original.format', 'original.bytes'])
    .$if(withText, (query) => query.select('item_file.text'))
    .where('item_file.id', '=', id)
    .$if(!any, (query) => query.where('item_file.hidden_until', 'is', null).where(visible('item', PUBLIC)))
    .executeTakeFirst()
