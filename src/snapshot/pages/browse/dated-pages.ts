import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import { listPageAddress } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { type ListAbout, type ListPage, type ListView, listView } from './listing.ts'
import { memoizePerArchive } from '../../memoize-per-archive.ts'
import type { PageEntry } from './page-paths.ts'
import { DECADES, PAGE_ITEMS, type PageItems, sectionsOf } from './periods.ts'

interface DatedList extends ListAbout {
  /** Shown on the first page, which alone says how many items there are: it would change all pages of a list with each item. */
  summary?: string
}

/** The pages of a list, divided by time (periods.ts): each is about its years. `items` are in date order. */
export function datedPages(
  archive: Archive,
  { summary, ...about }: DatedList,
  items: readonly Item[],
  periods: readonly number[] = DECADES,
  size = PAGE_ITEMS,
): PageEntry<ListView>[] {
  const pages = pagesOfList(about.address, items, periods, size)
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

function pagesOfList(address: string, items: readonly Item[], periods: readonly number[], size: PageItems) {
  const known = dividedLists(items)
  const key = [address, ...periods, size.least, size.most].join(' ')
  const pages = known.get(key) ?? divide(address, items, periods, size)
  known.set(key, pages)
  return pages
}

function divide(address: string, items: readonly Item[], periods: readonly number[], size: PageItems): ListPage[] {
  const sections = sectionsOf(items, periods, size)
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
      const count = pagesOf(part.items.length, size.most)
      return Array.from({ length: count }, (_, number): ListPage => {
        const isFirst = isFirstPart && number === 0
        const position = count === 1 ? text : named(`page ${number + 1} of ${count}`)
        return {
          address: listPageAddress(start, number + 1),
          name: isFirst ? '' : number === 0 ? text : named(`page ${number + 1}`),
          items: part.items.slice(number * size.most, (number + 1) * size.most),
          isFirst,
          label: isFirst ? formatNumber(items.length) : text || position,
          position,
          from: number * size.most + 1,
          ...(isFirst && { total: items.length }),
          previous: '',
          next: '',
          ...(sections.length > 1 && { index }),
        }
      })
    })
  })
}
