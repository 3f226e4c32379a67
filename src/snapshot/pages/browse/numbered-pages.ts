import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import { listPageAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { type ListAbout, type ListView, listView } from './listing.ts'
import type { PageEntry } from './page-paths.ts'

/** The pages of a list after its first one, which is the page of a record. `index`: links to all pages, with the years of each. */
export function numberedPages(
  archive: Archive,
  { index, ...about }: ListAbout & { index: () => readonly Link[] },
  items: readonly Item[],
  size: number,
): PageEntry<ListView>[] {
  const pages = pagesOf(items.length, size)
  return Array.from({ length: pages - 1 }, (_, at) => {
    const page = at + 2
    const address = listPageAddress(about.address, page)
    const [from, to] = [(page - 1) * size + 1, Math.min(page * size, items.length)]
    const view = () =>
      listView(archive, about, {
        address,
        name: `Page ${page}`,
        items: items.slice(from - 1, to),
        isFirst: false,
        label: `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(items.length)}`,
        position: `Page ${page} of ${pages}`,
        from,
        total: items.length,
        previous: listPageAddress(about.address, page - 1),
        next: page === pages ? '' : listPageAddress(about.address, page + 1),
        index: index().map((link, each) => ({ ...link, isCurrent: each + 1 === page })),
      })
    return [address, view]
  })
}
