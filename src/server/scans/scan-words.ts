import type { Db, Trx } from '../database/tables.ts'

/** A word and its box, in ten thousandths of the page's width (x, width) and height (y, height). */
export type WordBox = [text: string, x: number, y: number, width: number, height: number]

/** The words of a scan where they stand, line by line; empty if that is not known. */
export async function readWords(db: Db, scan: number): Promise<WordBox[][]> {
  const row = await db.selectFrom('scan_words').select('words').where('scan_id', '=', scan).executeTakeFirst()
  return row ? (JSON.parse(row.words) as WordBox[][]) : []
}

/** Notes where the words of a scan stand; none where that is not known. */
export async function writeWords(trx: Trx, scan: number, lines: readonly WordBox[][]): Promise<void> {
  await trx.deleteFrom('scan_words').where('scan_id', '=', scan).execute()
  if (lines.length > 0)
    await trx
      .insertInto('scan_words')
      .values({ scan_id: scan, words: JSON.stringify(lines) })
      .execute()
}
