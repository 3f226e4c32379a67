import { sql } from 'kysely'
import { wordsOfText } from '#rules/search/found-in-text.ts'
import { isPostgres } from './dialects/is-postgres.ts'
import type { Db } from './tables.ts'

/** PostgreSQL's full text of a row has a megabyte at most. */
const LETTERS = 400_000
/** Texts that are refreshed at once: a page of a newspaper takes a millisecond. */
const AT_ONCE = 15

/** The full text of scans and files: a row of a scan has twice its id, that of a file one more. */
export const scanOfHit = (part: string) => `scan indexed by scan_parts on ${part} % 2 = 0 and scan.id = ${part} / 2`
export const fileOfHit = (part: string) => `item_file on ${part} % 2 = 1 and item_file.id = ${part} / 2`

/** Empties the full text of scans and files, and lets it be filled in the background. */
export async function refillTextSearch(db: Db): Promise<void> {
  if (isPostgres(db)) await db.deleteFrom('item_search_texts').execute()
  else await sql`insert into item_search_texts (item_search_texts) values ('delete-all')`.execute(db)
  await sql`insert into item_search_texts_pending (part) select part from (
    select id * 2 as part from scan where text <> '' union all select id * 2 + 1 from item_file where text <> '') as texts
    where true on conflict do nothing`.execute(db)
}

/** Refreshes some of the texts that triggers have noted as changed, in a transaction. False where there are none. */
export async function refreshTexts(trx: Db): Promise<boolean> {
  const next = trx.selectFrom('item_search_texts_pending').select('part').orderBy('part').limit(AT_ONCE)
  const parts = (await (isPostgres(trx) ? next.forUpdate().skipLocked() : next).execute()).map(({ part }) => part)
  if (parts.length === 0) return false
  await trx.deleteFrom('item_search_texts').where('rowid', 'in', parts).execute()
  for (const part of parts) {
    const table = part % 2 === 0 ? ('scan' as const) : ('item_file' as const)
    const row = await trx
      .selectFrom(table)
      .select('text')
      .where('id', '=', Math.floor(part / 2))
      .executeTakeFirst()
    const words = wordsOfText(row?.text ?? '')
    if (words === '') continue
    const stored = isPostgres(trx) ? sql<string>`to_tsvector('simple', ${words.slice(0, LETTERS)})` : words
    await trx.insertInto('item_search_texts').values({ rowid: part, words: stored }).execute()
  }
  await trx.deleteFrom('item_search_texts_pending').where('part', 'in', parts).execute()
  return true
}
