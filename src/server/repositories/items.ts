import { LRUCache } from 'lru-cache'
import type { Query } from '#contract/endpoints.ts'
import { SEARCH_WORK } from '#contract/limits.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase, ReadStatement, Values } from '../database/archive-database.ts'
import type { ReadState } from './archive-state.ts'
import { SEARCHED, itemConditions } from './item-filter.ts'
import { itemListSql, itemSql } from './item-statements.ts'
import { JsonText } from '../json/json-text.ts'
import { memoizeUntilChange } from './memoize.ts'
import { createSpelling } from './spelling.ts'
import { PUBLIC, type View } from './view.ts'

/** Cached queries, and cached counts. */
const QUERIES = 300
const COUNTS = 5000

/** Items, spec §3 "Item (as read)", with prepared statements instead of Kysely, since this call is the hottest. Queries for the public do not bind a viewer. */
export function createItems(reader: ArchiveDatabase, state: ReadState) {
  const queries = new LRUCache<string, { count: ReadStatement; page: ReadStatement }>({ max: QUERIES })
  const spelling = createSpelling(reader)
  const cachedCount = memoizeUntilChange<number>(state, COUNTS)
  const prepare = (text: string) => reader.prepareRead(text)
  const one = { published: prepare(itemSql('published')), own: prepare(itemSql('own')), all: prepare(itemSql('all')) }
  const first = async (statement: ReadStatement, values: Values, { viewer }: View) =>
    (await statement.all(values, viewer))[0]?.[0]

  async function counted(statement: ReadStatement, shape: string, values: Values, view: View): Promise<number> {
    const count = async () => (await first(statement, values, view)) as number
    return view.reach === 'published' ? cachedCount(`${shape}\n${JSON.stringify(values)}`, count) : count()
  }

  return {
    /** `{count, results, shortened?, suggestion?}` of the contract's itemPage. A page past the end is empty with the true count. */
    async list(query: Query<'items'>, thisYear: number, view = PUBLIC): Promise<JsonText> {
      const conditions = itemConditions(query, thisYear, view.reach)
      if (!conditions) return new JsonText('{"count":0,"results":[]}')
      const shape = [view.reach, ...conditions.map((condition) => condition.text)].join('\n')
      const values = conditions.flatMap((condition) => condition.values)
      const key = `${query.sort}\n${shape}`
      let statements = queries.get(key)
      if (!statements) {
        const sql = itemListSql(conditions, view.reach, query.sort)
        queries.set(key, (statements = { count: prepare(sql.count), page: prepare(sql.page) }))
      }
      const matches = await counted(statements.count, shape, values, view)
      const { shortened } = searchTerms(query.search ?? '')
      if (query.search && matches > SEARCH_WORK.ranked) shortened.push('matches')
      const count = query.search ? Math.min(matches, SEARCH_WORK.ranked) : matches
      const offset = (query.page - 1) * query.page_size
      const rows = offset < count ? await statements.page.all([...values, query.page_size, offset], view.viewer) : []
      const others = conditions.filter(({ text }) => text !== SEARCHED)
      const suggestion = query.search && matches === 0 ? await spelling.correct(query.search, others, view) : undefined
      const extra = `${shortened.length > 0 ? `,"shortened":${JSON.stringify(shortened)}` : ''}${
        suggestion === undefined ? '' : `,"suggestion":${JSON.stringify(suggestion)}`
      }`
      return new JsonText(`{"count":${count},"results":[${rows.flat().join(',')}]${extra}}`)
    },
    /** One item; undefined if the caller may not see it. */
    async find(id: number, view = PUBLIC): Promise<JsonText | undefined> {
      const text = await first(one[view.reach], [id], view)
      return text === undefined ? undefined : new JsonText(text as string)
    },
  }
}
