import type { Condition } from './item-filter.ts'

/** What is counted of items, column by column; a row is an item, in no order that matters. */
export interface ItemColumns {
  size: number
  /** Of an item's id; undefined for one that is not among them. */
  rowOf: (id: number) => number | undefined
  type: readonly string[]
  /** Decades, counted in tens of years: 189 is 1890 to 1899. Null for an undated item. */
  from: readonly (number | null)[]
  to: readonly (number | null)[]
  collection: readonly (number | null)[]
  /** A link of an item to a subject: the row and the subject's id, at the same place of both. */
  linkRow: readonly number[]
  linkSubject: readonly number[]
}

/** Eight-digit dates in a decade. */
const DECADE = 100_000

/**
 * Each answers one row of JSON lists: taking thousands of rows one by one costs several times as much.
 * @param most of all items are shown: no index has every column, and the table in its own order is then read twice as quickly as by one.
 */
const columnsSql = ({ text }: Condition, most: boolean) => ({
  items: `select json_group_array(id), json_group_array(type), json_group_array(span_start / ${DECADE}),
    json_group_array(span_end / ${DECADE}), json_group_array(collection_id) from item ${most ? 'not indexed' : ''} where ${text}`,
  subjects: 'select json_group_array(item_id), json_group_array(subject_id) from item_subject',
})

/** @param lists the one row that a statement answers, taken apart. */
export function readColumns(shown: Condition, most: boolean, lists: (sql: string) => unknown[][]): ItemColumns {
  const sql = columnsSql(shown, most)
  const [ids, type, from, to, collection] = lists(sql.items) as [number[], string[], number[], number[], number[]]
  const [linked, subjects] = lists(sql.subjects) as [number[], number[]]
  const rowOf = rowFinder(ids)
  const linkRow: number[] = []
  const linkSubject: number[] = []
  for (let at = 0; at < linked.length; at++) {
    const row = rowOf(linked[at]!)
    if (row === undefined) continue
    linkRow.push(row)
    linkSubject.push(subjects[at]!)
  }
  return { size: ids.length, rowOf, type, from, to, collection, linkRow, linkSubject }
}

/** Ids nearly always lie close together: a list of rows is then several times as quick as a Map. */
const CLOSE = 16
function rowFinder(ids: readonly number[]): ItemColumns['rowOf'] {
  const last = ids.reduce((most, id) => Math.max(most, id), 0)
  if (last > CLOSE * ids.length) {
    const rows = new Map(ids.map((id, row) => [id, row]))
    return (id) => rows.get(id)
  }
  const none = -1
  const rows = new Int32Array(last + 1).fill(none)
  for (let row = 0; row < ids.length; row++) rows[ids[row]!] = row
  return (id) => (rows[id] === none ? undefined : rows[id])
}
