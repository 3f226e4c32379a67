import { LRUCache } from 'lru-cache'
import type { Query } from '#contract/endpoints.ts'
import { SEARCH_WORK } from '#contract/limits.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase, ReadStatement, Values } from '../database/archive-database.ts'
import { type ReadState, memoizeUntilChange } from './archive-state.ts'
import { SEARCHED, itemConditions } from './item-filter.ts'
import { itemListSql, itemSql, itemsSql } from './item-statements.ts'
import { JsonText } from '../json/json.ts'
import { createSpelling } from './spelling.ts'
import { PUBLIC, type View } from './view.ts'

/** Cached queries, and cached counts. */
const QUERIES = 300
const COUNTS = 5000

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
  const cachedCount = memoizeUntilChange<number>(state, COUNTS)
  const prepare = (text: string) => reader.prepareRead(text)
  /** One for each kind of visitor, for all lists. To plan it anew takes PostgreSQL longer than to find most pages. */
  const items = reader.cacheReads(10, { onePlan: true })
  const one = { published: prepare(itemSql('published')), own: prepare(itemSql('own')), all: prepare(itemSql('all')) }
  const first = async (statement: ReadStatement, values: Values, { viewer }: View) =>
    (await statement.all(values, viewer))[0]?.[0]

  /** The ids of a page, and how many match. Of many lists the page comes with its count, which is then not asked for (item-statements.ts). */
  async function readPage(statements: Statements, key: string, values: Values, query: Query<'items'>, view: View) {
    const offset = (query.page - 1) * query.page_size
    const conditions = statements.copies === 1 ? values : [...values, ...values]
    const read = async () => statements.page.all([...conditions, query.page_size, offset], view.viewer)
    let rows: unknown[][] | undefined
    async function count(): Promise<number> {
      if (statements.counts) rows = await read()
      const total = rows?.[0]?.[1] as number | undefined
      const isWhole = total !== undefined && !(query.search && total === SEARCH_WORK.ranked)
      return isWhole ? total : ((await first(statements.count, values, view)) as number)
    }
    const isCached = view.reach === 'published'
    const matches = isCached ? await cachedCount(`${key}\n${JSON.stringify(values)}`, count) : await count()
    rows ??= offset < matches ? await read() : []
    return { ids: rows.flatMap(([id]) => (id === null ? [] : [id as number])), matches }
  }

  return {
    /** `{count, results, shortened?, suggestion?}` of the contract's itemPage. A page past the end is empty with the true count. */
    async list(query: Query<'items'>, thisYear: number, view = PUBLIC): Promise<JsonText> {
      const conditions = itemConditions(query, thisYear, view.reach, reader.engine.tags)
      if (!conditions) return new JsonText('{"count":0,"results":[]}')
      const shape = [view.reach, ...conditions.map((condition) => condition.text)].join('\n')
      const values = conditions.flatMap((condition) => condition.values)
      const key = `${query.sort}\n${shape}`
      let statements = queries.get(key)
      if (!statements) {
        const { count, page, ...others } = itemListSql(conditions, view.reach, query.sort)
        queries.set(key, (statements = { count: prepare(count), page: prepare(page), ...others }))
      }
      const { ids, matches } = await readPage(statements, shape, values, query, view)
      const page = items(itemsSql(conditions[0]!, view.reach))
      const rows = ids.length > 0 ? await page.all([JSON.stringify(ids)], view.viewer) : []
      const { shortened } = searchTerms(query.search ?? '')
      if (query.search && matches > SEARCH_WORK.ranked) shortened.push('matches')
      const count = query.search ? Math.min(matches, SEARCH_WORK.ranked) : matches
      const others = conditions.filter(({ text }) => text !== SEARCHED)
      let extra = shortened.length > 0 ? `,"shortened":${JSON.stringify(shortened)}` : ''
      if (query.search && matches === 0) {
        const { correction } = await correct(query.search, { conditions: others, viewer: view.viewer })
        if (correction !== null) extra += `,"suggestion":${JSON.stringify(correction)}`
      }
      return new JsonText(`{"count":${count},"results":[${rows.map(([item]) => item).join(',')}]${extra}}`)
    },
    /** One item; undefined if the caller may not see it. */
    async find(id: number, view = PUBLIC): Promise<JsonText | undefined> {
      const text = await first(one[view.reach], [id], view)
      return text === undefined ? undefined : new JsonText(text as string)
    },
  }
}
