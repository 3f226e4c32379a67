import { sql } from 'kysely'
import { itemSpan, nextDate } from '#rules/dates/partial-dates.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'
import { indexText } from '#rules/search/search-text.ts'
import { clearItemSearch } from '../item-search.ts'
import type { Db } from '../tables.ts'

/** The names of each table. Of a list in JSON, the words alone count. */
const NAMES = {
  location: 'name, altnames, address',
  person: 'first_name, middle_name, surname',
  organization: 'name, altname',
  subject: 'subject_name',
}

/**
 * Open spans of items reach one decade, and "before 1900" and "after 1900", which were read as 1900, do not include it. Names are folded anew by today's rule, and
 * the full text is emptied: it is made anew when the archive is opened. What visitors see of people and places has not changed, so their dates of change stay.
 */
export async function up(db: Db): Promise<void> {
  const changed = await db.selectFrom('last_changed').selectAll().execute()
  const items = await db.selectFrom('item').select(['id', 'date_start', 'date_end', 'date_start_text']).execute()
  for (const { id, ...dates } of items) {
    const read = parseWrittenDate(dates.date_start_text)
    const [start, end] = [dates.date_start, dates.date_end]
    if (start === null && read?.start === null && read.end && nextDate(read.end, 1) === end) dates.date_end = read.end
    if (end === null && read?.end === null && read.start && nextDate(read.start, -1) === start)
      dates.date_start = read.start
    const span = itemSpan(dates)
    const isOpen = start === null || (end === null && span && span.end > start + 9999)
    if (span && isOpen)
      await db
        .updateTable('item')
        .set({ ...dates, span_start: span.start, span_end: span.end })
        .where('id', '=', id)
        .execute()
  }
  for (const [table, columns] of Object.entries(NAMES)) {
    const { rows } = await sql<{
      id: number
      search: string
    }>`select id, search, ${sql.raw(columns)} from ${sql.table(table)}`.execute(db)
    for (const { id, search: before, ...names } of rows) {
      const search = indexText(...Object.values<string>(names))
      if (search !== before) await sql`update ${sql.table(table)} set search = ${search} where id = ${id}`.execute(db)
    }
  }
  await db.deleteFrom('last_changed').execute()
  for (const row of changed) await db.insertInto('last_changed').values(row).execute()
  await clearItemSearch(db)
  // Answers that clients keep were found by the rules of before.
  await sql`update archive_state set counter = counter + 1 where exists (select 1 from item)`.execute(db)
}
