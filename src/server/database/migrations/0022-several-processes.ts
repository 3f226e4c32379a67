import { forBoth } from './for-both.ts'

/**
 * What several processes of one archive share: when a picture may be tried next, what the running build does, and (on PostgreSQL, where there can be
 * several) rate limits.
 */
export const up = forBoth(async ({ run, onPostgres, text }) => {
  await run(`alter table picture_task add column next_attempt_at ${text} not null default ''`)
  await run(`alter table build add column progress ${text}`)
  if (!onPostgres) return
  // As rate-limiter-flexible wants it. Not logged: it is written often, and a crash of the database may forget it.
  await run('create unlogged table rate_limit (key text primary key, points bigint not null default 0, expire bigint)')
})
