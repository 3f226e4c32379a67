import { forBoth } from './for-both.ts'

/**
 * Full text of scans and files with an index of longer beginnings: without it, FTS5 joins the lists of all words that begin as one of five letters, whatever is
 * asked for beside it. Over 100,000 pages the slowest percent of searches took several times as long. It is filled again in the background.
 */
export const up = forBoth(async ({ run, onPostgres }) => {
  if (onPostgres) return
  await run('drop table item_search_texts')
  await run(`create virtual table item_search_texts using fts5 (words,
    content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3 4 5 6')`)
  await run(`insert into item_search_texts_pending (part)
    select part from (select id * 2 as part from scan where text <> '' union all select id * 2 + 1 from item_file where text <> '')
    where true on conflict do nothing`)
})
