import { randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import { tableStatements } from './tables.ts'
import { triggerStatements } from './triggers.ts'

/** Functions of the schema: what SQLite has under the same name, and the full text. All texts of it are folded (rules/search/search-text.ts). */
const FUNCTIONS: readonly string[] = [
  `create function instr(text, text) returns integer immutable parallel safe language sql return strpos($1, $2)`,
  `create function json_numbers(text) returns table (value bigint) immutable parallel safe rows 10 language sql as $$
    select item::bigint from json_array_elements_text($1::json) as item $$`,
  // The words of an item at their positions, with a gap between its parts, so that no phrase begins in one and ends in another. Weights as in search_rank.
  `create function search_vector(title text, description text, names text, identifier text, dates text) returns tsvector
    immutable parallel safe language sql as $$
    select coalesce(string_agg('''' || left(word, 500) || ''':' || least(place, 16383) || weight, ' ')::tsvector, '')
    from (select word, weight, row_number() over (order by part, at) + part as place
      from (values (1, 'A', title), (2, 'D', description), (3, 'C', names), (4, 'B', identifier), (5, 'C', dates))
        as parts(part, weight, body), string_to_table(body, ' ') with ordinality as words(word, at)
      where word <> '') as placed $$`,
  // As FTS5 has it: ("mill"* OR "mills"*) AND ("old mill").
  `create function search_query(text) returns tsquery immutable parallel safe language sql as $$
    select replace(replace(replace(replace(replace($1, ' AND ', '&'), ' OR ', '|'), ' ', '''<->'''), '"*', ''':*'), '"', '''')::tsquery $$`,
  // BM25 as FTS5 has it, but for the frequency, which PostgreSQL estimates from the weights of all places: title 10, identifier 8, names and dates 4.
  `create function search_rank(words tsvector, phrase tsquery, relative_length double precision) returns double precision
    immutable parallel safe language sql
    return 2.2 / (1 + 1.2 * (0.25 + 0.75 * relative_length) / nullif(16.45 * ts_rank('{0.1, 0.4, 0.8, 1}', words, phrase), 0))`,
  // The words of a search, each with its weight: rare ones count more. One word alone needs none. The average length is that of some items.
  `create function search_phrases(asked text) returns table (phrase tsquery, weight double precision, average double precision)
    stable language plpgsql as $$
    declare
      phrases tsquery[] := array(
        select search_query(match[1]) from regexp_matches(asked, '("[^"]*"\\*?)', 'g') as match);
      total double precision;
      mean double precision;
    begin
      select count(*), avg(length) into total, mean from (select length from item_search limit 5000) as first;
      if cardinality(phrases) = 1 then
        return query select phrases[1], 1::double precision, mean;
        return;
      end if;
      if total = 5000 then
        select greatest(reltuples, total) into total from pg_class where oid = 'item_search'::regclass;
      end if;
      return query select each, greatest(ln((total - hits + 0.5) / (hits + 0.5)), 1e-6), mean
        from unnest(phrases) as each,
          lateral (select least(count(*), total) as hits from item_search where words @@ each) as counted;
    end $$`,
]

/**
 * The first migration on PostgreSQL: the schema that SQLite has after migration 0020. There is no older archive on PostgreSQL. Later migrations are written
 * for both (docs/develop/decisions/postgresql.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  for (const statement of [
    ...FUNCTIONS.slice(0, -1),
    ...tableStatements(),
    ...FUNCTIONS.slice(-1),
    ...triggerStatements(),
  ])
    await run(statement)
  const archive = randomBytes(6).toString('hex')
  await run(`insert into archive_state (id, archive, counter) values (1, '${archive}', 1)`)
  await run('insert into change_log (counter) values (1)')
}
