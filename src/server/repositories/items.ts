import type { StatementSync } from 'node:sqlite'
import type { ArchiveDatabase } from '../database/open.ts'
import type { ArchiveState } from './archive-state.ts'
import { itemConditions } from './item-filter.ts'
import type { ItemQuery } from './item-filter.ts'
import { itemListSql, itemSql } from './item-statements.ts'
import { JsonText } from './json-text.ts'
import { PUBLIC, VIEWER } from './view.ts'
import type { View } from './view.ts'

/** So many shapes of queries, and so many counts, are kept. */
const SHAPES = 300
const COUNTS = 5000
/** Characters; a question that is longer is asked once, and its count is not kept. */
const LONGEST_KEY = 2000

type Values = (string | number)[]

function keep<V>(cache: Map<string, V>, key: string, value: V, most: number): V {
  if (cache.size >= most) cache.delete(cache.keys().next().value!)
  cache.set(key, value)
  return value
}

/** What a statement is given: who looks, where it is not the public, and the values. */
const bound = (values: Values, { reach, viewer }: View): [...Values] =>
  reach === 'published' ? values : ([{ [VIEWER]: viewer }, ...values] as unknown as Values)

/**
 * Items, spec §3 "Item (as read)". The statements run on the read connection without Kysely between: this is the call that the
 * whole archive waits for. The public has statements of its own, which ask nothing about who is looking.
 */
export function createItems(reader: ArchiveDatabase, state: { read(): ArchiveState }) {
  const shapes = new Map<string, { count: StatementSync; page: StatementSync }>()
  const counts = new Map<string, number>()
  let countedAt = 0
  const prepare = (text: string) => {
    const statement = reader.sqlite.prepare(text)
    statement.setReturnArrays(true)
    if (!text.includes(VIEWER)) statement.setAllowUnknownNamedParameters(true)
    return statement
  }
  const one = { published: prepare(itemSql('published')), own: prepare(itemSql('own')), all: prepare(itemSql('all')) }
  const first = (statement: StatementSync, values: Values, view: View) =>
    (statement.get(...bound(values, view)) as unknown as [unknown] | undefined)?.[0]

  /** A count of published items holds until the archive changes; drafts come and go without changing it, and theirs is counted each time. */
  function counted(statement: StatementSync, shape: string, values: Values, view: View): number {
    if (view.reach !== 'published') return first(statement, values, view) as number
    const { counter } = state.read()
    if (counter !== countedAt) {
      counts.clear()
      countedAt = counter
    }
    const key = `${shape}\n${JSON.stringify(values)}`
    const known = counts.get(key)
    if (known !== undefined) return known
    const count = first(statement, values, view) as number
    return key.length > LONGEST_KEY ? count : keep(counts, key, count, COUNTS)
  }

  return {
    /** `{count, results}` of the contract's itemPage. A page past the end is empty with the true count (design.md). */
    list(query: ItemQuery, thisYear: number, view = PUBLIC): JsonText {
      const conditions = itemConditions(query, thisYear, view.reach)
      if (!conditions) return new JsonText('{"count":0,"results":[]}')
      const shape = [view.reach, ...conditions.map((condition) => condition.text)].join('\n')
      const values = conditions.flatMap((condition) => condition.values)
      let statements = shapes.get(shape)
      if (!statements) {
        const sql = itemListSql(conditions, view.reach)
        statements = keep(shapes, shape, { count: prepare(sql.count), page: prepare(sql.page) }, SHAPES)
      }
      const count = counted(statements.count, shape, values, view)
      const offset = (query.page - 1) * query.page_size
      const rows = offset < count ? statements.page.all(...bound([...values, query.page_size, offset], view)) : []
      return new JsonText(`{"count":${count},"results":[${rows.flat().join(',')}]}`)
    },
    /** One item; undefined for a draft that is not the caller's to see. */
    find(id: number, view = PUBLIC): JsonText | undefined {
      const text = first(one[view.reach], [id], view)
      return text === undefined ? undefined : new JsonText(text as string)
    },
  }
}
