import { createHmac } from 'node:crypto'
import type { Db } from '../database/tables.ts'
import { PUBLIC, visible } from '../repositories/view.ts'

/** Milliseconds. */
const DAY = 24 * 60 * 60_000
/** Stands in an address: a browser's player sends no token, and staff hear what visitors do not yet. @param day 0 for today, 1 for yesterday. */
export const fileKey = (secret: string, id: number, day = 0): string =>
  createHmac('sha256', secret)
    .update(`file ${id} ${Math.floor(Date.now() / DAY) - day}`)
    .digest('hex')
    .slice(0, 32)

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
