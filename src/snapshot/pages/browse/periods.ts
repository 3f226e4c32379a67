import type { Item } from '#contract/item.ts'
import { dateRange } from '#rules/dates/display-dates.ts'
import { itemSpan, sortDate, UNDATED } from '#rules/dates/partial-dates.ts'

/** Items on one page of a long list: a page goes on until the end of the period that brings it to `least`. */
export const PAGE_ITEMS = { least: 45, most: 90 }
export type PageItems = typeof PAGE_ITEMS

/** Years of a period: by what a list is divided, and by what its sections that are still too long. */
export const DECADES = [10, 1] as const
export const YEARS = [1] as const

/** A stretch of a list. */
interface Stretch {
  /** Part of its address: its first year, or `undated`. */
  slug: string
  /** `1890s`, `1850s–1870s`, `1893`, `1893–1895` or `Undated`. */
  text: string
  items: readonly Item[]
}
export interface Section extends Stretch {
  parts: readonly Stretch[]
}

/**
 * Divides a list, which is in date order, by time and not by number: an item that comes changes the page of its years, while the pages after it stay as they are. So an update of a large
 * archive renders few of them, and the address of a page stands for its years.
 */
export function sectionsOf(
  items: readonly Item[],
  [period, ...finer]: readonly number[],
  size: PageItems = PAGE_ITEMS,
): Section[] {
  if (items.length <= size.most || period === undefined) return [{ slug: '', text: '', items, parts: [whole(items)] }]
  return stretches(items, period, size.least).map((section) => ({
    ...section,
    parts:
      section.items.length > size.most && finer.length > 0 && section.slug !== UNDATED_SLUG
        ? sectionsOf(section.items, finer, size).flatMap(({ parts }) => parts)
        : [section],
  }))
}

const whole = (items: readonly Item[]): Stretch => ({ slug: '', text: '', items })
const UNDATED_SLUG = 'undated'

function stretches(items: readonly Item[], period: number, least: number): Stretch[] {
  const found: Stretch[] = []
  let open: { first: number; last: number; items: Item[] } | undefined
  const close = () => {
    if (open) found.push({ slug: slugOf(open.first), text: textOf(open.first, open.last, period), items: open.items })
    open = undefined
  }
  for (const [start, own] of Map.groupBy(items, (item) => periodOf(item, period))) {
    if (start === UNDATED) close()
    open ??= { first: start, last: start, items: [] }
    open.last = start
    open.items = [...open.items, ...own]
    if (open.items.length >= least) close()
  }
  close()
  return found
}

/** The first year of the period in which a list has an item. */
function periodOf(item: Item, period: number): number {
  const date = sortDate(itemSpan(item))
  return date === UNDATED ? UNDATED : Math.floor(date / (10_000 * period)) * period
}

const slugOf = (start: number) => (start === UNDATED ? UNDATED_SLUG : String(start))

function textOf(first: number, last: number, period: number): string {
  if (first === UNDATED) return 'Undated'
  const name = (start: number) => (period === 10 ? `${start}s` : String(start))
  return first === last ? name(first) : dateRange(name(first), name(last))
}
