import { RANKING } from '../postgres/ranking.ts'
import { forBoth } from './for-both.ts'

/**
 * A word is searched for as the beginning of words: without an index of beginnings of that length, FTS5 merges the lists of all words that begin so, three
 * times a search. Longer words are rare enough.
 */
const FULL_TEXT = [
  'drop table item_search',
  `create virtual table item_search using fts5 (title, description, names, identifier, dates,
    content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3 4 5 6 7 8')`,
  'update archive_state set counter = counter + 1 where exists (select 1 from item)',
]

/** Items of a collection are nearly always asked for with others below it, and sorted then: the type, which narrows them, comes before the date. */
const COLUMNS = {
  before: 'collection_id, visibility, sort_date, id, span_order, span_end',
  after: 'collection_id, visibility, type, sort_date, id, span_order, span_end',
}
const nameOf = (columns: string) => `item_${columns.replaceAll(', ', '_')}`
const INDEX = [
  `drop index ${nameOf(COLUMNS.before)}`,
  `create index ${nameOf(COLUMNS.after)} on item (${COLUMNS.after})`,
]
/** PostgreSQL named the index itself, and cut the name. */
const POSTGRES_INDEX = [
  'drop index item_collection_id_visibility_sort_date_id_span_order_span__idx',
  `create index on item (${COLUMNS.after})`,
]

/** Text searches rank alike on both databases, and are quicker, as are collections. The full text is empty after it: opening the archive fills it (see migration 0004). */
export const up = forBoth(({ run, onPostgres }) =>
  onPostgres
    ? run(
        ...[...POSTGRES_INDEX, ...RANKING, 'select clear_item_search()'],
        'select archive_changed(null) where exists (select 1 from item)',
      )
    : run(...INDEX, ...FULL_TEXT),
)
