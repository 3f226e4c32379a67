import { forBoth } from './for-both.ts'

/** Addresses on earlier websites, one on each line. The indexes find the few records that have any: rows of items are wide. */
export const up = forBoth(async ({ run, text }) => {
  for (const table of ['location', 'person', 'organization', 'subject', 'collection', 'item', 'story']) {
    await run(`alter table ${table} add column old_url ${text} not null default ''`)
    await run(`create index ${table}_old_url on ${table} (id) where old_url <> ''`)
  }
})
