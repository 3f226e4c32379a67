/** Functions of the schema: what SQLite has under the same name, and the full text. All texts of it are folded (rules/search/search-text.ts). */
export const FUNCTIONS: readonly string[] = [
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
  `create function search_rank(tsvector, tsquery) returns real immutable parallel safe language sql
    return ts_rank('{0.1, 0.4, 0.8, 1}', $1, $2, 1)`,
  // The words of a search, each with its weight: rare ones count more (BM25's inverse document frequency). One word alone needs none.
  `create function search_phrases(asked text) returns table (phrase tsquery, weight double precision) stable language plpgsql as $$
    declare
      all_phrases tsquery[] := array(
        select search_query(match[1]) from regexp_matches(asked, '("[^"]*"\\*?)', 'g') as match);
      total double precision;
    begin
      if cardinality(all_phrases) = 1 then
        return query select all_phrases[1], 1::double precision;
        return;
      end if;
      select count(*) into total from item_search;
      return query select each, greatest(ln((total - hits + 0.5) / (hits + 0.5)), 1e-6)
        from unnest(all_phrases) as each,
          lateral (select count(*) as hits from item_search where words @@ each) as counted;
    end $$`,
]
