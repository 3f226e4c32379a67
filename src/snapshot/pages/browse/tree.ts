import type { Link } from '#rules/addresses/page-addresses.ts'

/** A subject or collection in its tree: `count` are its own items, `all` includes descendants. */
export interface TreeNode extends Link {
  id: number
  count: number
  all: number
  children: TreeNode[]
}

interface Source<Row> {
  rows: readonly Row[]
  idOf(row: Row): number
  parentOf(row: Row): number | null
  link(row: Row): Link
  /** Ids of the row's own items; an item in several nodes of a branch counts once in `all`. */
  itemsOf(row: Row): Iterable<number>
  inOrder(a: Row, b: Row): number
}

/** Builds the trees. Every row appears once: rows with a missing parent, or in a cycle, become roots. */
export function treeOf<Row>({ rows, idOf, parentOf, link, itemsOf, inOrder }: Source<Row>): TreeNode[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const inCycle = ownAncestors(byId, parentOf)
  const children = new Map<number, Row[]>()
  const roots: Row[] = []
  for (const row of rows) {
    const parent = parentOf(row)
    if (parent === null || !byId.has(parent) || inCycle.has(idOf(row))) roots.push(row)
    else children.set(parent, [...(children.get(parent) ?? []), row])
  }
  const build = (row: Row): { node: TreeNode; items: Set<number> } => {
    const own = new Set(itemsOf(row))
    const below = [...(children.get(idOf(row)) ?? [])].sort(inOrder).map(build)
    const items = new Set(own)
    for (const child of below) for (const id of child.items) items.add(id)
    const node = {
      ...link(row),
      id: idOf(row),
      count: own.size,
      all: items.size,
      children: below.map((child) => child.node),
    }
    return { node, items }
  }
  return roots.sort(inOrder).map((row) => build(row).node)
}

/** Ids that are their own ancestors. */
function ownAncestors<Row>(byId: Map<number, Row>, parentOf: (row: Row) => number | null): Set<number> {
  const found = new Set<number>()
  for (const start of byId.keys()) {
    const seen = new Set<number>()
    let at: number | null = start
    while (at !== null && byId.has(at) && !seen.has(at)) {
      seen.add(at)
      at = parentOf(byId.get(at)!)
    }
    if (at === start) found.add(start)
  }
  return found
}

/** The tree as one list, parents before children. */
export const flatten = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])
