import type { StatementSync } from 'node:sqlite'
import type { ArchiveDatabase } from '../database/open.ts'
import type { ArchiveState } from './archive-state.ts'
import { itemConditions } from './item-filter.ts'
import type { ItemQuery } from './item-filter.ts'
import { itemListSql, itemSql } from './item-statements.ts'
import { JsonText } from './json-text.ts'
import { bound, createUntilChanged, keep, prepareReading } from './kept.ts'
import type { Values } from './kept.ts'
import { PUBLIC } from './view.ts'
import type { View } from './view.ts'

/** So many shapes of queries, and so many counts, are kept. */
const SHAPES = 300
const COUNTS = 5000

/**
 * Items, spec §3 "Item (as read)". The statements run on the read connection without Kysely between: this is the call that the
 * whole archive waits for. The public has statements of its own, which ask nothing about who is looking.
 */
export function createItems(reader: ArchiveDatabase, state: { read(): ArchiveState }) {
  const shapes = new Map<string, { count: StatementSync; page: StatementSync }>()
  const countedUntilChanged = createUntilChanged<number>(state, COUNTS)
  const prepare = (text: string) => prepareReading(reader, text)
  const one = { published: prepare(itemSql('published')), own: prepare(itemSql('own')), all: prepare(itemSql('all')) }
  const first = (statement: StatementSync, values: Values, view: View) =>
    (statement.get(...bound(values, view)) as unknown as [unknown] | undefined)?.[0]

  function counted(statement: StatementSync, shape: string, values: Values, view: View): number {
    const count = () => first(statement, values, view) as number
    return view.reach === 'published' ? countedUntilChanged(`${shape}\n${JSON.stringify(values)}`, count) : count()
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
