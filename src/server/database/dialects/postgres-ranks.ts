import type { RankedSearch } from './postgres-ranking.ts'

/** In a spelled statement: items with their ranks (repositories/item-statements.ts), up to a bound. */
const RANKED =
  /select (item\.\w+(?: as id)?), bm25\(item_search, 10, 1, 4, 8, 4\) as place from (.*?) where (.*?) limit (\d+)\)/s
const MATCH = /\bitem(?:_search)?\.words @@ search_query\(\$(\d+)\)/
const JOINED = /^item_search join (.*?) on item\.id = item_search\.rowid/

/** Weights of places: title 10, identifier 8, names and dates 4, description 1. ts_rank_cd adds up those of a word, a prefix or a phrase, in single precision. */
const occurrences = (query: string) => `round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, ${query}::tsquery))`

export interface RankedStatement {
  /** The place of the text search among the values. */
  search: number
  sql(search: RankedSearch): string
}

/**
 * A statement that ranks a text search by BM25 with k1 = 1.2 and b = 0.75, in the order of FTS5's terms. The occurrences of each phrase in a text are counted once, in a subquery of
 * its own. What the index was not asked for is found by them.
 * @param bound values of the statement. Those of a rank follow: the phrases, their weights, and the average length of a text.
 */
export function rankedStatement(spelled: string, bound: number): RankedStatement | undefined {
  const ranked = RANKED.exec(spelled)
  if (!ranked) return undefined
  const [whole, id, tables, where, limit] = ranked as unknown as [string, string, string, string, string]
  const [match, search] = MATCH.exec(where) as unknown as [string, string]

  function sql({ phrases, indexed, checked }: RankedSearch): string {
    const firstPhrase = bound + 1
    const firstWeight = firstPhrase + phrases.length
    const average = firstWeight + phrases.length
    const counted = [
      ...phrases.map((_, at) => `${occurrences(`$${firstPhrase + at}`)} as count${at}`),
      `1.2 * (0.25 + 0.75 * length::float8 / $${average}::float8) as saturation`,
    ].join(', ')
    // What is not in a text has no rank: looked for first, since it takes a fraction of the time of counting.
    const likely = checked
      .map((places) => ` and (${places.map((at) => `ts_rank(words, $${firstPhrase + at}::tsquery) > 0`).join(' or ')})`)
      .join('')
    // The search stays one of the values.
    const [from, conditions] =
      indexed === ''
        ? [tables.replace(JOINED, '$1'), where.replace(match, `$${search}::text is not null`)]
        : [tables, where]
    // Beside other tables text by text: its rows are wide, and a join would copy them.
    const counts = JOINED.test(tables)
      ? `select ${id}, counted.* from ${from} cross join lateral (select ${counted} from item_search where rowid = item.id${likely} offset 0) as counted where ${conditions}`
      : `select ${id}, ${counted} from ${from} where ${conditions}${likely}`
    const scores = phrases.map(
      (_, at) => `$${firstWeight + at}::float8 * (count${at} * 2.2 / (count${at} + saturation))`,
    )
    const found = checked.map((places) => ` and (${places.map((at) => `count${at} > 0`).join(' or ')})`)
    return spelled.replace(
      whole,
      () => `select id, -(${scores.join(' + ')}) as place
        from (${counts} offset 0) as counted where true${found.join('')} limit ${limit})`,
    )
  }
  return { search: Number(search) - 1, sql }
}
