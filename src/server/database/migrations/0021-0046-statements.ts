import type { Migration } from 'kysely/migration'
import { LISTED_ITEMS, TAGS_WRITTEN } from '../postgres/listed-items.ts'
import { HITS } from '../postgres/ranking.ts'
import { SEARCH_HITS } from '../postgres/search-hits.ts'
import { CHECK_NOW, forBoth } from './for-both.ts'

/** Migrations of both databases that are a few statements each. */
const migration = (work: Parameters<typeof forBoth>[0]): Migration => ({ up: forBoth(work) })

/** Answers that clients keep do not have the new fields yet. */
const OTHER_ANSWERS = 'update archive_state set counter = counter + 1 where exists (select 1 from item)'

const RENAMED = 'after update of name, disabled_at on account'
const CREDITED = `author_id = new.id and credit = 1 and visibility = 'published'`

/**
 * The log of changes names the items that credit an account whose name changes. So each item whose row an API shows differently is named, unless it only names a record that
 * changed: a build finds these by the record.
 */
export const creditsInLog = migration(async ({ run, onPostgres }) => {
  if (onPostgres) {
    await run(`create or replace function account_credit_counts() returns trigger language plpgsql as $$ begin
      if old.name is distinct from new.name or old.disabled_at is distinct from new.disabled_at
        then perform archive_changed(item.id) from item where ${CREDITED}; end if;
      return null; end $$`)
    return
  }
  await run('drop trigger account_credit_logs')
  await run(`create trigger account_credit_logs ${RENAMED} when old.name is not new.name or old.disabled_at is not new.disabled_at
    begin insert into change_log (counter, item) select counter + 1, item.id from archive_state, item where ${CREDITED}; end`)
})

/**
 * What several processes of one archive share: when a picture may be tried next, what the running build does, and (on PostgreSQL, where there can be
 * several) rate limits.
 */
export const severalProcesses = migration(async ({ run, onPostgres, text }) => {
  await run(
    `alter table picture_task add column next_attempt_at ${text} not null default ''`,
    `alter table build add column progress ${text}`,
  )
  if (!onPostgres) return
  // As rate-limiter-flexible wants it. Not logged: it is written often, and a crash of the database may forget it.
  await run('create unlogged table rate_limit (key text primary key, points bigint not null default 0, expire bigint)')
})

/**
 * A list of ids is a constant to PostgreSQL's planner, which then knows how many there are. It took every list for a hundred ids, and read whole tables for
 * three people. Nothing changes on SQLite.
 */
export const listsOfIds = migration(async ({ run, onPostgres }) => {
  if (!onPostgres) return
  await run(
    `create function json_ids(text) returns bigint[] immutable parallel safe language sql as $$
    select array(select item::bigint from json_array_elements_text($1::json) as item) $$`,
    `create or replace function json_numbers(text) returns table (value bigint) immutable parallel safe language sql as $$
    select number from unnest(json_ids($1)) as number $$`,
  )
})

/**
 * Lists of items with tags or words look up thousands of items by their ids, for what lists are narrowed and sorted by. That is an index of its own: rows of items are
 * wide, and their texts would be read with them (repositories/item-statements.ts).
 */
const COLUMNS = 'id, visibility, type, sort_date, span_order, span_end'

/** On SQLite, indexes of links have the item in them. */
const LINKS = {
  item_person: 'person_id',
  item_contributor: 'person_id',
  item_subject: 'subject_id',
  item_organization: 'organization_id',
}
const POSTGRES = [
  ...Object.entries(LINKS).flatMap(([table, tag]) => [
    `drop index ${table}_${tag}_idx`,
    `create index on ${table} (${tag}) include (item_id)`,
  ]),
  'drop index item_creator_id_idx',
  'create index on item (creator_id) include (id)',
  `create index on item (${COLUMNS})`,
  ...HITS,
]

export const lookupsOfItems = migration(({ run, onPostgres }) =>
  onPostgres ? run(...POSTGRES) : run(`create index item_${COLUMNS.replaceAll(', ', '_')} on item (${COLUMNS})`),
)

/** Lists of items with words or tags, or in a range of time, are quicker on PostgreSQL. Its full text is empty after it: opening the archive fills it. Nothing changes on SQLite. */
export const listedItems = migration(async ({ run, onPostgres }) => {
  if (onPostgres) await run(...LISTED_ITEMS, ...SEARCH_HITS)
})

/** The version of Lotline that migrated the database last: an older one names it when it refuses (upgrade.ts). */
export const version = migration(({ run, text }) =>
  run(`alter table archive_state add column version ${text} not null default ''`),
)

/** Items whose full text is still to be refreshed (records/refresh-search.ts): stored, so that a crash loses none. */
export const pendingSearch = migration(({ run, integer, strict }) =>
  run(`create table item_search_pending (item_id ${integer} primary key) ${strict}`),
)

/** Items that staff chose as opening pictures of the map. */
export const starredItems = migration(({ run, integer }) =>
  run(`alter table item add column starred ${integer} not null default 0 check (starred in (0, 1))`, OTHER_ANSWERS),
)

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

/** Rights, addresses of the same elsewhere, what pictures show, and what only staff read. */
export const rightsAndNotes = migration(async ({ run, text }) => {
  const add = (table: string, column: string, empty: string) =>
    run(`alter table ${table} add column ${column} ${text} not null default '${empty}'`)
  for (const [table, columns] of Object.entries(TEXTS)) for (const column of columns) await add(table, column, '')
  for (const table of NAMED) await add(table, 'same_as', '[]')
  await run(OTHER_ANSWERS)
})

/** Items have an organization as their creator, too: they are found by it as by the organizations in them. Stories have what only staff read. */
export const creatorsAndNotes = migration(async ({ run, onPostgres, text, integer }) => {
  if (onPostgres) await run(...CHECK_NOW)
  await run(`alter table item add column creator_organization_id ${integer}
    references organization(id) deferrable initially deferred`)
  await run(
    `create index item_creator_organization on item (creator_organization_id)${onPostgres ? ' include (id)' : ''}`,
  )
  if (onPostgres) await run(TAGS_WRITTEN)
  for (const column of STAFF) await run(`alter table story add column ${column} ${text} not null default ''`)
})

/** Pages of documents that are still to be drawn. Without a foreign key: a removal that is undone finds them again. */
export const pages = migration(({ run, text, integer, strict }) =>
  run(`create table page_task (document_id ${integer} not null, page ${integer} not null,
    scan_order ${integer} not null, fields ${text} not null, attempts ${integer} not null default 0,
    next_attempt_at ${text} not null default '', problem ${text} not null default '', primary key (document_id, page)) ${strict}`),
)

/** Finds the pages that are to be read by machine: their text is still empty, and its source says so. */
export const pagesToRead = migration(({ run }) =>
  run(`create index scan_to_read on scan (id) where text_source = 'machine' and text = ''`),
)

/** Labels and Notices of Local Contexts. */
export const localContexts = migration(async ({ run, text }) => {
  for (const table of ['item', 'collection'])
    await run(`alter table ${table} add column local_contexts ${text} not null default ''`)
  await run(OTHER_ANSWERS)
})
