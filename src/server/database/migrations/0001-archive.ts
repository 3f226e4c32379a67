import { randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'

/** Links of the same table, or to a table that an import fills later, are checked when the transaction ends. */
const DEFERRED = 'deferrable initially deferred'
const reference = (table: string, key = 'id') => `references ${table}(${key}) ${DEFERRED}`
const text = (...names: string[]) => names.map((name) => `${name} text not null default ''`).join(', ')
const dates = (...names: string[]) =>
  names.map((name) => `${name} integer, ${name}_text text not null default ''`).join(', ')

/** Tables of spec §3. */
const TABLES: Record<string, string> = {
  location: `id integer primary key, ${text('name', 'address')}, altnames text not null default '[]', geometry text, ${text('search')}`,
  lot: `lot_num text primary key, location_id integer ${reference('location')}`,
  person: `id integer primary key, ${text('first_name', 'middle_name', 'surname')}, ${dates('date_of_birth', 'date_of_death')},
    ${text('sex', 'biography', 'family_tree', 'search')}`,
  ownership: `id integer primary key, lot_num text not null ${reference('lot', 'lot_num')},
    person_id integer not null ${reference('person')}, ${dates('date')}, ${text('source')}`,
  relationship: `id integer primary key, person1_id integer not null ${reference('person')},
    person2_id integer not null ${reference('person')}, relationship_type text not null, ${text('description')}`,
  grave: `id integer primary key, person_id integer not null ${reference('person')}, ${text('entry')}`,
  original: `sha256 text primary key, ${text('file_name')}, format text not null, bytes integer not null,
    width integer not null, height integer not null`,
  person_image: `id integer primary key, person_id integer not null ${reference('person')},
    sha256 text not null ${reference('original', 'sha256')}, version text not null`,
  organization: `id integer primary key, ${text('name')}, altname text not null default '[]',
    ${dates('date_opened', 'date_closed')}, ${text('description', 'search')}`,
  organization_location: `id integer primary key, organization_id integer not null ${reference('organization')},
    location_id integer not null ${reference('location')}, ${dates('date_start', 'date_end')}`,
  employment: `id integer primary key, person_id integer not null ${reference('person')},
    organization_id integer not null ${reference('organization')}, ${dates('date_start', 'date_end')}`,
  heritage: `id integer primary key, location_id integer not null ${reference('location')},
    ${text('architectural_style', 'architectural_description', 'heritage_registry_entry')}`,
  location_description: `id integer primary key, location_id integer not null ${reference('location')}, ${text('description')}`,
  plaque: `id integer primary key, location_id integer not null ${reference('location')}, ${text('name', 'text')}`,
  subject: `id integer primary key, subject_name text not null, ${text('subject_description')},
    subject_parent integer ${reference('subject')}, ${text('search')}`,
  collection: `id integer primary key, collection_name text not null, ${text('collection_description')},
    hierarchy text not null, parent_collection integer ${reference('collection')}`,
  item: `id integer primary key, type text not null, ${text('title', 'general_description')}, ${dates('date_start', 'date_end')},
    span_start integer, span_end integer,
    span_order integer generated always as (ifnull(span_start, 99999999)) stored,
    location_id integer ${reference('location')}, collection_id integer ${reference('collection')},
    creator_id integer ${reference('person')}, archival_identifier text unique, ${text('copyright_info')},
    external_record_url text unique, visibility text not null check (visibility in ('draft', 'published')),
    published_at text, created_at text not null, updated_at text not null`,
  scan: `id integer primary key, item_id integer not null references item(id) on delete cascade ${DEFERRED},
    sha256 text not null ${reference('original', 'sha256')}, scan_order integer not null,
    ${text('watermark', 'color', 'position')}, version text not null`,
}

/** Lists of links, each with its order; both columns together are the key. */
export const LINKS: readonly (readonly [
  table: string,
  from: string,
  fromTable: string,
  to: string,
  toTable: string,
])[] = [
  ['person_spouse', 'person_id', 'person', 'spouse_id', 'person'],
  ['item_person', 'item_id', 'item', 'person_id', 'person'],
  ['item_contributor', 'item_id', 'item', 'person_id', 'person'],
  ['item_subject', 'item_id', 'item', 'subject_id', 'subject'],
  ['item_organization', 'item_id', 'item', 'organization_id', 'organization'],
]

export const RECORD_INDEXES: readonly (readonly [table: string, columns: string])[] = [
  ['lot', 'location_id'],
  ['ownership', 'lot_num'],
  ['ownership', 'person_id'],
  ['relationship', 'person1_id'],
  ['relationship', 'person2_id'],
  ['grave', 'person_id'],
  ['person_image', 'person_id'],
  ['person_image', 'sha256'],
  ['organization_location', 'organization_id'],
  ['organization_location', 'location_id'],
  ['employment', 'person_id'],
  ['employment', 'organization_id'],
  ['heritage', 'location_id'],
  ['location_description', 'location_id'],
  ['plaque', 'location_id'],
  ['subject', 'subject_parent'],
  ['collection', 'parent_collection'],
]

/**
 * What the reads look things up by. Those of `item` begin with the visibility that every public query names and go on in the order
 * of a list, so that a page, however deep, is read off the index alone; `span_end` is there for the date filter.
 */
const INDEXES: readonly (readonly [table: string, columns: string])[] = [
  ...RECORD_INDEXES,
  ['item', 'visibility, span_order, id, span_end'],
  ['item', 'visibility, type, span_order, id, span_end'],
  ['item', 'location_id, visibility, span_order, id, span_end'],
  ['item', 'collection_id, visibility, span_order, id, span_end'],
  ['item', 'creator_id'],
  ['scan', 'item_id, scan_order'],
  ['scan', 'sha256'],
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  for (const [table, columns] of Object.entries(TABLES)) await run(`create table ${table} (${columns}) strict`)
  for (const [table, from, fromTable, to, toTable] of LINKS) {
    await run(`create table ${table} (
      ${from} integer not null references ${fromTable}(id) on delete cascade ${DEFERRED},
      ${to} integer not null ${reference(toTable)},
      position integer not null, primary key (${from}, ${to})) strict, without rowid`)
    await run(`create index ${table}_${to} on ${table} (${to})`)
  }
  for (const [table, columns] of INDEXES) {
    await run(`create index ${[table, ...columns.split(', ')].join('_')} on ${table} (${columns})`)
  }
  // Folded by search-text.ts, which leaves letters, digits and spaces: the tokenizer only cuts at spaces and changes nothing.
  // Kept without the text itself, which the item has.
  await run(`create virtual table item_search using fts5 (title, description, names, identifier,
    content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3')`)
  await run(`create trigger item_delete_search after delete on item
    begin delete from item_search where rowid = old.id; end`)

  await run(
    `create table archive_state (id integer primary key check (id = 1), archive text not null, counter integer not null) strict`,
  )
  await run(`insert into archive_state values (1, '${randomBytes(6).toString('hex')}', 1)`)
  // Triggers, so that no write, by whatever program, can forget that the archive has changed.
  for (const table of [...Object.keys(TABLES), ...LINKS.map(([name]) => name)]) {
    for (const event of ['insert', 'update', 'delete']) {
      await run(`create trigger ${table}_${event}_counts after ${event} on ${table}
        begin update archive_state set counter = counter + 1; end`)
    }
  }
}
