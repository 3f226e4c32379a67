import { CHECK_NOW, forBoth } from './for-both.ts'

const REVIEWED = 'item person organization subject collection relationship grave person_image story'.split(' ')
/** They have no review: they are hidden if the column says so. */
const PARTS = ['scan', 'location_description']
const CHECK = (column: string) => `check (${column} in ('waiting', 'returned', 'discarded', 'hidden'))`

/** Records that only staff see, for ever or until a day, and why a record was removed on request. */
export const up = forBoth(async ({ run, onPostgres, text }) => {
  if (onPostgres) await run(...CHECK_NOW)
  for (const table of REVIEWED) {
    if (onPostgres) {
      await run(`alter table ${table} drop constraint ${table}_state_check, add ${CHECK('state')}`)
      continue
    }
    // SQLite can't change a check.
    await run(`alter table ${table} add column new_state text not null default 'waiting' ${CHECK('new_state')}`)
    await run(`update ${table} set new_state = state where state <> 'waiting'`)
    await run(`alter table ${table} drop column state`)
    await run(`alter table ${table} rename column new_state to state`)
  }
  for (const table of [...REVIEWED, ...PARTS]) {
    await run(`alter table ${table} add column hidden_until ${text}`)
    await run(`create index ${table}_hidden on ${table} (hidden_until) where hidden_until is not null`)
  }
  await run(`alter table operation add column reason ${text}`)
  for (const shown of ['reason', 'contact'])
    await run(`alter table operation add column shows_${shown} ${onPostgres ? 'bigint' : 'integer'} not null default 0`)
})
