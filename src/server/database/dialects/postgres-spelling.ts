import { LRUCache } from 'lru-cache'
import { VIEWER } from '../archive-database.ts'
import { ITEM_TAGS, SEARCH_COLUMNS, TAG_COLUMNS } from '../postgres/listed-items.ts'
import type { RankedSearch } from './postgres-ranking.ts'

/** How statements of lists (repositories/item-statements.ts) name the tables of items and of the full text. */
const FOUND = /\bitem_search cross join item(?: indexed by \w+)? on item\.id = item_search\.rowid\b/
const PLAIN = /\bfrom item(?: indexed by \w+)?(?= where item\.visibility\b)/
/** How many items are in a range of time: the index of the full text has items of equal spans once, and is read in a quarter of the time. */
const COUNTED = /^select count\(\*\) from item(?= where item\.visibility\b)/
const SPANS: ReadonlySet<string> = new Set(['visibility', 'span_order', 'span_end'])
const TAG = /\bitem\.(people|subjects|organizations)\b/

/** A list of items, read from the tables that have its columns (postgres/listed-items.ts). @param text in SQLite's words. */
function fromListTables(text: string): string {
  const columns = [...text.matchAll(/\bitem\.(\w+)/g)].map(([, column]) => column!)
  const isIn = (table: ReadonlySet<string>) => columns.every((column) => table.has(column))
  if (FOUND.test(text) && isIn(SEARCH_COLUMNS)) {
    return text
      .replace(FOUND, 'item_search as item')
      .replaceAll('item_search match', 'item match')
      .replaceAll(/\bselect item\.id\b/g, 'select item.rowid as id')
      .replaceAll(/\bitem\.id\b/g, 'item.rowid')
  }
  if (isIn(SPANS)) return text.replace(COUNTED, 'select count(*) from item_search as item')
  if (!TAG.test(text)) return text
  const found = 'item_search cross join'
  const on = 'on item.id = item_search.rowid'
  if (isIn(TAG_COLUMNS))
    return text.replace(FOUND, `${found} ${ITEM_TAGS} as item ${on}`).replace(PLAIN, `from ${ITEM_TAGS} as item`)
  const joined = `join ${ITEM_TAGS} as tags on tags.id = item.id`
  return text
    .replace(FOUND, `${found} item ${on} ${joined}`)
    .replace(PLAIN, `from item ${joined}`)
    .replaceAll(new RegExp(TAG, 'g'), 'tags.$1')
}

/** Conditions of views (repositories/view.ts). */
const VISIBLE = String.raw`(named\.visibility = 'published'|\(named\.visibility = 'published' or \(named\.author_id = \$\d+::bigint and named\.state <> 'hidden'\)\)|true)`

/**
 * How SQLite's SQL reads in PostgreSQL: statements are written once, and where the two differ in SQLite's words. `instr` and `json_numbers`
 * are functions of the schema (postgres/baseline.ts). A difference that is missing here is an error of the first test that meets it.
 */
