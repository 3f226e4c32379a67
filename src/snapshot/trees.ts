import type { RowProblem } from './row-checks.ts'
import type { ListName } from './plans.ts'

/**
 * Takes circles out of a tree: where a record is its own ancestor, the one of the circle with the lowest id becomes a root.
 * Changes the rows and names what it changed.
 */
export function breakCircles<Row extends { id: number }>(
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
      const circle = path.slice(path.indexOf(at))
      const root = circle.reduce((lowest, each) => (each.id < lowest.id ? each : lowest))
      ;(root as Record<string, unknown>)[parentField] = null
      problems.push({
        list,
        id: root.id,
        field: parentField,
        reason: 'It is its own ancestor; its parent was left out.',
      })
    }
    for (const each of path) safe.add(each.id)
  }
  return problems
}
