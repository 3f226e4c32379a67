import { Chips } from '#components/browse/Chips.tsx'
import { Pager } from '#components/browse/Pager.tsx'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { arrangeItems } from '#views/item-lists.ts'
import { ItemGallery } from './ItemGallery.tsx'
import type { ItemsProps } from './PagedItems.tsx'

/** Every item of a record, on its static page: a long list goes on on further pages. */
export const AllItems = ({ of: { items, count, pages = [] }, level }: Pick<ItemsProps, 'of' | 'level'>) => (
  <details className="all-items">
    <summary>{`All ${formatNumber(count)} items`}</summary>
    <ItemGallery list={arrangeItems(items)} level={level} order={items.map(({ id }) => id)} />
    {pages.length > 0 && (
      <>
        <Pager previous="" next={pages[1]!.href} label="Pages of all items" text={`Page 1 of ${pages.length}`} />
        <ListPages pages={pages.map((page, at) => ({ ...page, isCurrent: at === 0 }))} />
      </>
    )}
  </details>
)

/** Links to the pages of a long list, with the years of each. */
export const ListPages = ({ pages }: { pages: readonly (Link & { isCurrent: boolean })[] }) => (
  <nav className="list-pages" aria-label="All pages, by year">
    <Chips links={pages} />
  </nav>
)
