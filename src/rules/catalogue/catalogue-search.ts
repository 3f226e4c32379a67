import { MOST_FACET_SUBJECTS, type ItemFacets, type ItemPlaces } from '#contract/item-facets.ts'
import { ITEM_TYPES } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { cardsFile, type Catalogue, type CatalogueQuery } from './catalogue.ts'
import type { CatalogueColumns, Links } from './catalogue-file.ts'
import { inTimeRange } from '../dates/time-range.ts'

/** One bit per filter that its own facet ignores, and one for all other filters. */
const BIT = { type: 1, time: 2, subjects: 4, collection: 8, others: 16 } as const

/** The item filter of spec §7 over the last build's columns. @param thisYear the end of the full time range (rules/dates/time-range). */
export function openCatalogue(columns: CatalogueColumns, thisYear: number): Catalogue {
  const { count, ids, types, starts, ends, locations, collectionOf } = columns
  const parents = new Map(columns.collections.map(([id, , parent]) => [id, parent]))
  const order = Uint32Array.from({ length: count }, (_, row) => row)
  const startOf = (row: number) => (starts[row]! < 0 ? Infinity : starts[row]!)
  order.sort((a, b) => (startOf(a) === startOf(b) ? a - b : startOf(a) - startOf(b)))

  /** For each row, the bits of the filters that the item fails. */
  function failedFilters(query: CatalogueQuery): Uint8Array {
    const bits = new Uint8Array(count)
    const applyFilter = (bit: number, passes: (row: number) => boolean) => {
      for (let row = 0; row < count; row++) if (!passes(row)) bits[row]! |= bit
    }
    const { matching, date, type, location, collection, organizations, people, subjects } = query
    if (matching) applyFilter(BIT.others, (row) => matching.has(ids[row]!))
    if (location?.length) applyFilter(BIT.others, (row) => location.includes(locations[row]!))
    if (organizations?.length) applyFilter(BIT.others, linked(columns.organizations, organizations, 'OR'))
    if (people?.ids.length) applyFilter(BIT.others, linked(columns.people, people.ids, people.mode))
    if (subjects?.ids.length)
      applyFilter(
        subjects.mode === 'OR' ? BIT.subjects : BIT.others,
        linked(columns.subjectsOf, subjects.ids, subjects.mode),
      )
    if (type) {
      const wanted = ITEM_TYPES.indexOf(type)
      applyFilter(BIT.type, (row) => types[row] === wanted)
    }
    if (collection !== undefined) {
      const within = new Set([...parents.keys()].filter((id) => ancestors(id).includes(collection)))
      applyFilter(BIT.collection, (row) => within.has(collectionOf[row]!))
    }
    if (date)
      applyFilter(BIT.time, (row) =>
        inTimeRange(starts[row]! < 0 ? undefined : { start: starts[row]!, end: ends[row]! }, date, thisYear),
      )
    return bits
  }

  /** A collection and its ancestors, nearest first; stops at a cycle. */
  function ancestors(collection: number): number[] {
    const above: number[] = []
    for (let at: number | null = collection; at !== null && parents.has(at) && !above.includes(at);) {
      above.push(at)
      at = parents.get(at)!
    }
    return above
  }

  function facets(query: CatalogueQuery): ItemFacets {
    const bits = failedFilters(query)
    const passes = (row: number, own: number) => (bits[row]! & ~own) === 0
    const byType = new Uint32Array(ITEM_TYPES.length)
    const [earliest, last] = [Math.floor(TIME.firstYear / 10), Math.floor(thisYear / 10)]
    const byDecade = new Uint32Array(Math.max(0, last - earliest + 1))
    const [bySubject, ofCollection] = [new Map<number, number>(), new Map<number, number>()]
    let [found, undated] = [0, 0]
    for (let row = 0; row < count; row++) {
      if (bits[row] === 0) found += 1
      if (passes(row, BIT.type)) byType[types[row]!]! += 1
      if (passes(row, BIT.collection)) add(ofCollection, collectionOf[row]!)
      if (passes(row, BIT.subjects))
        for (let at = columns.subjectsOf.first[row]!; at < columns.subjectsOf.first[row + 1]!; at++)
          add(bySubject, columns.subjectsOf.ids[at]!)
      if (!passes(row, BIT.time)) continue
      if (starts[row]! < 0) undated += 1
      else {
        const to = Math.min(Math.floor(ends[row]! / 100_000), last)
        for (let decade = Math.max(Math.floor(starts[row]! / 100_000), earliest); decade <= to; decade++)
          byDecade[decade - earliest]! += 1
      }
    }
    const nested = new Map<number, number>()
    for (const [collection, own] of ofCollection) for (const each of ancestors(collection)) add(nested, each, own)
    const counted = <Row>(rows: readonly Row[], countOf: (row: Row, at: number) => number) =>
      rows.map((row, at) => ({ row, count: countOf(row, at) })).filter((each) => each.count > 0)
    const chosen = query.subjects?.ids ?? []
    return {
      count: found,
      types: counted(ITEM_TYPES, (_, at) => byType[at]!).map(({ row, ...rest }) => ({ type: row, ...rest })),
      decades: counted([...byDecade.keys()], (at) => byDecade[at]!).map(({ row, ...rest }) => ({
        decade: (earliest + row) * 10,
        ...rest,
      })),
      undated,
      subjects: counted(columns.subjects, ([id]) => bySubject.get(id) ?? 0)
        .sort((a, b) => b.count - a.count || a.row[0] - b.row[0])
        .filter(({ row }, at) => at < MOST_FACET_SUBJECTS || chosen.includes(row[0]))
        .map(({ row: [id, subject_name], ...rest }) => ({ id, subject_name, ...rest })),
      collections: counted(columns.collections, ([id]) => nested.get(id) ?? 0)
        .sort((a, b) => a.row[0] - b.row[0])
        .map(({ row: [id, collection_name], ...rest }) => ({ id, collection_name, ...rest })),
    }
  }

  return {
    find(query) {
      const bits = failedFilters(query)
      const found: number[] = []
      for (const row of order) if (bits[row] === 0) found.push(ids[row]!)
      return found
    },
    facets,
    places(query): ItemPlaces {
      const counts = new Map<number, number>()
      failedFilters(query).forEach((bits, row) => {
        if (bits === 0 && locations[row]! > 0) add(counts, locations[row]!)
      })
      return [...counts].sort(([a], [b]) => a - b).map(([location, count]) => ({ location, count }))
    },
    ids,
    fileOf: (id) => (includesSorted(ids, id) ? cardsFile(id) : undefined),
  }
}

const add = (counts: Map<number, number>, key: number, count = 1) => counts.set(key, (counts.get(key) ?? 0) + count)

/** True for a row that has at least one of the wanted links (OR), or all of them (AND). */
function linked({ first, ids }: Links, wanted: readonly number[], mode: 'OR' | 'AND'): (row: number) => boolean {
  const wantedIds = new Set(wanted)
  return (row) => {
    const found = new Set<number>()
    for (let at = first[row]!; at < first[row + 1]!; at++) if (wantedIds.has(ids[at]!)) found.add(ids[at]!)
    return mode === 'OR' ? found.size > 0 : found.size === wantedIds.size
  }
}

/** Binary search in a sorted column. */
function includesSorted(sorted: Float64Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}
