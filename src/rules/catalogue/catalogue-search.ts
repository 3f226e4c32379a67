import type { ItemPlaces } from '#contract/item-facets.ts'
import { ITEM_TYPES } from '#contract/item.ts'
import { cardsFile, type Catalogue, type CatalogueQuery } from './catalogue.ts'
import type { CatalogueColumns, Links } from './catalogue-file.ts'
import { countFacets, FACET_OF, FAILS, withAncestors, type FacetColumns } from './count-facets.ts'
import { sortDate } from '../dates/partial-dates.ts'
import { inTimeRange } from '../dates/time-range.ts'

/** The item filter of spec §7 over the last build's columns. @param thisYear the end of the full time range (rules/dates/time-range). */
export function openCatalogue(columns: CatalogueColumns, thisYear: number): Catalogue {
  const { count, ids, types, starts, ends, locations, collectionOf } = columns
  const parents = new Map(columns.collections.map(([id, , parent]) => [id, parent]))
  const order = Uint32Array.from({ length: count }, (_, row) => row)
  const place = Float64Array.from(starts, (start, row) => sortDate(start < 0 ? undefined : { start, end: ends[row]! }))
  const facetColumns = facetColumnsOf(columns)
  order.sort((a, b) => place[a]! - place[b]! || a - b)

  /** For each row, the bits of the filters that the item fails. */
  function failedFilters(query: CatalogueQuery): Uint8Array {
    const bits = new Uint8Array(count)
    const applyFilter = (bit: number, passes: (row: number) => boolean) => {
      for (let row = 0; row < count; row++) if (!passes(row)) bits[row]! |= bit
    }
    const { matching, date, type, location, collection, organizations, people, subjects } = query
    if (matching) applyFilter(FAILS.others, (row) => matching.has(ids[row]!))
    if (location?.length) applyFilter(FAILS.others, (row) => location.includes(locations[row]!))
    if (organizations?.length) applyFilter(FAILS.others, linked(columns.organizations, organizations, 'OR'))
    if (people?.ids.length) applyFilter(FAILS.others, linked(columns.people, people.ids, people.mode))
    if (subjects?.ids.length)
      applyFilter(
        subjects.mode === 'OR' ? FAILS[FACET_OF.subjects_or] : FAILS.others,
        linked(columns.subjectsOf, subjects.ids, subjects.mode),
      )
    if (type) {
      const wanted = ITEM_TYPES.indexOf(type)
      applyFilter(FAILS[FACET_OF.type], (row) => types[row] === wanted)
    }
    if (collection !== undefined) {
      const within = new Set([...parents.keys()].filter((id) => withAncestors(id, parents).has(collection)))
      applyFilter(FAILS[FACET_OF.collection], (row) => within.has(collectionOf[row]!))
    }
    if (date)
      applyFilter(FAILS[FACET_OF.date], (row) =>
        inTimeRange(starts[row]! < 0 ? undefined : { start: starts[row]!, end: ends[row]! }, date, thisYear),
      )
    return bits
  }

  return {
    find(query) {
      const bits = failedFilters(query)
      const found: number[] = []
      for (const row of order) if (bits[row] === 0) found.push(ids[row]!)
      return found
    },
    facets: (query) =>
      countFacets(facetColumns, failedFilters(query), columns, { thisYear, chosen: query.subjects?.ids ?? [] }),
    places(query): ItemPlaces {
      const counts = new Map<number, number>()
      failedFilters(query).forEach((bits, row) => {
        const location = locations[row]!
        if (bits === 0 && location > 0) counts.set(location, (counts.get(location) ?? 0) + 1)
      })
      return [...counts].sort(([a], [b]) => a - b).map(([location, count]) => ({ location, count }))
    },
    ids,
    fileOf: (id) => (includesSorted(ids, id) ? cardsFile(id) : undefined),
  }
}

/** The eight-digit dates of a decade. */
const DECADE = 100_000

function facetColumnsOf({ types, starts, ends, collectionOf, subjectsOf }: CatalogueColumns): FacetColumns {
  const decades = (dates: Float64Array) =>
    Array.from(dates, (date, row) => (starts[row]! < 0 ? null : Math.floor(date / DECADE)))
  const { first, ids } = subjectsOf
  const linkRow = new Uint32Array(ids.length)
  for (let row = 0; row < types.length; row++) linkRow.fill(row, first[row], first[row + 1])
  return {
    type: Array.from(types, (type) => ITEM_TYPES[type]!),
    from: decades(starts),
    to: decades(ends),
    collection: collectionOf,
    linkRow,
    linkSubject: ids,
  }
}

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
