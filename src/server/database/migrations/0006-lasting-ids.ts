import { CompiledQuery, type Kysely } from 'kysely'

/** Tables whose ids SQLite chooses. Without AUTOINCREMENT it gives the highest id again when its row is gone. */
const TABLES = [
  ...['location', 'ownership', 'person', 'relationship', 'grave', 'person_image', 'organization', 'employment'],
  ...['organization_location', 'heritage', 'location_description', 'plaque', 'subject', 'collection', 'item', 'scan'],
  ...['account', 'mail', 'audit', 'build'],
]
/** What the audit trail calls the rows of a table. */
const KINDS: Record<string, string> = {
  locations: 'location',
  people: 'person',
  ownership: 'ownership',
  relationships: 'relationship',
  graves: 'grave',
  person_images: 'person_image',
  organizations: 'organization',
  organization_locations: 'organization_location',
  employment: 'employment',
  heritage: 'heritage',
  location_descriptions: 'location_description',
  plaques: 'plaque',
  subjects: 'subject',
  collections: 'collection',
  items: 'item',
  scans: 'scan',
  accounts: 'account',
}
/** Calls whose answers, which are kept for retries, name the id that was given. */
const CALLS: Record<string, string> = {
  createPerson: 'person',
  createGrave: 'grave',
  createPersonImage: 'person_image',
  createRelationship: 'relationship',
  createOrganization: 'organization',
  createSubject: 'subject',
  createCollection: 'collection',
  createItem: 'item',
  createScan: 'scan',
}

/**
 * SQL for the highest id that each table (`name`) is known to have given (`highest`): of its rows, of rows that are gone but that the audit
 * trail or a kept answer names, and what SQLite itself has noted. `there` holds the names of the database's tables.
 */
export function highestIds(there: ReadonlySet<string>): string {
  const known = (name: string) => there.has(name)
  const select = (table: string, id: string, from: string) => `select '${table}' as name, max(${id}) as id from ${from}`
  const parts = [
    ...TABLES.filter(known).map((table) => select(table, 'id', table)),
    ...Object.entries(known('audit') ? KINDS : {}).map(([kind, table]) =>
      select(table, 'cast(record_key as integer)', `audit where kind = '${kind}'`),
    ),
    ...Object.entries(known('idempotency') ? CALLS : {}).map(([call, table]) =>
      select(table, `cast(answer ->> '$.id' as integer)`, `idempotency where call = '${call}'`),
    ),
    ...(known('audit') ? [select('account', 'account_id', 'audit')] : []),
    ...(known('sqlite_sequence') ? ['select name, seq as id from sqlite_sequence'] : []),
  ]
  return `select name, max(id) as highest from (${parts.join(' union all ')}) where id is not null group by name`
}

const BEFORE = '(id integer primary key,'
const AFTER = '(id integer primary key autoincrement,'

/**
 * Ids are never given twice (AUTOINCREMENT; `sqlite_sequence` notes the highest), and sessions can be ended one by one.
 *
 * The tables are not copied: AUTOINCREMENT changes nothing in how rows lie in the file, so the text of the schema is changed in place, as
 * https://sqlite.org/lang_altertable.html describes for such changes. database/open.ts allows it for the time of a migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  // SQLite makes `sqlite_sequence` with the first table of this kind, and keeps it.
  await run('create table first_of_its_kind (id integer primary key autoincrement)')
  await run('drop table first_of_its_kind')
  const names = TABLES.map((name) => `'${name}'`).join(', ')
  await run('pragma writable_schema = on')
  await run(
    `update sqlite_schema set sql = replace(sql, '${BEFORE}', '${AFTER}')
     where type = 'table' and name in (${names}) and instr(sql, '${BEFORE}') > 0`,
  )
  await run('pragma writable_schema = reset')
  const changed = await run(
    `select name from sqlite_schema where type = 'table' and name in (${names}) and instr(sql, '${AFTER}') > 0`,
  )
  if (changed.rows.length !== TABLES.length) {
    throw new Error('The tables of this database are not those of Lotline: their ids cannot be kept apart.')
  }
  // There are some only if an earlier version was cut off just here.
  await run('delete from sqlite_sequence')
  await run(`insert into sqlite_sequence (name, seq) ${highestIds(new Set([...TABLES, 'idempotency']))}`)

  // A row is there only for a session that was ended, or whose refresh token was exchanged (accounts/sessions.ts).
  await run(`create table session (id text primary key, account_id integer not null references account(id)
    deferrable initially deferred, ended integer not null default 0, latest integer not null default 1,
    used integer not null default 1, rotated text not null default '{}', expires_at text not null) strict`)
  await run('create index session_expires on session (expires_at)')
}
