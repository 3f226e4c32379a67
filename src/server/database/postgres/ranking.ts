/** Statements of migration 0023 on PostgreSQL: ranks as FTS5 computes them on SQLite, so that both databases list the same items in the same order. */
export const RANKING: readonly string[] = [
  'drop function search_phrases(text)',
  'drop function search_rank(tsvector, tsquery, double precision)',
  // As FTS5 counts: what was ever written since the whole was last made anew. `changes` also rises with what is removed.
  `create table item_search_total (id bigint primary key check (id = 1), items bigint not null, words bigint not null, changes bigint not null)`,
  'insert into item_search_total (id, items, words, changes) values (1, 0, 0, 0)',
  // Once for each statement, since a row that is updated thousands of times in a transaction is found slower each time.
  `create function item_search_written() returns trigger language plpgsql as $$ begin
    update item_search_total set items = items + (select count(*) from added),
      words = words + (select coalesce(sum(length), 0) from added), changes = changes + 1;
    return null; end $$`,
  `create trigger item_search_written after insert on item_search referencing new table as added
    for each statement execute function item_search_written()`,
  `create function item_search_removed() returns trigger language plpgsql as $$ begin
    update item_search_total set changes = changes + 1;
    return null; end $$`,
  `create trigger item_search_removed after delete on item_search for each statement execute function item_search_removed()`,
  // Not "truncate", which would keep visitors waiting for as long as an import takes.
  `create function clear_item_search() returns void language plpgsql as $$ begin
    delete from item_search;
    update item_search_total set items = 0, words = 0; end $$`,
  // Words of ordinary texts are neither compressed nor stored apart: unpacking takes longer than ranking.
  'alter table item_search set (toast_tuple_target = 8160)',
  // BM25 with k1 = 1.2 and b = 0.75, in the order of FTS5's terms. Weights of places: title 10, identifier 8, names and dates 4, description 1.
  // ts_rank_cd adds up the weights of all places of a word, of words with this prefix, or of a phrase.
  `create function search_rank(words tsvector, length double precision, phrases tsquery[], weights double precision[], average double precision)
    returns double precision immutable parallel safe language plpgsql as $$
    declare
      saturation double precision := 1.2 * (0.25 + 0.75 * length / average);
      frequency double precision;
      score double precision := 0;
    begin
      for at in 1 .. cardinality(phrases) loop
        frequency := round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, phrases[at]));
        score := score + weights[at] * (frequency * 2.2 / (frequency + saturation));
      end loop;
      return -score;
    end $$`,
  // Weights of phrases, as FTS5 has them: rare ones count more; one in more than half of the items hardly counts.
  `create function search_weights(asked text[]) returns table (phrase text, query text, weight double precision) stable language sql as $$
    select phrase, query::text, case when found.weight > 0 then found.weight else 1e-6 end
    from unnest(asked) as phrase, search_query(phrase) as query,
      lateral (select count(*)::double precision as hits from item_search where words @@ query) as counted,
      lateral (select ln((greatest(items - hits, 0) + 0.5) / (hits + 0.5)) as weight from item_search_total) as found $$`,
]

/** Statements of migration 0025: weights come with the number of items that have the phrase. */
export const HITS: readonly string[] = [
  'drop function search_weights(text[])',
  `create function search_weights(asked text[]) returns table (phrase text, query text, weight double precision, hits bigint)
    stable language sql as $$
    select phrase, query::text, case when found.weight > 0 then found.weight else 1e-6 end, counted.hits
    from unnest(asked) as phrase, search_query(phrase) as query,
      lateral (select count(*) as hits from item_search where words @@ query) as counted,
      lateral (select ln((greatest(items - counted.hits, 0) + 0.5) / (counted.hits + 0.5)::double precision) as weight
        from item_search_total) as found $$`,
]
