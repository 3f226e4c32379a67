import { LRUCache } from 'lru-cache'
import type { Query } from '#contract/endpoints.ts'
import type { FoundIn } from '#contract/item.ts'
import { SEARCH_WORK } from '#contract/limits.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase, ReadStatement, Values } from '../database/archive-database.ts'
import { type ReadState, memoizeUntilChange } from './archive-state.ts'
import { SEARCHED, itemConditions, type Condition } from './item-filter.ts'
import { itemListSql, itemSql, itemsSql } from './item-statements.ts'
import { JsonText } from '../json/json.ts'
import { createSpelling } from './spelling.ts'
import { createTextHits } from './text-hits.ts'
import { PUBLIC, type View } from './view.ts'

/** Cached queries, and cached counts. */
const QUERIES = 300
const COUNTS = 5000

interface Range {
  limit: number
  offset: number
}

/** The JSON of an item, with what its texts were found by. */
function withPlaces(text: string, places: ReadonlyMap<number, FoundIn[]> | undefined): string {
  if (!places) return text
  const found = places.get((JSON.parse(text) as { id: number }).id)
  return found ? `${text.slice(0, text.lastIndexOf('}'))},"found_in":${JSON.stringify(found)}}` : text
}

interface Statements {
  count: ReadStatement
  page: ReadStatement
  copies: number
  counts: boolean
}

/** Items, spec §3 "Item (as read)", with prepared statements instead of Kysely, since this call is the hottest. Queries for the public do not bind a viewer. */
export function createItems(reader: ArchiveDatabase, state: ReadState) {
  const queries = new LRUCache<string, Statements>({ max: QUERIES })
  const correct = createSpelling(reader)
  const textHits = createTextHits(reader, state)
  const cachedCount = memoizeUntilChange<number>(state, COUNTS)
  const prepare = (text: string) => reader.prepareRead(text)
  /** One for each kind of visitor, for all lists. To plan it anew takes PostgreSQL longer than to find most pages. */
  const items = reader.cacheReads(10, { onePlan: true })
  const one = { published: prepare(itemSql('published')), own: prepare(itemSql('own')), all: prepare(itemSql('all')) }
  const first = async (statement: ReadStatement, values: Values, { viewer }: View) =>
    (await statement.all(values, viewer))[0]?.[0]

  function statementsOf(key: string, conditions: Condition[], reach: View['reach'], sort: Query<'items'>['sort']) {
    let statements = queries.get(key)
    if (!statements) {
      const { count, page, ...others } = itemListSql(conditions, reach, sort)
      queries.set(key, (statements = { count: prepare(count), page: prepare(page), ...others }))
    }
    return statements
  }

  /** Items that only their texts have the words of, after all others: those of a page, and how many. */
  async function readInTexts(
    conditions: Condition[],
    query: Query<'items'>,
    before: number,
    named: number,
    view: View,
  ) {
    const inTexts = named < SEARCH_WORK.ranked ? await textHits.only(conditions, view) : undefined
    if (!inTexts) return { ids: [], matches: 0, places: undefined, isShortened: false }
    const range = { limit: query.page_size - before, offset: Math.max(0, (query.page - 1) * query.page_size - named) }
    const sort = query.sort === 'relevance' ? undefined : query.sort
    const { ids, matches } = await readPage(inTexts.conditions, { ...query, sort }, range, view)
    const places = ids.length > 0 ? await textHits.places(query.search!, inTexts.words, ids, view) : undefined
    return { ids, matches, places, isShortened: inTexts.isShortened }
  }

  /** The ids of a part of a list, and how many match. Of many lists the page comes with its count, which is then not asked for (item-statements.ts). */
  async function readPage(found: Condition[], query: Query<'items'>, { limit, offset }: Range, view: View) {
    const key = [view.reach, ...found.map((condition) => condition.text)].join('\n')
    const values = found.flatMap((condition) => condition.values)
    const statements = statementsOf(`${query.sort}\n${key}`, found, view.reach, query.sort)
    const conditions = statements.copies === 1 ? values : [...values, ...values]
    const read = async () => statements.page.all([...conditions, limit, offset], view.viewer)
    let rows: unknown[][] | undefined
    async function count(): Promise<number> {
      if (statements.counts) rows = await read()
      const total = rows?.[0]?.[1] as number | undefined
      const isWhole = total !== undefined && !(query.search && total === SEARCH_WORK.ranked)
      return isWhole ? total : ((await first(statements.count, values, view)) as number)
    }
    const isCached = view.reach === 'published'
    const matches = isCached ? await cachedCount(`${key}\n${JSON.stringify(values)}`, count) : await count()
    rows ??= limit > 0 && offset < matches ? await read() : []
    return { ids: rows.flatMap(([id]) => (id === null ? [] : [id as number])), matches }
  }

  return {
    /** `{count, results, shortened?, suggestion?}` of the contract's itemPage. A page past the end is empty with the true count. */
    async list(query: Query<'items'>, thisYear: number, view = PUBLIC): Promise<JsonText> {
      const conditions = itemConditions(query, thisYear, view.reach, reader.engine.tags)
      if (!conditions) return new JsonText('{"count":0,"results":[]}')
      const range = { limit: query.page_size, offset: (query.page - 1) * query.page_size }
      const named = await readPage(conditions, query, range, view)
      const inTexts = await readInTexts(conditions, query, named.ids.length, named.matches, view)
      const ids = [...named.ids, ...inTexts.ids]
      const matches = named.matches + inTexts.matches
      const page = items(itemsSql(conditions[0]!, view.reach))
      const rows = ids.length > 0 ? await page.all([JSON.stringify(ids)], view.viewer) : []
      const texts = rows.map(([text]) => withPlaces(text as string, inTexts.places))
      const { shortened } = searchTerms(query.search ?? '')
      if (query.search && matches > SEARCH_WORK.ranked) shortened.push('matches')
      else if (inTexts.isShortened) shortened.push('texts')
      const count = query.search ? Math.min(matches, SEARCH_WORK.ranked) : matches
      const others = conditions.filter(({ text }) => text !== SEARCHED)
      let extra = shortened.length > 0 ? `,"shortened":${JSON.stringify(shortened)}` : ''
      if (query.search && matches === 0) {
        const { correction } = await correct(query.search, { conditions: others, viewer: view.viewer })
        if (correction !== null) extra += `,"suggestion":${JSON.stringify(correction)}`
      }
      return new JsonText(`{"count":${count},"results":[${texts.join(',')}]${extra}}`)
    },
    /** One item; undefined if the caller may not see it. */
    async find(id: number, view = PUBLIC): Promise<JsonText | undefined> {
      const text = await first(one[view.reach], [id], view)
      return text === undefined ? undefined : new JsonText(text as string)
    },
  }
}
