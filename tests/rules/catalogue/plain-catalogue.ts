import { sortDate } from '#rules/dates/partial-dates.ts'
import fc from 'fast-check'
import { MOST_FACET_SUBJECTS, type ItemFacets } from '#contract/item-facets.ts'
import { ITEM_TYPES } from '#contract/item.ts'
import type { CatalogueQuery } from '#rules/catalogue/catalogue.ts'
import type { CatalogueNames, CatalogueRow } from '#rules/catalogue/catalogue-file.ts'

/** A search of plain arrays, slow and obvious, written from the words of spec §7, §9 and contract/item-facets.ts. */

export const THIS_YEAR = 2026
const ids = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 3 })
const year = fc.integer({ min: 1826, max: 2027 })
const span = fc.option(
  fc
    .tuple(fc.oneof(year, fc.constant(0)), fc.nat(30), fc.constantFrom(0, 512, 1231), fc.constantFrom(9999, 615))
    .map(([from, years, start, end]) =>
      from === 0
        ? { start: 0, end: (1840 + years) * 10_000 + end }
        : { start: from * 10_000 + start, end: (from + years) * 10_000 + Math.max(start, end) },
    ),
  { nil: undefined, freq: 4 },
)

export const someRows: fc.Arbitrary<CatalogueRow[]> = fc.uniqueArray(
  fc.record({
    id: fc.oneof(
      fc.integer({ min: 1, max: 60 }),
      fc
        .maxSafeNat()
        .map((id) => id + 1)
        .filter(Number.isSafeInteger),
    ),
    type: fc.constantFrom(...ITEM_TYPES),
    span,
    location: fc.option(fc.integer({ min: 1, max: 3 })),
    collection: fc.option(fc.integer({ min: 1, max: 6 })),
    people: ids(4),
    subjects: ids(5),
    organizations: ids(3),
  }),
  { maxLength: 25, selector: ({ id }) => id },
)

const parents = fc.array(fc.option(fc.integer({ min: 1, max: 7 })), { minLength: 6, maxLength: 6 })
export const someNames: fc.Arbitrary<CatalogueNames> = parents.map((above) => ({
  subjects: [1, 2, 3, 4, 5].map((id) => [id, `Subject ${id}`] as const),
  collections: above.map((parent, at) => [at + 1, `Box ${at + 1}`, parent] as const),
}))

const mode = fc.constantFrom<'OR' | 'AND'>('OR', 'AND')
export const someQuery: fc.Arbitrary<CatalogueQuery> = fc.record(
  {
    matching: fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map((list) => new Set(list)),
    date: fc
      .tuple(fc.integer({ min: 1830, max: THIS_YEAR }), fc.nat(120))
      .map(([from, years]) => ({ start: from * 10_000, end: Math.min(THIS_YEAR, from + years) * 10_000 + 9999 })),
    type: fc.constantFrom(...ITEM_TYPES),
    location: ids(4),
    collection: fc.integer({ min: 1, max: 8 }),
    organizations: ids(4),
    people: fc.record({ mode, ids: ids(5) }),
    subjects: fc.record({ mode, ids: ids(6) }),
  },
  { requiredKeys: [] },
)

const overlaps = ({ span }: CatalogueRow, { start, end }: { start: number; end: number }) =>
  (start <= 18300000 && end >= THIS_YEAR * 10_000) || (span !== undefined && span.start <= end && span.end >= start)

/** Down from a collection, level by level. */
function within(collection: number, names: CatalogueNames): Set<number> {
  const inside = new Set(names.collections.some(([id]) => id === collection) ? [collection] : [])
  for (let before = -1; before !== inside.size;) {
    before = inside.size
    for (const [id, , parent] of names.collections) if (parent !== null && inside.has(parent)) inside.add(id)
  }
  return inside
}

export function plainFind(rows: readonly CatalogueRow[], names: CatalogueNames, query: CatalogueQuery): CatalogueRow[] {
  const tagged = (had: readonly number[], asked: { mode: 'OR' | 'AND'; ids: readonly number[] } | undefined) =>
    !asked?.ids.length ||
    (asked.mode === 'OR' ? asked.ids.some((id) => had.includes(id)) : asked.ids.every((id) => had.includes(id)))
  const inside = query.collection === undefined ? undefined : within(query.collection, names)
  return rows
    .filter((row) => !query.matching || query.matching.has(row.id))
    .filter((row) => !query.type || row.type === query.type)
    .filter((row) => !query.date || overlaps(row, query.date))
    .filter((row) => !query.location?.length || (row.location !== null && query.location.includes(row.location)))
    .filter((row) => !inside || (row.collection !== null && inside.has(row.collection)))
    .filter((row) => tagged(row.organizations, { mode: 'OR', ids: query.organizations ?? [] }))
    .filter((row) => tagged(row.people, query.people) && tagged(row.subjects, query.subjects))
    .sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
    .map((row) => row)
}

const placeOf = ({ span }: CatalogueRow) => sortDate(span)

/** Every count by making the call that choosing the value would make. */
export function plainFacets(rows: readonly CatalogueRow[], names: CatalogueNames, query: CatalogueQuery): ItemFacets {
  const count = (change: Partial<CatalogueQuery>) => plainFind(rows, names, { ...query, ...change }).length
  const any = <Row extends { count: number }>(list: Row[]) => list.filter((row) => row.count > 0)
  const decades = Array.from({ length: 20 }, (_, at) => 1830 + at * 10)
  const { date: _, ...whenever } = query
  const chosen = query.subjects?.ids ?? []
  const joined = query.subjects?.mode === 'AND' ? [...chosen] : []
  const choosing = (id: number) => ({ subjects: { mode: 'AND' as const, ids: [...joined, id] } })
  return {
    count: count({}),
    types: any(ITEM_TYPES.map((type) => ({ type, count: count({ type }) }))),
    decades: any(
      decades.map((decade) => ({
        decade,
        count: count({ date: { start: decade * 10_000, end: (decade + 9) * 10_000 + 9999 } }),
      })),
    ),
    earlier: plainFind(rows, names, whenever).filter((row) => row.span && row.span.start < 18300000).length,
    undated: plainFind(rows, names, whenever).filter((row) => row.span === undefined).length,
    subjects: any(names.subjects.map(([id, subject_name]) => ({ id, subject_name, count: count(choosing(id)) })))
      .sort((a, b) => b.count - a.count || a.id - b.id)
      .slice(0, MOST_FACET_SUBJECTS),
    collections: any(
      names.collections.map(([id, collection_name]) => ({ id, collection_name, count: count({ collection: id }) })),
    ),
  }
}
