import { forBoth } from './for-both.ts'

const RENAMED = 'after update of name, disabled_at on account'
const CREDITED = `author_id = new.id and credit = 1 and visibility = 'published'`

/**
 * The log of changes names the items that credit an account whose name changes. So each item whose row an API shows differently is named, unless it only names a record that
 * changed: a build finds these by the record.
 */
export const up = forBoth(async ({ run, onPostgres }) => {
  if (onPostgres) {
    await run(`create or replace function account_credit_counts() returns trigger language plpgsql as $$ begin
      if old.name is distinct from new.name or old.disabled_at is distinct from new.disabled_at
        then perform archive_changed(item.id) from item where ${CREDITED}; end if;
      return null; end $$`)
    return
  }
  await run('drop trigger account_credit_logs')
  await run(`create trigger account_credit_logs ${RENAMED} when old.name is not new.name or old.disabled_at is not new.disabled_at
    begin insert into change_log (counter, item) select counter + 1, item.id from archive_state, item where ${CREDITED}; end`)
})
