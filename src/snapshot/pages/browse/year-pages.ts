import type { Item } from '#contract/item.ts'
import { TIME, pagesOf } from '#contract/limits.ts'
import { ADDRESS, yearAddress } from '#rules/addresses/page-addresses.ts'
import { collectionHref } from '#rules/addresses/collection-address.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import { countOfItems } from '#rules/names/record-names.ts'
import { ROWS_A_PAGE } from '#views/record-tables.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { firstPicture, type PageEntry, type Pages, type PageView } from '../page-view.ts'
import { beginsIn, itemsNear, itemsOfYear, yearsBeside, yearsWithPages } from './known-years.ts'
import { type ListCard, listCard } from './listing.ts'
import { eventOf, type Moment, MOMENT_KINDS, momentsByYear } from './moments.ts'
import { type KnownPlaces, knownPlaces, townIn, yearRow, type YearRow } from './year-places.ts'
import { type YearPlan, yearPlan } from './year-plan.ts'

export { yearsWithPages }

/** What is only on the first page of a year. */
interface InYear {
  happened: { title: string; moments: Moment[] }[]
  /** How large the town was, as far as it is known. */
  size: string
  items: { text: string; href: string } | undefined
  pictures: { title: string; cards: ListCard[] }[]
  plan: YearPlan | undefined
}
export interface YearView extends PageView {
  year: number
  previous: string
  next: string
  inYear: InYear | undefined
  places: { rows: YearRow[]; count: number; position: string; previous: string; next: string }
}

/** Pictures of a year, and of those around it. */
const TAKEN = 24
const AROUND = 12

function inYear(archive: Archive, known: KnownPlaces): InYear {
  const { year } = known
  const own = itemsOfYear(archive, year)
  const cards = (items: readonly Item[], most: number) =>
    items
      .filter(({ item_scans }) => item_scans.length > 0)
      .slice(0, most)
      .map((item) => listCard(archive, item))
  const moments = [
    ...own.filter((item) => beginsIn(item, year)).flatMap(eventOf),
    ...(momentsByYear(archive).get(year) ?? []),
  ]
  const byKind = Map.groupBy(
    byDate(moments, ({ date }) => date),
    ({ kind }) => kind,
  )
  return {
    happened: (Object.keys(MOMENT_KINDS) as Moment['kind'][]).flatMap((kind) =>
      byKind.has(kind) ? [{ title: MOMENT_KINDS[kind], moments: byKind.get(kind)! }] : [],
    ),
    size: townIn(archive, known),
    items:
      own.length > 0 && year >= TIME.firstYear
        ? { text: countOfItems(own.length), href: collectionHref({ years: { start: year, end: year } }) }
        : undefined,
    pictures: [
      { title: `Pictures of ${year}`, cards: cards(own, TAKEN) },
      { title: 'Within five years', cards: cards(itemsNear(archive, year), AROUND) },
    ].filter(({ cards }) => cards.length > 0),
    plan: yearPlan(archive, known),
  }
}

function yearView(archive: Archive, year: number, page: number): YearView {
  const known = knownPlaces(archive, year)
  const pages = pagesOf(known.places.length, ROWS_A_PAGE)
  const address = yearAddress(year, page)
  const [previous, next] = page === 1 ? yearsBeside(archive, year) : []
  const decade = Math.floor(year / 10) * 10
  const first = page === 1 ? inYear(archive, known) : undefined
  const title = `The year ${year}`
  return {
    address,
    title: page === 1 ? title : `${title}, page ${page}`,
    description: `The town in ${year}: places, owners, occupants, businesses, events and pictures.`,
    picture: first ? firstPicture(archive, itemsOfYear(archive, year)) : null,
    trail: [
      { href: ADDRESS.decades, text: 'Timeline' },
      { href: `${ADDRESS.decades}#decade-${decade}`, text: `${decade}s` },
      { href: yearAddress(year), text: String(year) },
      ...(page === 1 ? [] : [{ href: address, text: `Page ${page}` }]),
    ],
    year,
    previous: previous === undefined ? '' : yearAddress(previous),
    next: next === undefined ? '' : yearAddress(next),
    inYear: first,
    places: {
      rows: known.places
        .slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE)
        .map((place) => yearRow(archive, known, place)),
      count: known.places.length,
      position: pages === 1 ? '' : `Page ${page} of ${pages}`,
      previous: page > 1 ? yearAddress(year, page - 1) : '',
      next: page < pages ? yearAddress(year, page + 1) : '',
    },
  }
}

/** `/years/1870/`, and `/years/1870/2/` with further places. */
export const yearPages = memoizePerArchive('year pages', (archive: Archive): Pages<YearView> => {
  const pagesIn = (year: number) => pagesOf(knownPlaces(archive, year).places.length, ROWS_A_PAGE)
  return new Map(
    yearsWithPages(archive).flatMap((year) =>
      Array.from({ length: pagesIn(year) }, (_, at): PageEntry<YearView> => [
        yearAddress(year, at + 1),
        () => yearView(archive, year, at + 1),
      ]),
    ),
  )
})
