import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import { listPageAddress } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { type ListAbout, type ListPage, type ListView, listView } from './listing.ts'
import type { PageEntry } from '../page-view.ts'
import { dateRange } from '#rules/dates/display-dates.ts'
import { itemSpan, sortDate, UNDATED } from '#rules/dates/partial-dates.ts'

interface DatedList extends ListAbout {
  /** Shown on the first page, which alone says how many items there are: it would change all pages of a list with each item. */
  summary?: string
}

/** The pages of a list, divided by time: each is about its years. `items` are in date order. */
export function datedPages(
  archive: Archive,
  { summary, ...about }: DatedList,
  items: readonly Item[],
  periods: readonly number[] = DECADES,
): PageEntry<ListView>[] {
  const pages = pagesOfList(about.address, items, periods)
  return pages.map((page, at) => [
    page.address,
    () =>
      listView(
        archive,
        { ...about, description: (at === 0 && summary) || about.description },
        {
          ...page,
          previous: pages[at - 1]?.address ?? '',
          next: pages[at + 1]?.address ?? '',
        },
      ),
  ])
}

/** An update leaves most lists as they are. */
const dividedLists = memoizePerArchive('divided lists', (_: readonly Item[]) => new Map<string, readonly ListPage[]>())

function pagesOfList(address: string, items: readonly Item[], periods: readonly number[]) {
  const known = dividedLists(items)
  const key = [address, ...periods].join(' ')
  const pages = known.get(key) ?? divide(address, items, periods)
  known.set(key, pages)
  return pages
}

function divide(address: string, items: readonly Item[], periods: readonly number[]): ListPage[] {
  const sections = sectionsOf(items, periods)
  const starts = sections.map(({ parts }, at) => (at === 0 ? address : `${address}${parts[0]!.slug}/`))
  const links = sections.map(({ text }, at) => ({ href: starts[at]!, text }))
  return sections.flatMap(({ parts }, section) => {
    const index = links.map((link, at) => ({ ...link, isCurrent: at === section }))
    return parts.flatMap((part, at) => {
      // A list of one part, such as undated items, has page numbers alone.
      const text = sections.length === 1 && parts.length === 1 ? '' : part.text
      const named = (page: string) => (text === '' ? `P${page.slice(1)}` : `${text}, ${page}`)
      const isFirstPart = section === 0 && at === 0
      const start = isFirstPart ? address : `${address}${part.slug}/`
      const count = pagesOf(part.items.length, PAGE_ITEMS.most)
      return Array.from({ length: count }, (_, number): ListPage => {
        const isFirst = isFirstPart && number === 0
        const position = count === 1 ? text : named(`page ${number + 1} of ${count}`)
        return {
          address: listPageAddress(start, number + 1),
          name: isFirst ? '' : number === 0 ? text : named(`page ${number + 1}`),
          items: part.items.slice(number * PAGE_ITEMS.most, (number + 1) * PAGE_ITEMS.most),
          isFirst,
          label: isFirst ? formatNumber(items.length) : text || position,
          position,
          from: number * PAGE_ITEMS.most + 1,
          ...(isFirst && { total: items.length }),
          previous: '',
          next: '',
          ...(sections.length > 1 && { index }),
        }
      })
    })
  })
}

/** Items on one page of a long list: a page goes on until the end of the period that brings it to `least`. */
const PAGE_ITEMS = { least: 45, most: 90 }

/** Years of a period: by what a list is divided, and by what its sections that are still too long. */
const DECADES = [10, 1] as const
export const YEARS = [1] as const

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
function sectionsOf(items: readonly Item[], [period, ...finer]: readonly number[]): Section[] {
  if (items.length <= PAGE_ITEMS.most || period === undefined)
    return [{ slug: '', text: '', items, parts: [whole(items)] }]
  return stretches(items, period).map((section) => ({
    ...section,
    parts:
      section.items.length > PAGE_ITEMS.most && finer.length > 0 && section.slug !== UNDATED_SLUG
        ? sectionsOf(section.items, finer).flatMap(({ parts }) => parts)
        : [section],
  }))
}

const whole = (items: readonly Item[]): Stretch => ({ slug: '', text: '', items })
const UNDATED_SLUG = 'undated'

function stretches(items: readonly Item[], period: number): Stretch[] {
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
    if (open.items.length >= PAGE_ITEMS.least) close()
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
