import { forBoth } from './for-both.ts'

/** The version of Lotline that migrated the database last: an older one names it when it refuses (upgrade.ts). */
export const up = forBoth(async ({ run, text }) => {
  await run(`alter table archive_state add column version ${text} not null default ''`)
})
