import { MOST_FACET_SUBJECTS, type ItemFacets } from '#contract/item-facets.ts'
import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'

/**
 * The facet that a filter of spec §7 belongs to. A facet is counted without its own filter, so that it shows what each choice would find. A filter by all
 * of several subjects (AND) also narrows the list of subjects.
 */
export const FACET_OF = {
  type: 'type',
  date: 'time',
  subjects_or: 'subjects',
  collection: 'collection',
  collections: 'collection',
} as const
export type Facet = (typeof FACET_OF)[keyof typeof FACET_OF]

/** What an item fails, as bits: the filter of each facet, and any other filter. */
export const FAILS: Record<Facet | 'others', number> = { type: 1, time: 2, subjects: 4, collection: 8, others: 16 }

/** The columns that facets are counted from; a row is an item, in no particular order. */
export interface FacetColumns {
  type: readonly ItemType[]
  /** Decades in tens of years: 189 is 1890 to 1899. Null for an undated item. */
  from: readonly (number | null)[]
  to: readonly (number | null)[]
  collection: ArrayLike<number | null>
  /** Links of items to subjects: row and subject id at the same index. */
  linkRow: ArrayLike<number>
  linkSubject: ArrayLike<number>
}
/** The records that facets name. Items of other collections are not counted. */
export interface FacetNames {
  subjects: readonly (readonly [id: number, name: string])[]
  /** One that is not listed still counts for those above it. */
  collections: readonly (readonly [id: number, name: string, parent: number | null, isListed?: unknown])[]
}
interface Options {
  thisYear: number
  /** Subjects that are listed even if they are rare. */
  chosen: readonly number[]
}

type Tally<K> = Map<K, number>
const add = <K>(tally: Tally<K>, key: K, count = 1) => tally.set(key, (tally.get(key) ?? 0) + count)

/** Counts all facets in one pass. @param failed by row, what the item fails. */
export function countFacets(
  columns: FacetColumns,
  failed: Uint8Array,
  names: FacetNames,
  options: Options,
): ItemFacets {
  const [types, decades, subjects, collections]: [Tally<ItemType>, Tally<number>, Tally<number>, Tally<number>] = [
    new Map(),
    new Map(),
    new Map(),
    new Map(),
  ]
  const [earliest, last] = [Math.floor(TIME.firstYear / 10), Math.floor(options.thisYear / 10)]
  let [count, undated, earlier] = [0, 0, 0]
  for (let row = 0; row < failed.length; row++) {
    const bits = failed[row]!
    if (bits === 0) count += 1
    if ((bits & ~FAILS.type) === 0) add(types, columns.type[row]!)
    const [collection, from, to] = [columns.collection[row]!, columns.from[row]!, columns.to[row]!]
    if ((bits & ~FAILS.collection) === 0 && collection !== null) add(collections, collection)
    if ((bits & ~FAILS.time) !== 0) continue
    if (from === null || to === null) undated += 1
    else {
      if (from < earliest) earlier += 1
      for (let at = Math.max(from, earliest); at <= Math.min(to, last); at++) add(decades, at * 10)
    }
  }
  for (let at = 0; at < columns.linkRow.length; at++)
    if ((failed[columns.linkRow[at]!]! & ~FAILS.subjects) === 0) add(subjects, columns.linkSubject[at]!)

  const parents = new Map(names.collections.map(([id, , parent]) => [id, parent]))
  const nested: Tally<number> = new Map()
  for (const [collection, own] of collections)
    for (const each of withAncestors(collection, parents)) add(nested, each, own)
  const { chosen } = options
  return {
    count,
    types: ITEM_TYPES.flatMap((type) => (types.has(type) ? [{ type, count: types.get(type)! }] : [])),
    decades: [...decades].map(([decade, count]) => ({ decade, count })).sort((a, b) => a.decade - b.decade),
    undated,
    earlier,
    subjects: names.subjects
      .flatMap(([id, subject_name]) => (subjects.has(id) ? [{ id, subject_name, count: subjects.get(id)! }] : []))
      .sort((a, b) => b.count - a.count || a.id - b.id)
      .filter(({ id }, place) => place < MOST_FACET_SUBJECTS || chosen.includes(id)),
    collections: names.collections
      .flatMap(([id, collection_name, , isListed = true]) =>
        isListed && nested.has(id) ? [{ id, collection_name, count: nested.get(id)! }] : [],
      )
      .sort((a, b) => a.id - b.id),
  }
}

/** A collection and its ancestors, nearest first; without unknown ones, and stopping at a cycle. */
function withAncestors(collection: number, parents: ReadonlyMap<number, number | null>): Set<number> {
  const found = new Set<number>()
  for (let at: number | null = collection; at !== null && parents.has(at) && !found.has(at);) {
    found.add(at)
    at = parents.get(at)!
  }
  return found
}
