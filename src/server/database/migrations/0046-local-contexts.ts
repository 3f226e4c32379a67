import { forBoth } from './for-both.ts'

/** Labels and Notices of Local Contexts. Answers that clients keep do not have them yet. */
export const up = forBoth(async ({ run, text }) => {
  for (const table of ['item', 'collection'])
    await run(`alter table ${table} add column local_contexts ${text} not null default ''`)
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
})
