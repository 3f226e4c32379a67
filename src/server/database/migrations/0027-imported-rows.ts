import { forBoth } from './for-both.ts'

const LISTS = {
  ...{ locations: 'location', people: 'person', ownership: 'ownership', relationships: 'relationship' },
  ...{ graves: 'grave', person_images: 'person_image', organizations: 'organization', items: 'item', scans: 'scan' },
  ...{ organization_locations: 'organization_location', employment: 'employment', heritage: 'heritage' },
  ...{ location_descriptions: 'location_description', plaques: 'plaque', subjects: 'subject' },
  collections: 'collection',
}

/**
 * Which record a row of a bundle became: rows are known by source, list and key. `step` is the last entry of the audit trail about the record that its source
 * has seen. Of earlier imports nothing was kept: the row without a source holds the highest id of each list, up to which a record may be from one.
 */
export const up = forBoth(async ({ run, onPostgres }) => {
  const [text, integer, kind] = onPostgres
    ? ['text collate "C"', 'bigint', '']
    : ['text', 'integer', 'strict, without rowid']
  const texts = ['source', 'list', 'key', 'record_key', 'imported_at'].map((name) => `${name} ${text} not null`)
  await run(
    `create table imported_row (${texts.join(', ')}, step ${integer} not null, primary key (source, list, key)) ${kind}`,
  )
  for (const [list, table] of Object.entries(LISTS)) {
    await run(`insert into imported_row (source, list, key, record_key, imported_at, step)
      select '', '${list}', '', cast(max(id) as text), '', 0 from ${table} having count(*) > 0`)
  }
})
