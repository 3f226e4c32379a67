import type { ItemType } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { TYPE_NAMES } from '../names/record-names.ts'
import type { TimeRange } from '../dates/partial-dates.ts'
import { SEARCH_KINDS, type SearchKind } from './search-kinds.ts'

/** The filters of the search index. `type` is an item's type, and the kind of any other record; the other filters are of items, records by id. */
export type IndexFilter = 'type' | 'year' | 'people' | 'subject' | 'organization' | 'collection' | 'place' | 'pictured'

/** The values that a record must have of each filter: any or all of them. An empty list does not filter, but has the values counted. */
export type IndexQuery = Partial<
  Record<IndexFilter, { any: readonly string[] } | { all: readonly string[] } | undefined>
>

/** Where the index of texts is, which has one filter: `item` is the place of the item of a text in the order of dates. */
export const TEXTS_FOLDER = 'pagefind/texts'

/** The types of items. Not from the contract, which would bring Valibot into the search box. */
export const TYPES = Object.keys(TYPE_NAMES) as ItemType[]
export const kindOfType = (type: string): SearchKind =>
  SEARCH_KINDS.find((kind) => kind !== 'item' && kind === type) ?? 'item'
export const typesOfKind = (kind: SearchKind): readonly string[] => (kind === 'item' ? TYPES : [kind])

/** Values of `year` besides years and decades. */
export const EARLIER_YEARS = 'earlier'
export const NO_YEAR = 'undated'
export const PICTURED = 'yes'
const decadeValue = (decade: number) => `${decade}s`

const yearOf = (date: number) => Math.floor(date / 10_000)
const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)

/** Each year and decade of an item's span (rules/dates itemSpan) within the time slider. */
export function yearValues(span: TimeRange | undefined, thisYear: number): string[] {
  if (!span) return [NO_YEAR]
  const first = yearOf(span.start)
  const years = range(Math.max(first, TIME.firstYear), Math.min(yearOf(span.end), thisYear))
  const decades = new Set(years.map((year) => year - (year % 10)))
  return [...(first < TIME.firstYear ? [EARLIER_YEARS] : []), ...years.map(String), ...[...decades].map(decadeValue)]
}

/** The values of `year` that a range of years finds, any of them. */
export const yearsWanted = ({ start, end }: { start: number; end: number }): string[] => [
  ...(start < TIME.firstYear ? [EARLIER_YEARS] : []),
  ...range(Math.max(start, TIME.firstYear), end).map(String),
]
