/** The table of the tags of items, and its other columns, which item_search has too. */
export const ITEM_TAGS = 'item_search_tags'

/** What lists of items are narrowed and sorted by. */
const LISTED = ['visibility', 'type', 'sort_date', 'span_order', 'span_end']
const TYPES = 'visibility text collate "C", type text collate "C", sort_date bigint, span_order bigint, span_end bigint'

/** Tags, whoever may see them, and other columns of items that lists with tags are narrowed by. */
const NARROWED = ['location_id', 'collection_id', 'author_id', 'state']
const TAGS = {
  people: `select person_id from item_person where item_id = item.id
    union select person_id from item_contributor where item_id = item.id
    union select item.creator_id where item.creator_id is not null`,
  subjects: 'select subject_id from item_subject where item_id = item.id',
  organizations: `select organization_id from item_organization where item_id = item.id
    union select item.creator_organization_id where item.creator_organization_id is not null`,
}

/** Columns of items that are in item_search too, and that are in the table of tags. */
export const SEARCH_COLUMNS: ReadonlySet<string> = new Set(['id', ...LISTED])
export const TAG_COLUMNS: ReadonlySet<string> = new Set(['id', ...LISTED, ...NARROWED, ...Object.keys(TAGS)])

const columns = [...LISTED, ...NARROWED]
const insertTags = (
  from: string,
) => `insert into ${ITEM_TAGS} (id, ${columns.join(', ')}, ${Object.keys(TAGS).join(', ')})
  select item.id, ${columns.map((column) => `item.${column}`).join(', ')},
    ${Object.values(TAGS)
      .map((tags) => `array(${tags})`)
      .join(', ')} from ${from}`

/** Names a column of migration 0038, which makes the function anew; until then nothing is written. */
export const TAGS_WRITTEN = `create or replace function item_search_written() returns trigger language plpgsql as $$ begin
    update item_search_total set items = items + (select count(*) from added),
      words = words + (select coalesce(sum(length), 0) from added), changes = changes + 1;
    ${insertTags('added join item on item.id = added.rowid')};
    return null; end $$`

/**
 * Statements of migration 0026. Rows of items are wide, and those of the full text too: to look up thousands of them takes longer than the rest of a list.
 * So what lists are narrowed and sorted by is in the full text, and with all tags in a table of narrow rows, whose index finds several tags at once. Both are
 * written with the full text of an item, which every change of an item or its tags writes anew (records/refresh-search.ts); a change of these columns is written at once.
 */
export const LISTED_ITEMS: readonly string[] = [
  // Made anew when the archive is opened.
  'truncate item_search',
  'update item_search_total set items = 0, words = 0, changes = changes + 1',
  ...TYPES.split(', ').map((column) => `alter table item_search add column ${column}`),
  // Without ids, so that those of equal spans are stored once. An index of `item` that begins with the visibility misleads the plans of an import, which are made before there are figures.
  'create index on item_search (visibility, span_order, span_end)',
  `create function item_search_listed() returns trigger language plpgsql as $$ begin
    select ${LISTED.join(', ')} into ${LISTED.map((column) => `new.${column}`).join(', ')} from item where id = new.rowid;
    return new; end $$`,
  'create trigger item_search_listed before insert on item_search for each row execute function item_search_listed()',
  `create table ${ITEM_TAGS} (id bigint primary key, ${TYPES}, location_id bigint, collection_id bigint, author_id bigint,
    state text collate "C", ${Object.keys(TAGS)
      .map((list) => `${list} bigint[] not null`)
      .join(', ')})`,
  `create index on ${ITEM_TAGS} using gin (${Object.keys(TAGS).join(', ')}) with (fastupdate = off)`,
  TAGS_WRITTEN,
  // At once, for what was withdrawn is not even counted.
  `create function item_listed_again() returns trigger language plpgsql as $$ begin
    update item_search set ${LISTED.map((column) => `${column} = new.${column}`).join(', ')} where rowid = new.id;
    update ${ITEM_TAGS} set ${columns.map((column) => `${column} = new.${column}`).join(', ')} where id = new.id;
    return null; end $$`,
  `create trigger item_listed_again after update on item for each row
    when ((${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${columns.map((column) => `new.${column}`).join(', ')}))
    execute function item_listed_again()`,
  'drop trigger item_search_removed on item_search',
  `create or replace function item_search_removed() returns trigger language plpgsql as $$ begin
    update item_search_total set changes = changes + 1;
    delete from ${ITEM_TAGS} using removed where id = removed.rowid;
    return null; end $$`,
  `create trigger item_search_removed after delete on item_search referencing old table as removed
    for each statement execute function item_search_removed()`,
]
