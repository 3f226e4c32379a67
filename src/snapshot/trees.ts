import type { RowProblem } from './row-checks.ts'
import type { ListName, SnapshotLists } from './plans.ts'

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
