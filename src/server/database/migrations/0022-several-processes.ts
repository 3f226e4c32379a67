import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'

/**
 * What several processes of one archive share: when a picture may be tried next, what the running build does, and (on PostgreSQL, where there can be
 * several) rate limits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  const onPostgres = isPostgres(db)
  const text = onPostgres ? 'text collate "C"' : 'text'
  await run(`alter table picture_task add column next_attempt_at ${text} not null default ''`)
  await run(`alter table build add column progress ${text}`)
  if (!onPostgres) return
  // As rate-limiter-flexible wants it. Not logged: it is written often, and a crash of the database may forget it.
  await run('create unlogged table rate_limit (key text primary key, points bigint not null default 0, expire bigint)')
}
