import type * as v from 'valibot'
import type { Item } from '#contract/item.ts'
import { readRow } from '#contract/read-row.ts'
import { sortKeys } from './files.ts'
import { keyOf, type ListName, type SnapshotLists } from './plans.ts'

export interface RowProblem {
  list: ListName
  id: string | number | null
  field: string
  reason: string
}

interface CheckedRows {
  rows: unknown[]
  problems: RowProblem[]
  /** Number of unpublished rows; only counted, because nothing of them may become public. */
  unpublished: number
}

/** Collects the rows of a list as they are read: only the valid ones stay in memory. */
interface RowCollector {
  add(answers: readonly unknown[]): void
  finish(): CheckedRows
}

/**
 * Reads each row separately. Odd fields, rows without what every row needs, and different rows with the same id are left out and reported. What stays in
 * memory of a row is what `compact` returns.
 */
export function collectRows(
  list: ListName,
  schema: v.GenericSchema,
  compact: (row: unknown) => unknown = (row) => row,
): RowCollector {
  const checked: CheckedRows = { rows: [], problems: [], unpublished: 0 }
  const seen = new Map<string | number, unknown>()
  function add(answer: unknown): void {
    const id = keyOf(answer) ?? null
    if (isUnpublished(answer)) {
      checked.unpublished++
      return
    }
    const { row, problems } = readRow(schema, answer)
    checked.problems.push(...problems.map((problem) => ({ list, id, ...problem })))
    if (row === undefined) return
    // A lot may lie in several zones: a row for each.
    const key = (list === 'lots' ? undefined : keyOf(row)) ?? rowText(row)
    const earlier = seen.get(key)
    if (earlier === undefined) {
      const kept = compact(row)
      seen.set(key, kept)
      checked.rows.push(kept)
    } else if (rowText(earlier) !== rowText(row)) {
      checked.problems.push({ list, id, field: '', reason: 'Another record has the same id.' })
    }
  }
  return {
    add: (answers) => answers.forEach(add),
    finish() {
      checked.rows.sort(compareRows)
      return checked
    },
  }
}

export function checkRows(list: ListName, schema: v.GenericSchema, answers: readonly unknown[]): CheckedRows {
  const rows = collectRows(list, schema)
  rows.add(answers)
  return rows.finish()
}

/** True for a row of any list with a visibility other than published. (The schema requires a visibility of items only.) */
function isUnpublished(answer: unknown): boolean {
  const visibility = (answer as { visibility?: unknown } | null)?.visibility
  return typeof visibility === 'string' && visibility !== 'published'
}

export const sortScans = (item: Item): unknown =>
  item.item_scans.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.id - b.id)

/** Equal rows have equal texts. */
export const rowText = (row: unknown) => JSON.stringify(sortKeys(row))

/** By id; rows without one, or with the same one, by their content. */
function compareRows(a: unknown, b: unknown): number {
  const [one, other] = [keyOf(a), keyOf(b)]
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const order = compareText(String(one ?? rowText(a)), String(other ?? rowText(b)))
  return order === 0 ? compareText(rowText(a), rowText(b)) : order
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Breaks cycles of parents: the record with the lowest id in a cycle becomes a root. Changes the rows in place and reports the changes.
 */
export const breakCycles = (lists: SnapshotLists): RowProblem[] => [
  ...breakCyclesOf('collections', lists.collections, 'parent_collection'),
  ...breakCyclesOf('subjects', lists.subjects, 'subject_parent'),
]

function breakCyclesOf<Row extends { id: number }>(
  list: ListName,
  rows: readonly Row[],
  parentField: keyof Row & string,
): RowProblem[] {
  const parentOf = (row: Row) => row[parentField] as number | null
  const byId = new Map(rows.map((row) => [row.id, row]))
  const safe = new Set<number>()
  const problems: RowProblem[] = []
  for (const row of [...rows].sort((a, b) => a.id - b.id)) {
    const path: Row[] = []
    let at: Row | undefined = row
    while (at && !safe.has(at.id) && !path.includes(at)) {
      path.push(at)
      const parent = parentOf(at)
      at = parent === null ? undefined : byId.get(parent)
    }
    if (at && path.includes(at)) {
      const cycle = path.slice(path.indexOf(at))
      const root = cycle.reduce((lowest, each) => (each.id < lowest.id ? each : lowest))
      ;(root as Record<string, unknown>)[parentField] = null
      problems.push({
        list,
        id: root.id,
        field: parentField,
        reason: 'The record is its own ancestor; its parent was removed.',
      })
    }
    for (const each of path) safe.add(each.id)
  }
  return problems
}
