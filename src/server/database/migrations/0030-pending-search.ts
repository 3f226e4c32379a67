import { forBoth } from './for-both.ts'

/** Items whose full text is still to be refreshed (records/refresh-search.ts): stored, so that a crash loses none. */
export const up = forBoth(async ({ run, onPostgres }) => {
  const table = onPostgres ? '(item_id bigint primary key)' : '(item_id integer primary key) strict'
  await run(`create table item_search_pending ${table}`)
})
