import * as v from 'valibot'
import type { LeftOut, Problem } from './bundle-row.ts'
import type { List } from './lists.ts'
import { readRow, type ReadRow } from './read-row.ts'

/** Whether a row can do without this field. One of a wrong visibility would count as published, and one of a wrong key as another record. */
export const isOptional = (list: List, field: string): boolean =>
  ![list.key, 'visibility', 'state', ...(list.identity ?? [])].includes(field) &&
  v.is(list.columns[field]!.schema, undefined)

/** Reads a row without what is left out of it: its cells are as if they had never been there. */
export function readRest(list: List, cells: Record<string, unknown>, leftOut: readonly LeftOut[] = []): ReadRow {
  const gone = new Set(leftOut.flatMap(({ field, key }) => (key === undefined ? [field] : [])))
  const rest = readRow(list, Object.fromEntries(Object.entries(cells).filter(([field]) => !gone.has(field))))
  for (const { field, key } of leftOut)
    if (key !== undefined) rest.row[field] = (rest.row[field] as unknown[]).filter((each) => each !== key)
  return rest
}

/** Reads a row. Wrong values that it can do without are left out and reported in `spared`; `problems` refuse the row. */
export function readSparing(list: List, cells: Record<string, unknown>): ReadRow & { spared: Problem[] } {
  const read = readRow(list, cells)
  const spared = read.problems.filter(({ field }) => isOptional(list, field))
  const rest = spared.length > 0 ? readRest(list, cells, spared) : read
  return rest.problems.length === 0 ? { ...rest, spared } : { ...read, spared: [] }
}
