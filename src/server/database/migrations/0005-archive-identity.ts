import { CompiledQuery, type Kysely } from 'kysely'

/**
 * The generation that database and media folder share (src/server/identity); 0 until both have been marked. And what a society says of itself
 * with `npm run archive -- init`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run('alter table archive_state add column generation integer not null default 0')
  await run('create table setting (name text primary key, value text not null) strict, without rowid')
}
