import { CompiledQuery, type Kysely } from 'kysely'

type Kind = 'location' | 'person' | 'organization' | 'subject' | 'collection'

interface Part {
  table: string
  /** The records with a page that a row belongs to: their kind and the SQL of their id. `row` is `new` or `old`. */
  of: [kind: Kind, id: (row: string) => string][]
  /** SQL: visitors see the row. */
  shown?: (row: string) => string
}

const published = (row: string) => `${row}.visibility = 'published'`
const own = (kind: Kind, shown?: Part['shown']): Part => ({
  table: kind,
  of: [[kind, (row) => `${row}.id`]],
  ...(shown && { shown }),
})
const column =
  (name: string) =>
  (row: string): string =>
    `${row}.${name}`

/** What the page of a record shows besides other records that have pages of their own. */
export const PARTS: Part[] = [
  own('location'),
  ...(['person', 'organization', 'subject', 'collection'] as const).map((kind) => own(kind, published)),
  { table: 'lot', of: [['location', column('location_id')]] },
  ...['heritage', 'location_description', 'plaque'].map((table): Part => ({
    table,
    of: [['location', column('location_id')]],
  })),
  {
    table: 'ownership',
    of: [
      ['person', column('person_id')],
      ['location', (row) => `(select location_id from lot where lot_num = ${row}.lot_num)`],
    ],
  },
  {
    table: 'organization_location',
    of: [
      ['organization', column('organization_id')],
      ['location', column('location_id')],
    ],
  },
  {
    table: 'employment',
    of: [
      ['person', column('person_id')],
      ['organization', column('organization_id')],
    ],
  },
  ...['grave', 'person_image'].map((table): Part => ({
    table,
    of: [['person', column('person_id')]],
    shown: published,
  })),
  {
    table: 'relationship',
    of: [
      ['person', column('person1_id')],
      ['person', column('person2_id')],
    ],
    shown: published,
  },
  {
    table: 'person_spouse',
    of: [
      ['person', column('person_id')],
      ['person', column('spouse_id')],
    ],
    // A draft's marriages are not on the other one's page yet.
    shown: (row) =>
      `(select count(*) from person where id in (${row}.person_id, ${row}.spouse_id) and visibility = 'published') = 2`,
  },
]

const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
const touch = ([kind, id]: Part['of'][number], row: string) =>
  `insert into last_changed (kind, id, at) select '${kind}', ${id(row)}, ${NOW} where ${id(row)} is not null
    on conflict do update set at = excluded.at;`

/** Kinds as the audit trail names them. */
const AUDITED: Record<Kind, string> = {
  location: 'locations',
  person: 'people',
  organization: 'organizations',
  subject: 'subjects',
  collection: 'collections',
}

/**
 * When what visitors see of a record has changed last; items have `updated_at`. By triggers, so that no write, by whatever program, can forget it.
 * Earlier changes are taken from the audit trail; a record that was imported before has no date until it is changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run(
    'create table last_changed (kind text not null, id integer not null, at text not null, primary key (kind, id)) strict, without rowid',
  )
  for (const [kind, audited] of Object.entries(AUDITED)) {
    await run(`insert into last_changed select '${kind}', cast(record_key as integer), max(at) from audit
      where kind = '${audited}' and action in ('added', 'edited', 'published', 'restored', 'merged') group by record_key`)
  }
  for (const { table, of, shown = () => 'true' } of PARTS) {
    const all = (rows: string[]) => rows.flatMap((row) => of.map((owner) => touch(owner, row))).join(' ')
    const trigger = (event: string, when: string, rows: string[]) =>
      run(`create trigger ${table}_${event}_changes after ${event} on ${table} when ${when} begin ${all(rows)} end`)
    await trigger('insert', shown('new'), ['new'])
    await trigger('update', `(${shown('old')}) or (${shown('new')})`, ['old', 'new'])
    await trigger('delete', shown('old'), ['old'])
  }
}
