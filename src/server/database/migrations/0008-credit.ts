import { CompiledQuery } from 'kysely'
import type { Kysely } from 'kysely'

const CREDITED = `exists (select 1 from item where author_id = new.id and credit = 1 and visibility = 'published')`

/** Items can name the account that submitted them, if its user agrees; existing items do not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run('alter table item add column credit integer not null default 0 check (credit in (0, 1))')
  // Imported items have no author.
  await run('create index item_author on item (author_id) where author_id is not null')
  // Visitors read the name, so changing it changes the archive.
  await run(`create trigger account_credit_counts after update of name, disabled_at on account
    when (old.name is not new.name or old.disabled_at is not new.disabled_at) and ${CREDITED}
    begin update archive_state set counter = counter + 1; end`)
}
