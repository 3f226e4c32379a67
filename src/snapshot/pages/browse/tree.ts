import type { Item } from '#contract/item.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { inListOrder } from '#views/item-lists.ts'

/** A subject or collection in its tree: `count` are its own items, `all` includes descendants. */
export type TreeNode<Own extends Link = Link> = Own & {
  id: number
  count: number
  all: number
  children: TreeNode<Own>[]
}

interface Source<Row, Own> {
  /** The top-level rows for null. */
  childrenOf(parent: number | null): Row[]
  link(row: Row): Own
  /** An item in several nodes of a branch counts once in `all`. */
  itemsOf(id: number): readonly { id: number }[]
  inOrder(a: Row, b: Row): number
}

export function treeOf<Row extends { id: number }, Own extends Link>(source: Source<Row, Own>): TreeNode<Own>[] {
  const build = (row: Row): { node: TreeNode<Own>; items: Set<number> } => {
    const own = source.itemsOf(row.id).map(({ id }) => id)
    const below = source.childrenOf(row.id).toSorted(source.inOrder).map(build)
    const items = new Set([...own, ...below.flatMap((child) => [...child.items])])
    const children = below.map(({ node }) => node)
    return { node: { ...source.link(row), id: row.id, count: own.length, all: items.size, children }, items }
  }
  return source
    .childrenOf(null)
    .toSorted(source.inOrder)
    .map((row) => build(row).node)
}

/** The items of a record and of all below it, each once, in list order: what its page lists, and what `all` counts. Those of each record are found once. */
export function itemsWithin(
  childrenOf: (parent: number) => readonly { id: number }[],
  itemsOf: (id: number) => readonly Item[],
): (id: number) => readonly Item[] {
  const known = new Map<number, readonly Item[]>()
  function find(id: number): readonly Item[] {
    if (childrenOf(id).length === 0) return itemsOf(id)
    const branch = new Set([id])
    // A set goes on to what is added to it.
    for (const each of branch) for (const child of childrenOf(each)) branch.add(child.id)
    return inListOrder([...new Set([...branch].flatMap(itemsOf))])
  }
  return (id) => {
    const items = known.get(id) ?? find(id)
    known.set(id, items)
    return items
  }
}

/** Most lines of a tree on one page. */
export const TREE_LINES = 400

/** How many levels of a tree fit on a page; deeper ones are on the pages of their parents. */
export function levelsThatFit(nodes: readonly TreeNode[], most = TREE_LINES): number {
  let [levels, level, lines] = [1, nodes, nodes.length]
  for (;;) {
    level = level.flatMap((node) => node.children)
    lines += level.length
    if (level.length === 0 || lines > most) return levels
    levels++
  }
}

/** The tree as one list, parents before children. */
export const flatten = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])
