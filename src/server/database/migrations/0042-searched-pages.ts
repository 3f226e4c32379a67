import { forBoth } from './for-both.ts'

/** Rows of scans have even numbers, those of files odd ones. */
const PARTS = { scan: 'id * 2', item_file: 'id * 2 + 1' } as const
type Part = keyof typeof PARTS
const TABLES = Object.keys(PARTS) as Part[]
const partOf = (table: Part, row: 'new' | 'old') => PARTS[table].replace('id', `${row}.id`)
const note = (table: Part) =>
  `insert into item_search_texts_pending (part) values (${partOf(table, 'new')}) on conflict do nothing;`
const forget = (table: Part) => `delete from item_search_texts where rowid = ${partOf(table, 'old')};`
const EVENTS = [
  ['insert', 'after insert on', "new.text <> ''", note],
  ['update', 'after update of text on', 'new.text <> old.text', note],
  ['delete', 'after delete on', "old.text <> ''", forget],
] as const

/** Full text of what is written on scans and said in recordings. Triggers note what has changed, whoever writes it; records/refresh-search.ts refreshes that. */
export const up = forBoth(async ({ run, onPostgres }) => {
  if (onPostgres) {
    await run('create table item_search_texts (rowid bigint primary key, words tsvector not null)')
    await run('create index on item_search_texts using gin (words) with (fastupdate = off)')
    await run('create table item_search_texts_pending (part bigint primary key)')
  } else {
    await run(`create virtual table item_search_texts using fts5 (words,
      content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3 4')`)
    await run('create table item_search_texts_pending (part integer primary key) strict')
  }
  // Rows of scans are wide with their texts: items of thousands of hits are found here.
  await run('create index scan_parts on scan (id, item_id, hidden_until, scan_order)')
  for (const table of TABLES) {
    for (const [event, when, condition, statement] of EVENTS) {
      const name = `item_search_texts_${table}_${event}`
      if (onPostgres) {
        await run(`create function ${name}() returns trigger language plpgsql as $$ begin
          ${statement(table)} return null; end $$`)
        await run(`create trigger ${name} ${when} ${table} for each row when (${condition}) execute function ${name}()`)
      } else await run(`create trigger ${name} ${when} ${table} when ${condition} begin ${statement(table)} end`)
    }
  }
  for (const table of TABLES)
    await run(`insert into item_search_texts_pending (part) select ${PARTS[table]} from ${table} where text <> ''`)
})
