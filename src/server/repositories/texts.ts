import { sql } from 'kysely'
import type { Query } from '#contract/endpoints.ts'
import type { RecordText } from '#contract/text.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from './conditions.ts'
import { PUBLIC, listed, type View } from './view.ts'

/** What is written on scans, and said in recordings. */
export function createTexts(db: Db) {
  const columns = ['text', 'text_language', 'text_source', 'text_by'] as const
  return {
    /** By item, in the order of its scans, then of its files. */
    async list({ items = [] }: Query<'texts'>, view: View = PUBLIC): Promise<RecordText[]> {
      if (items.length === 0) return []
      const scans = db
        .selectFrom('scan as part')
        .innerJoin('item', 'item.id', 'part.item_id')
        .select(['part.item_id as item', 'part.id as scan', sql<number | null>`null`.as('file')])
        .select(columns.map((name) => `part.${name}` as const))
        .select([sql<string>`''`.as('chapters'), 'part.scan_order as place'])
        .where('part.text', '<>', '')
      const files = db
        .selectFrom('item_file as part')
        .innerJoin('item', 'item.id', 'part.item_id')
        .select(['part.item_id as item', sql<number | null>`null`.as('scan'), 'part.id as file'])
        .select(columns.map((name) => `part.${name}` as const))
        .select(['part.chapters', 'part.file_order as place'])
        .where((e) => e.or([e('part.text', '<>', ''), e('part.chapters', '<>', '')]))
      const shown = <Q extends typeof scans | typeof files>(query: Q) => {
        let rows = (query as typeof scans).where(listed('item', view))
        if (view.reach !== 'all') rows = rows.where('part.hidden_until', 'is', null)
        return rows.where(isOneOf('part.item_id', items))
      }
      const rows = await shown(scans)
        .unionAll(shown(files) as never)
        .execute()
      const of = (row: (typeof rows)[number]) => [row.item, row.file === null ? 0 : 1, row.place, row.scan ?? row.file!]
      const compare = (a: number[], b: number[]) => a.map((each, at) => each - b[at]!).find((each) => each !== 0) ?? 0
      return rows.toSorted((a, b) => compare(of(a), of(b))).map(({ place: _, ...row }) => row as RecordText)
    },
  }
}
