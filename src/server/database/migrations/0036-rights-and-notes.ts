import { forBoth } from './for-both.ts'

const STAFF = ['staff_notes', 'provenance', 'accession_number', 'shelf_location', 'condition']
const RIGHTS = ['rights', 'rights_holder', 'credit_line']
const NAMED = ['location', 'person', 'organization', 'subject']
const NOTED = [
  ...['lot', 'ownership', 'relationship', 'grave', 'person_image', 'organization_location', 'employment'],
  ...['heritage', 'location_description', 'plaque'],
]
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(NAMED.map((table) => [table, STAFF])),
  collection: [...RIGHTS, ...STAFF],
  item: [...RIGHTS, 'extent', 'language', 'publisher', 'place_text', ...STAFF],
  scan: ['alt'],
  ...Object.fromEntries(NOTED.map((table) => [table, ['staff_notes']])),
}

/** Rights, addresses of the same elsewhere, what pictures show, and what only staff read. Answers that clients keep do not have the fields yet. */
export const up = forBoth(async ({ run, text }) => {
  const add = (table: string, column: string, empty: string) =>
    run(`alter table ${table} add column ${column} ${text} not null default '${empty}'`)
  for (const [table, columns] of Object.entries(TEXTS)) for (const column of columns) await add(table, column, '')
  for (const table of NAMED) await add(table, 'same_as', '[]')
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
})
