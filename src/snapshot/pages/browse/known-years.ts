import type { Item } from '#contract/item.ts'
import { type Link, yearAddress } from '#rules/addresses/page-addresses.ts'
import { dateParts, type ItemDates, itemSpan } from '#rules/dates/partial-dates.ts'
import { NO_STREET, streetOf } from '#rules/map/streets.ts'
import { zoneName } from '#rules/names/record-names.ts'
import type { PlaceYears, Span } from '#rules/years/place-years.ts'
import { type Archive, memoizePerArchive, memoizePerRecords } from '../../archive.ts'
import { placeYearsOf } from '../../place-years.ts'
import { compareNames } from './alphabet.ts'
import { momentsByYear } from './moments.ts'

/** An item of more years than these is of none of them: it would be on every page. */
const ITEM_YEARS = 10
/** With the pictures of a year are those of so many years before and after. */
export const NEAR = 5
/** Of a fact that goes on for longer, the years between its ends tell nothing new. */
const LONGEST_FACT = 200

/** The years that an item is of: a few, or none. */
export function yearsOfItem(item: ItemDates): { from: number; to: number } | undefined {
  const span = itemSpan(item)
  if (!span) return undefined
  const [from, to] = [dateParts(span.start).year, dateParts(span.end).year]
  return to - from < ITEM_YEARS ? { from, to } : undefined
}

export const beginsIn = (item: ItemDates, year: number): boolean => yearsOfItem(item)?.from === year

/** The items of each year, of a list that mostly stays the same in an update. */
const byYear = memoizePerArchive('items by year', (items: readonly Item[]) => {
  const years = new Map<number, Item[]>()
  for (const item of items) {
    const { from, to } = yearsOfItem(item) ?? { from: 1, to: 0 }
    for (let year = from; year <= to; year++) years.get(year)?.push(item) ?? years.set(year, [item])
  }
  return years
})

/** The items of a year. They stand in the list of the decade in which they begin. */
export const itemsOfYear = (archive: Archive, year: number): readonly Item[] =>
  [year - ITEM_YEARS, year].flatMap((at) => byYear(archive.itemsOfDecade(Math.floor(at / 10) * 10)).get(year) ?? [])

/** The items of the years around one, nearest first. */
export function itemsNear(archive: Archive, year: number): Item[] {
  const found = new Set<Item>()
  for (let at = 1; at <= NEAR; at++)
    for (const near of [year - at, year + at]) for (const item of itemsOfYear(archive, near)) found.add(item)
  for (const item of itemsOfYear(archive, year)) found.delete(item)
  return [...found]
}

export interface DatedPlace {
  pk: number
  /** As it is called today. */
  name: string
  years: PlaceYears
  /** All that is known of it besides when it was there. */
  facts: readonly Span[]
}

/** Every place with what is known of its years, by street and number. */
export const datedPlaces = memoizePerRecords('dated places', (archive: Archive): readonly DatedPlace[] =>
  archive.lists.locations
    .map(({ properties }) => ({ pk: properties.pk, name: zoneName(properties), ...streetOf(properties) }))
    .sort(
      (a, b) =>
        Number(a.street === NO_STREET) - Number(b.street === NO_STREET) ||
        compareNames(a.street, b.street) ||
        a.number - b.number ||
        compareNames(a.name, b.name),
    )
    .map(({ pk, name }) => {
      const years = placeYearsOf(archive, pk)
      const { names, owners, residents, organizations } = years
      return { pk, name, years, facts: [...names, ...owners, ...residents, ...organizations] }
    }),
)

const recordYears = memoizePerRecords('years of records', (archive: Archive) => new Set(yearsOfRecords(archive)))
function* yearsOfRecords(archive: Archive): Generator<number> {
  yield* momentsByYear(archive).keys()
  for (const { years, facts } of datedPlaces(archive))
    for (const { from, to } of years.exists ? [years.exists, ...facts] : facts) {
      if (from !== null) yield from
      if (to !== null) yield to
      if (from !== null && to !== null && to - from <= LONGEST_FACT) for (let at = from + 1; at < to; at++) yield at
    }
}

/** Every year that has a page, ascending: in which something is dated, or which a fact with both ends covers. */
export const yearsWithPages = memoizePerArchive('years with pages', (archive: Archive): readonly number[] => {
  const years = new Set(recordYears(archive))
  for (const decade of archive.decades())
    if (decade !== null) for (const year of byYear(archive.itemsOfDecade(decade)).keys()) years.add(year)
  return [...years].sort((a, b) => a - b)
})

/** The nearest years with a page before and after some years; undefined at the ends. */
export function yearsBeside(archive: Archive, from: number, to = from): [number | undefined, number | undefined] {
  const years = yearsWithPages(archive)
  return [years.findLast((year) => year < from), years.find((year) => year > to)]
}

/** Links to the years of each decade, by its first year. */
export const yearsByDecade = memoizePerArchive('years by decade', (archive: Archive): Map<number, readonly Link[]> =>
  Map.groupBy(
    yearsWithPages(archive).map((year): Link => ({ href: yearAddress(year), text: String(year) })),
    ({ text }) => Math.floor(Number(text) / 10) * 10,
  ),
)
