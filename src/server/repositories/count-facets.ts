import type { ItemColumns } from './item-columns.ts'
import type { Facet } from './item-filter.ts'

/** A bit per facet, which is counted without its own filter. */
export const BIT: Record<Facet, number> = { type: 1, time: 2, subjects: 4, collection: 8 }
/** The bit of all other filters, which no facet ignores. */
export const OUTSIDE = 16

type Tally<K> = Map<K, number>
/** The number of items per value. */
export interface Tallies {
  count: number
  undated: number
  types: Tally<string>
  /** By first year. */
  decades: Tally<number>
  subjects: Tally<number>
  /** Per collection, without its descendants. */
  collections: Tally<number>
}

const add = <K>(tally: Tally<K>, key: K, count = 1) => tally.set(key, (tally.get(key) ?? 0) + count)

/**
 * Counts all facets in one pass: an item counts in a facet if it fails no filter but that facet's own.
 * @param failed by row, the bits of the filters that it fails. @param years first and last year of the decades.
 */
export function countFacets(columns: ItemColumns, failed: Uint8Array, years: readonly [number, number]): Tallies {
  const types: Tallies['types'] = new Map()
  const decades: Tallies['decades'] = new Map()
  const subjects: Tallies['subjects'] = new Map()
  const collections: Tallies['collections'] = new Map()
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

/** Adds the counts of descendants to each collection. @param parents of the visible collections; items of others are not counted. */
export function countNested(own: Tally<number>, parents: ReadonlyMap<number, number | null>): Tally<number> {
  const counts = new Map<number, number>()
  for (const [collection, count] of own) {
    const seen = new Set<number>()
    // Stops at a cycle.
    for (let at: number | null = collection; at !== null && parents.has(at) && !seen.has(at);) {
      seen.add(at)
      add(counts, at, count)
      at = parents.get(at)!
    }
  }
  return counts
}
