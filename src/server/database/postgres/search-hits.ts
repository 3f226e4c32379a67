import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** Of words that begin so, how many items have one: counting them off the index takes milliseconds for a search. Longer ones are rare enough. */
const LETTERS = { fewest: 2, most: 20 }
/** Around the beginning of a word in a search. */
const MARKS = '""*'.length

/**
 * Statements of migration 0026. A search for the beginning of a word reads how many items have it. This table is written with the full text of items
 * (`createHits`), and when one is deleted. Nothing in the plan of `search_weights` depends on its values, so that it is planned once.
 */
export const SEARCH_HITS: readonly string[] = [
  'create table item_search_hits (beginning text collate "C" primary key, items bigint not null) with (fillfactor = 80)',
  `create or replace function clear_item_search() returns void language plpgsql as $$ begin
    delete from item_search;
    delete from item_search_hits;
    update item_search_total set items = 0, words = 0; end $$`,
  `create or replace function item_delete_search() returns trigger language plpgsql as $$ begin
    update item_search_hits set items = items - 1 where beginning in (
      select left(lexeme, letters) from item_search, unnest(words), generate_series(${LETTERS.fewest}, ${LETTERS.most}) as letters
      where rowid = old.id and letters <= length(lexeme));
    delete from item_search where rowid = old.id;
    return null; end $$`,
  `create or replace function search_weights(asked text[]) returns table (phrase text, query text, weight double precision, hits bigint)
    stable language sql as $$
    select phrase, query::text, case when found.weight > 0 then found.weight else 1e-6 end, counted.hits
    from generate_subscripts(asked, 1) as place, lateral (select asked[place] as phrase) as each, search_query(phrase) as query,
      lateral (select case when phrase like '"%"*' and strpos(phrase, ' ') = 0 and length(phrase) between ${LETTERS.fewest + MARKS} and ${LETTERS.most + MARKS}
        then coalesce((select items from item_search_hits where beginning = btrim(phrase, '"*')), 0)
        else (select count(*) from item_search where words @@ query) end as hits) as counted,
      lateral (select ln((greatest(items - counted.hits, 0) + 0.5) / (counted.hits + 0.5)::double precision) as weight
        from item_search_total) as found $$`,
]

interface Beginning {
  beginning: string
  change: number
  /** The last text that was counted for it. */
  text: number
}

/** Keeps `item_search_hits` while texts are written. */
export function createHits(db: Db) {
  const known = new Map<string, Beginning>()
  const ofWord = new Map<string, readonly Beginning[]>()
  let texts = 0

  function beginningsOf(word: string): readonly Beginning[] {
    const letters = [...word.slice(0, 2 * LETTERS.most)].slice(0, LETTERS.most)
    return letters.slice(LETTERS.fewest - 1).map((_, at) => {
      const beginning = letters.slice(0, LETTERS.fewest + at).join('')
      const entry = known.get(beginning) ?? { beginning, change: 0, text: 0 }
      known.set(beginning, entry)
      return entry
    })
  }

  /** @param words of a text, separated by spaces. */
  function note(words: string, by: number): void {
    texts += 1
    for (const word of words.split(' ')) {
      const found = ofWord.get(word) ?? beginningsOf(word)
      ofWord.set(word, found)
      for (const entry of found) {
        if (entry.text === texts) continue
        entry.text = texts
        entry.change += by
      }
    }
  }

  return {
    added: (words: string) => note(words, 1),
    /** Texts that are about to be removed. */
    async removed(rowids: readonly number[]): Promise<void> {
      const { rows } = await sql<{ words: string }>`select array_to_string(tsvector_to_array(words), ' ') as words
        from item_search where rowid in (${sql.join(rowids)})`.execute(db)
      for (const { words } of rows) note(words, -1)
    },
    async write(): Promise<void> {
      const changed = [...known.values()].filter(({ change }) => change !== 0)
      if (changed.length === 0) return
      const beginnings = JSON.stringify(changed.map(({ beginning }) => beginning))
      const changes = JSON.stringify(changed.map(({ change }) => change))
      await sql`insert into item_search_hits (beginning, items)
        select beginning, items from unnest(array(select json_array_elements_text(${beginnings}::json)), json_ids(${changes})) as changed(beginning, items)
        on conflict (beginning) do update set items = item_search_hits.items + excluded.items`.execute(db)
    },
  }
}
