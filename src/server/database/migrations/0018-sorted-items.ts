import { CompiledQuery, type Kysely } from 'kysely'

/** rules/dates `sortDate`. Virtual, so that no row is written: a changed item would be published again. */
const SORT_DATE = `ifnull(case when span_end - span_start <= 9999 then span_start
    else (iif(span_start = 0, min(18300000, span_end), span_start) + span_end) / 2 end, 99999999)`
/** Without opening quotation marks and brackets; items without a title come last. */
const SORT_TITLE = `iif(title = '', char(1114111), ltrim(lower(title), ' "''([“‘«'))`

/**
 * As those of migration 0001, in the order of dates as lists have it. That of `visibility, span_order` stays for the filter by date. The other orders are
 * read off an index where nothing else narrows the list.
 */
const INDEXES = [
  'visibility, sort_date, id, span_order, span_end',
  'visibility, type, sort_date, id, span_order, span_end',
  'location_id, visibility, sort_date, id, span_order, span_end',
  'collection_id, visibility, sort_date, id, span_order, span_end',
  'visibility, sort_title, id',
  'visibility, published_at, id',
]

/** Lists of items are sorted by the middle of a vague date, and can be sorted by title and by the day of publishing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run(`alter table item add column sort_date integer generated always as (${SORT_DATE}) virtual`)
  await run(`alter table item add column sort_title text generated always as (${SORT_TITLE}) virtual`)
  for (const before of ['visibility_type', 'location_id_visibility', 'collection_id_visibility'])
    await run(`drop index item_${before}_span_order_id_span_end`)
  for (const columns of INDEXES) await run(`create index item_${columns.replaceAll(', ', '_')} on item (${columns})`)
  // Answers that clients keep are in the old order.
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
}
