import { sql } from 'kysely'
import { SEARCH_WORK } from '#contract/limits.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { readWords, type WordBox } from './scan-words.ts'
import { containingWords } from '../repositories/item-filter.ts'

/** A public scan with its text and, line by line, its words where they stand. */
export interface PageText {
  item: number
  scan: number
  text: string
  language: string
  /** Pixels. */
  width: number
  height: number
  lines: WordBox[][]
}

/** Pages that a search in an item finds. */
const PAGES = 100

export type PageTexts = ReturnType<typeof createPageTexts>
/** The texts of public scans, for IIIF (routes/iiif.ts). */
export function createPageTexts(reader: ArchiveDatabase) {
  const published = () =>
    reader
      .selectFrom('scan')
      .innerJoin('item', 'item.id', 'scan.item_id')
      .innerJoin('original', 'original.sha256', 'scan.sha256')
      .select(['scan.item_id as item', 'scan.id as scan', 'scan.text', 'scan.text_language as language'])
      .select(['original.width', 'original.height'])
      .where('item.visibility', '=', 'published')
      .where('scan.hidden_until', 'is', null)
  const withLines = async <Row extends { scan: number }>(row: Row) => ({
    ...row,
    lines: await readWords(reader, row.scan),
  })
  return {
    async find(scan: number): Promise<PageText | undefined> {
      const row = await published().where('scan.id', '=', scan).executeTakeFirst()
      return row && (await withLines(row as Omit<PageText, 'lines'>))
    },
    /** The pages of an item with all words of a search, in order; undefined if it is not published. */
    async search(item: number, search: string): Promise<PageText[] | undefined> {
      const shown = reader.selectFrom('item').select('id').where('id', '=', item).where('visibility', '=', 'published')
      if (!(await shown.executeTakeFirst())) return undefined
      const { terms } = searchTerms(search)
      if (terms.length === 0) return []
      const [words] = containingWords(terms).values
      const hits = sql<number>`(select rowid / 2 from item_search_texts where item_search_texts match ${words}
        and rowid % 2 = 0 limit ${sql.lit(SEARCH_WORK.ranked)})`
      const rows = await published()
        .where('scan.item_id', '=', item)
        .where('scan.id', 'in', hits)
        .orderBy('scan.scan_order')
        .orderBy('scan.id')
        .limit(PAGES)
        .execute()
      return await Promise.all(rows.map((row) => withLines(row as Omit<PageText, 'lines'>)))
    },
  }
}