const SPELLINGS: readonly (readonly [from: RegExp, to: string])[] = [
  [/\bjson_object\(/g, 'json_build_object('],
  [/\bjson_array\(/g, 'json_build_array('],
  [/\bifnull\(/g, 'coalesce('],
  [/\bgroup_concat\(/g, 'string_agg('],
  // Visible tags: compared with the ids themselves, since the planner knows how many items each has, and not how many are visible.
  [
    new RegExp(
      String.raw`(\w+) in \(select named\.id from json_each\((\$\d+)\) as asked join (\w+) as named on named\.id = asked\.value\s+where ${VISIBLE}\)`,
      'g',
    ),
    '$1 = any(json_ids($2)) and $1 not in (select named.id from $3 as named where named.id = any(json_ids($2)) and not coalesce($4, false))',
  ],
  [
    new RegExp(
      String.raw`(\w+) = \(select named\.id from (\w+) as named where named\.id = (\$\d+) and ${VISIBLE}\)`,
      'g',
    ),
    '$1 = $3 and exists (select 1 from $2 as named where named.id = $3 and $4)',
  ],
  // Items with a tag: of a `union all` the planner thinks that it has 200 different ones.
  [/\bunion all (?=select (?:item_)?id from item)/g, 'union '],
  // Lists: of texts by their name, otherwise of numbers.
  [/\bjson_each\((\$\d+)\) as (word|texts)\b/g, 'json_array_elements_text($1::json) as $2(value)'],
  // A page of items: not `json_numbers`, whose length the planner sees, so that it would plan the page anew for each.
  [/\bjson_each\((\$\d+)\) as page\b/g, 'json_array_elements_text($1::json) with ordinality as page(value, key)'],
  [/\bitem\.id = page\.value\b/g, 'item.id = page.value::bigint'],
  [/\bin \(select value from json_each\((\$\d+)\)\)/g, '= any(json_ids($1))'],
  [/\bjson_each\((\$\d+)\)/g, 'json_numbers($1)'],
  [/\bjson_each\(audit\.fields\)/g, 'json_array_elements(audit.fields::json)'],
  [/"before" ->> '\$\.sha256'/g, `"before"::json ->> 'sha256'`],
  // As SQLite, which answers a number.
  [/details ->> '\$\.(\w+)'/g, "details::json -> '$1'"],
  // Only the logo is JSON with a checksum; PostgreSQL may look at others first.
  [/(?<![.\w])value ->> '(?:\$\.)?sha256'/g, "case when name = 'logo' then value::json ->> 'sha256' end"],
  // The collections below: found once, and looked up by the index. As a join, it seemed to be hundreds.
  [/\bcollection_id in \(with recursive below\b/g, 'collection_id = any(array(with recursive below'],
  [/\bselect id from below\)/g, 'select id from below))'],
  // A join in this order, and hints for SQLite's planner.
  [/\bcross join\b/g, 'join'],
  [/\b(item|scan) (?:not indexed|indexed by \w+)/g, '$1'],
  [/\+named\./g, 'named.'],
  // The order in which originals came: a sequence notes how many (triggers.ts); a sample takes any.
  [/\bmax\(rowid\) from original\b/g, 'last_value from original_added'],
  [/\border by rowid desc\b/g, 'order by sha256 desc'],
  [/\binsert into item_search \(item_search\) values \('delete-all'\)/g, 'select clear_item_search()'],
  // Full text: each search is parsed by the database, once.
  [/\b(item|item_search|item_search_texts) match (\$\d+)/g, '$1.words @@ search_query($2)'],
]

/** `json_agg` of no rows is null. */
function toJsonLists(text: string): string {
  const [before, ...parts] = text.split('json_group_array(')
  const lists = parts.reduceRight((after, part) => {
    const rest = part + after
    let depth = 1
    let end = -1
    while (depth > 0 && end < rest.length) depth += rest[(end += 1)] === '(' ? 1 : rest[end] === ')' ? -1 : 0
    return `coalesce(json_agg(${rest.slice(0, end)}), '[]')${rest.slice(end + 1)}`
  }, '')
  return before! + lists
}

const translated = new LRUCache<string, string>({ max: 1000 })

/** @param text with `$1` placeholders. */
export function toPostgres(text: string): string {
  const known = translated.get(text)
  if (known !== undefined) return known
  let sql = toJsonLists(text)
  for (const [from, to] of SPELLINGS) sql = sql.replace(from, to)
  translated.set(text, sql)
  return sql
}

/** A statement of `prepareRead` in PostgreSQL. */
interface Numbered {
  sql: string
  /** It binds the viewing account, after the other values. */
  viewer: boolean
  /** If the statement ranks a text search. */
  ranked?: RankedStatement | undefined
}

export function numbered(text: string): Numbered {
  const questions = text.split('?').length - 1
  let count = 0
  const counted = text.replace(/\?|:viewer\b/g, (found) =>
    found === VIEWER ? `$${questions + 1}::bigint` : `$${(count += 1)}`,
  )
  const viewer = text.includes(VIEWER)
  const sql = toPostgres(fromListTables(counted))
  return { sql, viewer, ranked: rankedStatement(sql, questions + (viewer ? 1 : 0)) }
}

/** In a spelled statement: items with their ranks (repositories/item-statements.ts), up to a bound. */
const RANKED =
  /select (item\.\w+(?: as id)?), bm25\(item_search, 10, 1, 4, 8, 4\) as place from (.*?) where (.*?) limit (\d+)\)/s
const MATCH = /\bitem(?:_search)?\.words @@ search_query\(\$(\d+)\)/
const JOINED = /^item_search join (.*?) on item\.id = item_search\.rowid/

/** Weights of places: title 10, identifier 8, names and dates 4, description 1. ts_rank_cd adds up those of a word, a prefix or a phrase, in single precision. */
const occurrences = (query: string) => `round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, ${query}::tsquery))`

interface RankedStatement {
  /** The place of the text search among the values. */
  search: number
  sql(search: RankedSearch): string
}

/**
 * A statement that ranks a text search by BM25 with k1 = 1.2 and b = 0.75, in the order of FTS5's terms. The occurrences of each phrase in a text are counted once, in a subquery of
 * its own. What the index was not asked for is found by them.
 * @param bound values of the statement. Those of a rank follow: the phrases, their weights, and the average length of a text.
 */
function rankedStatement(spelled: string, bound: number): RankedStatement | undefined {
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
