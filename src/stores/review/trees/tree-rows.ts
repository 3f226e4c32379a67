import type { TreeRow } from '#contract/tree.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'

/** A row of the tree as it is drawn. Levels, positions and sizes count from 1, as ARIA does. */
export interface ShownRow {
  row: TreeRow
  level: number
  position: number
  size: number
  /** Null for a row without branches. */
  isOpen: boolean | null
  /** Items filed at it and below it. */
  all: number
}

/** Rows by parent. A parent that is missing, or discarded, leaves its rows at the top level. */
function childrenOf(rows: readonly TreeRow[]): Map<number | null, TreeRow[]> {
  const known = new Set(rows.map(({ id }) => id))
  return Map.groupBy(rows, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
}

/** The ids of a row and of everything below it. */
export function branchOf(rows: readonly TreeRow[], id: number): Set<number> {
  const children = childrenOf(rows)
  const found = new Set<number>()
  const walk = (each: number) => {
    if (found.has(each)) return
    found.add(each)
    for (const child of children.get(each) ?? []) walk(child.id)
  }
  walk(id)
  return found
}

/** The rows above one, the nearest first. */
export function aboveOf(rows: readonly TreeRow[], id: number): number[] {
  const parents = new Map(rows.map((row) => [row.id, row.parent]))
  const above: number[] = []
  for (let at = parents.get(id); at != null && !above.includes(at) && parents.has(at); at = parents.get(at))
    above.push(at)
  return above
}

/** The rows to draw: of open branches, or with words those that match, below the rows above them. */
export function shownRows(rows: readonly TreeRow[], open: ReadonlySet<number>, words: string): ShownRow[] {
  const children = childrenOf(rows)
  const wanted = searchWords(words)
  const parents = new Map(rows.map((row) => [row.id, row.parent]))
  const matches = new Set<number>()
  if (wanted.length > 0) {
    for (const { id, name } of rows) {
      const text = indexText(name)
      if (!wanted.every((word) => text.includes(word))) continue
      for (let at: number | null | undefined = id; at != null && !matches.has(at); at = parents.get(at)) matches.add(at)
    }
  }
  const totals = new Map<number, number>()
  const total = (row: TreeRow): number => {
    const known = totals.get(row.id)
    if (known !== undefined) return known
    totals.set(row.id, row.items)
    const all = (children.get(row.id) ?? []).reduce((sum, child) => sum + total(child), row.items)
    totals.set(row.id, all)
    return all
  }
  const shown: ShownRow[] = []
  const walk = (parent: number | null, level: number) => {
    const siblings = (children.get(parent) ?? []).filter(({ id }) => wanted.length === 0 || matches.has(id))
    for (const [at, row] of siblings.entries()) {
      const below = (children.get(row.id) ?? []).filter(({ id }) => wanted.length === 0 || matches.has(id))
      const isOpen = below.length === 0 ? null : wanted.length > 0 || open.has(row.id)
      shown.push({ row, level, position: at + 1, size: siblings.length, isOpen, all: total(row) })
      if (isOpen) walk(row.id, level + 1)
    }
  }
  walk(null, 1)
  return shown
}
