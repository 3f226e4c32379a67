import { sql } from 'kysely'
import type { TextPage } from '#rules/media/iiif-texts.ts'
import { parseBoxes, turnBoxes } from '#rules/texts/word-boxes.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { containingWords } from '../repositories/item-filter.ts'
import { shownSize } from '../repositories/shown-size.ts'

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
      .select(['scan.words', 'scan.turn', ...shownSize()])
      .where('item.visibility', '=', 'published')
      .where('scan.hidden_until', 'is', null)
  type Row = { words: string; turn: number } & Omit<TextPage, 'lines'>
  const withLines = ({ words, turn, ...row }: Row): TextPage => ({
    ...row,
    lines: turnBoxes(parseBoxes(words), turn),
  })
  return {
    /** A scan that has a text, or those of an item, in order. */
    async written(kind: 'text' | 'item', id: number): Promise<TextPage[]> {
      const rows = published()
        .where(kind === 'text' ? 'scan.id' : 'scan.item_id', '=', id)
        .where('scan.text', '<>', '')
      return (await rows.orderBy('scan.scan_order').orderBy('scan.id').execute()).map(withLines)
    },
    /** The pages of an item with all words of a search, in order; undefined if it is not published. */
    async search(item: number, search: string): Promise<TextPage[] | undefined> {
      const shown = reader.selectFrom('item').select('id').where('id', '=', item).where('visibility', '=', 'published')
      if (!(await shown.executeTakeFirst())) return undefined
      const { terms } = searchTerms(search)
      if (terms.length === 0) return []
      const [words] = containingWords(terms).values
      const pages = reader
        .selectFrom('scan')
        .select(sql<number>`id * 2`.as('part'))
        .where('item_id', '=', item)
      const hits = sql<number>`(select rowid / 2 from item_search_texts where item_search_texts match ${words} and rowid in (${pages}))`
      const rows = await published()
        .where('scan.item_id', '=', item)
        .where('scan.id', 'in', hits)
        .orderBy('scan.scan_order')
        .limit(PAGES)
        .execute()
      return rows.map(withLines)
    },
  }
}
