import { TAGS_WRITTEN } from '../postgres/listed-items.ts'
import { forBoth } from './for-both.ts'

const STAFF = ['staff_notes', 'provenance', 'accession_number', 'shelf_location', 'condition']

/** Items have an organization as their creator, too: they are found by it as by the organizations in them. Stories have what only staff read. */
export const up = forBoth(async ({ run, onPostgres, text }) => {
  // PostgreSQL alters no table while rows of it wait to be checked.
  if (onPostgres) for (const when of ['immediate', 'deferred']) await run(`set constraints all ${when}`)
  await run(`alter table item add column creator_organization_id ${onPostgres ? 'bigint' : 'integer'}
    references organization(id) deferrable initially deferred`)
  await run(
    `create index item_creator_organization on item (creator_organization_id)${onPostgres ? ' include (id)' : ''}`,
  )
  if (onPostgres) await run(TAGS_WRITTEN)
  for (const column of STAFF) await run(`alter table story add column ${column} ${text} not null default ''`)
})
