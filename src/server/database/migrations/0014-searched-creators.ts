import { CompiledQuery, type Kysely } from 'kysely'

/** The full text of items has the names of their creators and contributors too. Emptied, so that opening the archive fills it (see migration 0004). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run(`insert into item_search (item_search) values ('delete-all')`)
  // Answers that clients keep were found without them.
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
}
