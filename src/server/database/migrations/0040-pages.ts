import { forBoth } from './for-both.ts'

/** Pages of documents that are still to be drawn. Without a foreign key: a removal that is undone finds them again. */
export const up = forBoth(async ({ run, text, integer, strict }) => {
  const table = `create table page_task (document_id ${integer} not null, page ${integer} not null,
    scan_order ${integer} not null, fields ${text} not null, attempts ${integer} not null default 0,
    next_attempt_at ${text} not null default '', problem ${text} not null default '', primary key (document_id, page)) ${strict}`
  await run(table)
})
