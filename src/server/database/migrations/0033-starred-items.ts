import { forBoth } from './for-both.ts'

/** Items that staff chose as opening pictures of the map. Answers that clients keep do not have the field yet. */
export const up = forBoth(async ({ run, onPostgres }) => {
  const flag = onPostgres ? 'bigint' : 'integer'
  await run(`alter table item add column starred ${flag} not null default 0 check (starred in (0, 1))`)
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
})
