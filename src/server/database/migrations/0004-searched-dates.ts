import { CompiledQuery, type Kysely } from 'kysely'

/**
 * The full text of items holds their dates too, as they are shown. It is left empty here and made anew when the archive is opened
 * (database/item-search.ts): a migration must not depend on what the full text is made of today.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run('drop table item_search')
  // But for `dates` as migration 0001 made it.
  await run(`create virtual table item_search using fts5 (title, description, names, identifier, dates,
    content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3')`)
  // Answers that clients keep were found without dates.
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
}
