import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Query } from '#contract/endpoints.ts'
import type { RecordText } from '#contract/text.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from './conditions.ts'
import { PUBLIC, listed, type View } from './view.ts'

const PARTS = {
  scan: { order: 'scan_order', columns: sql`part.id as scan, null as file, '' as chapters, octet_length(part.words)` },
  item_file: { order: 'file_order', columns: sql`null as scan, part.id as file, part.chapters, 0` },
} as const

/** What is written on scans, and said in recordings. */
export function createTexts(db: Db) {
  async function read(table: keyof typeof PARTS, items: readonly number[], view: View): Promise<RecordText[]> {
    const { order, columns } = PARTS[table]
    const shown = view.reach === 'all' ? sql`true` : sql`part.hidden_until is null`
    const { rows } = await sql<RecordText & { boxes: number }>`select part.item_id as item, ${columns} as boxes,
      part.text, part.text_language, part.text_source, part.text_by
      from ${sql.table(table)} as part join item on item.id = part.item_id
      where ${isOneOf('part.item_id', items)} and ${listed('item', view)} and ${shown}
      order by part.item_id, ${sql.ref(`part.${order}`)}, part.id`.execute(db)
    return rows
      .filter(({ text, chapters }) => text !== '' || chapters !== '')
      .map(({ boxes, ...row }) => ({ ...row, version: hash('sha256', JSON.stringify([row, boxes])).slice(0, 16) }))
  }
  return {
    /** By item, in the order of its scans, then of its files. */
    async list({ items = [] }: Query<'texts'>, view: View = PUBLIC): Promise<RecordText[]> {
      if (items.length === 0) return []
      const texts = [...(await read('scan', items, view)), ...(await read('item_file', items, view))]
      return texts.sort((a, b) => a.item - b.item)
    },
  }
}
