import { forBoth } from './for-both.ts'

/** Imports in the browser, and what is known of each source: what its columns are. */
export const up = forBoth(async ({ run, onPostgres, id, text, integer, strict }) => {
  await run(
    `create table import_run (id ${id}, source ${text} not null, state ${text} not null, created_at ${text} not null,
      changed_at ${text} not null, account_id ${integer} references account(id) deferrable initially deferred,
      actor ${text} not null default '', answers ${text} not null, findings ${text}, stale ${integer} not null default 1,
      error ${text}, operation_id ${integer}) ${strict}`,
    `create table import_source (source ${text} primary key, mapping ${text} not null) ${strict}`,
  )
  if (onPostgres)
    await run(
      `create trigger import_run_keeps_id before insert on import_run for each row execute function keep_id('import_run_id_seq')`,
    )
})
