import type { ItemColumns } from './item-columns.ts'
import type { Chosen } from './item-filter.ts'

/** A bit for each facet that is counted without its own filter. */
export const BIT: Record<Chosen, number> = { type: 1, time: 2, subjects: 4, collection: 8 }
/** Of an item that fails a filter which is no facet's own: bits that no facet takes away. */
export const OUTSIDE = 16

type Tally<K> = Map<K, number>
/** How many items each value has. */
export interface Tallies {
  count: number
  undated: number
  types: Tally<string>
  /** By first year. */
  decades: Tally<number>
  subjects: Tally<number>
  /** Of the collection itself, without those below it. */
  collections: Tally<number>
}

const add = <K>(tally: Tally<K>, key: K, count = 1) => tally.set(key, (tally.get(key) ?? 0) + count)

/**
 * Counts every facet in one pass: an item counts in a facet when it fails no filter but that facet's own.
 * @param failed by row, the bits of the filters that the item fails.
 * @param years the first and the last decade that are told, each by a year of it.
 */
export function countFacets(columns: ItemColumns, failed: Uint8Array, years: readonly [number, number]): Tallies {
  const [types, decades, subjects, collections] = [
    new Map<string, number>(),
    new Map<number, number>(),
    new Map<number, number>(),
    new Map<number, number>(),
  ]
  const [earliest, last] = years.map((year) => Math.floor(year / 10)) as [number, number]
  let [count, undated] = [0, 0]
  for (let row = 0; row < failed.length; row++) {
    const bits = failed[row]!
    if (bits === 0) count += 1
    if ((bits & ~BIT.type) === 0) add(types, columns.type[row]!)
    const [collection, from, to] = [columns.collection[row]!, columns.from[row]!, columns.to[row]!]
    if ((bits & ~BIT.collection) === 0 && collection !== null) add(collections, collection)
    if ((bits & ~BIT.time) !== 0) continue
    if (from === null || to === null) undated += 1
    else for (let at = Math.max(from, earliest); at <= Math.min(to, last); at++) add(decades, at * 10)
  }
  for (let at = 0; at < columns.linkRow.length; at++) {
    if ((failed[columns.linkRow[at]!]! & ~BIT.subjects) === 0) add(subjects, columns.linkSubject[at]!)
  }
  return { count, undated, types, decades, subjects, collections }
}

/**
 * Counts of collections with what lies in those below them.
 * @param parents of every collection that the caller may see: what lies in another counts in none, as it is found by none.
 */
export function countNested(own: Tally<number>, parents: ReadonlyMap<number, number | null>): Tally<number> {
  const counts = new Map<number, number>()
  for (const [collection, count] of own) {
    const seen = new Set<number>()
    // A cycle ends where it began.
    for (let at: number | null = collection; at !== null && parents.has(at) && !seen.has(at);) {
      seen.add(at)
      add(counts, at, count)
      at = parents.get(at)!
    }
  }
  return counts
}
