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
  itemsOf(id: number): readonly unknown[]
  itemsWithin(id: number): readonly unknown[]
  inOrder(a: Row, b: Row): number
}

export function treeOf<Row extends { id: number }, Own extends Link>(source: Source<Row, Own>): TreeNode<Own>[] {
  const build = (row: Row): TreeNode<Own> => ({
    ...source.link(row),
    id: row.id,
    count: source.itemsOf(row.id).length,
    all: source.itemsWithin(row.id).length,
    children: source.childrenOf(row.id).toSorted(source.inOrder).map(build),
  })
  return source.childrenOf(null).toSorted(source.inOrder).map(build)
}

/** A record of a tree with all below it: the list of items of each that has some, and these lists in one. */
interface Branch {
  lists: readonly (readonly Item[])[]
  items: readonly Item[]
}
/** By the id of the record on top. */
export type Branches = Map<number, Branch>

/**
 * The items of a record and of all below it, each once, in list order: what its page lists, and what `all` counts. `known` are those found before, also in an
 * earlier archive: a branch is the same while the lists in it are.
 */
export function itemsWithin(
  id: number,
  childrenOf: (parent: number) => readonly { id: number }[],
  itemsOf: (id: number) => readonly Item[],
  known: Branches,
): readonly Item[] {
  const branch = new Set([id])
  // A set goes on to what is added to it.
  for (const each of branch) for (const child of childrenOf(each)) branch.add(child.id)
  const lists = [...branch].map(itemsOf).filter(({ length }) => length > 0)
  const before = known.get(id)
  if (before?.lists.length === lists.length && before.lists.every((list, at) => list === lists[at])) return before.items
  const items = lists.length <= 1 ? (lists[0] ?? []) : inListOrder([...new Set(lists.flat())])
  known.set(id, { lists, items })
  return items
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
