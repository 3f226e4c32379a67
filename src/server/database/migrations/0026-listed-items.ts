import { LISTED_ITEMS } from '../postgres/listed-items.ts'
import { SEARCH_HITS } from '../postgres/search-hits.ts'
import { forBoth } from './for-both.ts'

/** Lists of items with words or tags, or in a range of time, are quicker on PostgreSQL. Its full text is empty after it: opening the archive fills it. Nothing changes on SQLite. */
export const up = forBoth(async ({ run, onPostgres }) => {
  if (!onPostgres) return
  for (const statement of [...LISTED_ITEMS, ...SEARCH_HITS]) await run(statement)
})
