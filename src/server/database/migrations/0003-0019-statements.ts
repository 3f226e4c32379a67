import { CompiledQuery } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Migrations of SQLite that are a few statements each (PostgreSQL begins after them). */
const statements = (...all: string[]): Migration => ({
  async up(db) {
    for (const statement of all) await db.executeQuery(CompiledQuery.raw(statement))
  },
})

/** Each change of a table changes what visitors see. */
const counts = (table: string): string[] =>
  ['insert', 'update', 'delete'].map(
    (event) => `create trigger ${table}_${event}_counts after ${event} on ${table}
      begin update archive_state set counter = counter + 1; end`,
  )

/** Answers that clients keep were found with another full text, or in another order. */
const OTHER_ANSWERS = 'update archive_state set counter = counter + 1 where exists (select 1 from item)'

/** Opening the archive fills it (database/item-search.ts): a migration must not depend on what the full text is made of today. */
const EMPTY_SEARCH = [`insert into item_search (item_search) values ('delete-all')`, OTHER_ANSWERS]

/** Old maps (see tables.ts). The server looks for their tiles anew when the counter has moved. */
export const overlays = statements(
  `create table overlay (layer integer primary key check (layer > 0), version text not null, kind text not null check (kind in ('geotiff', 'control points')),
  source_key text not null, source_bytes integer not null, file_name text not null default '', georeference text,
  width integer not null, height integer not null,
  west real not null, south real not null, east real not null, north real not null,
  minimum_zoom integer not null, maximum_zoom integer not null,
  tiles integer not null, bytes integer not null, created_at text not null) strict`,
  ...counts('overlay'),
  // It was written and never read: a repeated call is answered with the status of the call's table.
  'alter table idempotency drop column status',
)

/** The full text of items holds their dates too, as they are shown. */
export const searchedDates = statements(
  'drop table item_search',
  // But for `dates` as migration 0001 made it.
  `create virtual table item_search using fts5 (title, description, names, identifier, dates,
    content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3')`,
  OTHER_ANSWERS,
)

/**
 * The generation that database and media folder share (src/server/identity); 0 until both have been marked. And what a society says of itself
 * with `npm run archive -- init`.
 */
export const archiveIdentity = statements(
  'alter table archive_state add column generation integer not null default 0',
  'create table setting (name text primary key, value text not null) strict, without rowid',
)

/** The full text of items has their types as words too. */
export const searchedTypes = statements(...EMPTY_SEARCH)

const CREDITED = `exists (select 1 from item where author_id = new.id and credit = 1 and visibility = 'published')`

/** Items can name the account that submitted them, if its user agrees; existing items do not. */
export const credit = statements(
  'alter table item add column credit integer not null default 0 check (credit in (0, 1))',
  // Imported items have no author.
  'create index item_author on item (author_id) where author_id is not null',
  // Visitors read the name, so changing it changes the archive.
  `create trigger account_credit_counts after update of name, disabled_at on account
    when (old.name is not new.name or old.disabled_at is not new.disabled_at) and ${CREDITED}
    begin update archive_state set counter = counter + 1; end`,
)

const account = 'integer references account(id) deferrable initially deferred'
const STEP = `at text not null, account_id ${account}, actor text not null default '', undone_at text`

/** None of these is counted by `archive_state`: what visitors see of a removal or a merge are the rows that it changes. */
export const reviewDesk = statements(
  // Who has a record open in the review desk (records/claims.ts).
  `create table claim (kind text not null, record_key text not null, account_id integer not null references account(id) deferrable initially deferred,
    since text not null, until text not null, primary key (kind, record_key)) strict`,
  // A record that was removed, with all rows that went with it, so that it can be brought back (records/removal).
  `create table removal (id integer primary key autoincrement, kind text not null, record_key text not null, label text not null, rows text not null, ${STEP}) strict`,
  // A record that became part of another (records/merge), with what that changed, so that it can be undone. 'public': its page had been published.
  `create table merge (id integer primary key autoincrement, kind text not null, from_id integer not null, into_id integer not null,
    label text not null, public integer not null check (public in (0, 1)), rows text not null, ${STEP}) strict`,
  'create index removal_record on removal (kind, record_key)',
  // A record is part of one other at a time.
  'create unique index merge_from on merge (kind, from_id) where undone_at is null',
  'create index merge_into on merge (kind, into_id)',
)

/** Answers to the ids of merged records are cached like others. */
export const mergesCount = statements(...counts('merge'))

/** A zone that became two (records/split): its outline before and both after, so that it can be undone. Not counted: visitors see the zones. */
export const splits = statements(
  `create table split (id integer primary key autoincrement, kept_id integer not null, added_id integer not null,
      outlines text not null, last_merge integer not null, undone_by integer, at text not null, account_id integer references account(id) deferrable initially deferred,
      actor text not null default '') strict`,
)

/** What the state page shows. None of it is counted by `archive_state`: visitors see nothing of it. */
export const stateOfTheArchive = statements(
  'alter table build add column rollback text',
  'alter table build add column changes text',
  `create table upkeep (what text primary key check (what in ('fixity', 'backup')), result text not null) strict`,
  `create table hook (name text primary key check (name in ('webhook', 'purge')), body text not null, queued_at text not null,
    next_attempt_at text not null, attempts integer not null default 0, last_error text not null default '') strict`,
)

/** The full text of items has the names of their creators and contributors too. */
export const searchedCreators = statements(...EMPTY_SEARCH)

/** Settings are on every page: a change of them counts, and is logged as one of no item, so that a build reads everything again. */
export const settings = statements(
  ...counts('setting'),
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger setting_${event}_logs after ${event} on setting
      begin insert into change_log (counter, item) select counter + 1, null from archive_state; end`,
  ),
)

/** How wide (percent of the picture) and how opaque each watermark is. Those of before stay as they were burnt in: bounded by the picture only, and opaque. */
export const watermarkSize = statements(
  'alter table scan add column mark_size integer not null default 90',
  'alter table scan add column mark_opacity integer not null default 100',
)
