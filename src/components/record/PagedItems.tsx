import { memo, type ComponentType } from 'react'
import type { Level } from '#components/HeadingAt.tsx'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { arrangeItems, type RecordItems } from '#views/item-lists.ts'
import { ItemGallery } from './ItemGallery.tsx'
import { GalleryItem } from './PrintLink.tsx'
import type { RecordTab } from './RecordTabs.tsx'

export interface ItemsProps {
  of: RecordItems
  /** Base URL of the API. */
  api: string
  /** Shown if there are none. */
  empty: string
  level: Level
  /** Lists all of them below the first page, on static pages (page-parts.tsx). */
  AllItems?: ComponentType<Pick<ItemsProps, 'of' | 'level'>> | undefined
}

/**
 * Items of a record: the first page with Previous and Next (islands/behaviours/item-pages.tsx), and below it the list of all, if known. Without
 * scripts only that list is visible (styles/item-rows.css). Up to five items need no pagination.
 */
function PagedItems({ of, api, empty, level, AllItems }: ItemsProps) {
  const { items, count, query } = of
  if (count === 0) return <p className="empty">{empty}</p>
  if (count <= PAGING.tabs) return <ItemGallery list={arrangeItems(items)} level={level} />
  // Without a query only what is in the page can be shown page by page.
  const paged = query ? count : items.length
  return (
    <item-pages class="items-part" data-api={api} data-query={query || undefined} data-count={paged} items={of}>
      <FirstPage items={items} count={paged} />
      {AllItems && <AllItems of={of} level={level} />}
    </item-pages>
  )
}

/** The first tab of a person, organization or zone. */
export const itemsTab = (props: Omit<ItemsProps, 'level'>): RecordTab => ({
  id: 'items',
  title: 'Items',
  count: props.of.count,
  content: (level) => <PagedItems {...props} level={level} />,
})

/** Never rendered again: `<item-pages>` owns this markup from then on. */
const FirstPage = memo(
  ({ items, count }: Pick<RecordItems, 'items' | 'count'>) => (
    <div className="paged-items">
      <ul className="gallery">
        {items.slice(0, PAGING.tabs).map((item) => (
          <GalleryItem key={item.id} item={item} />
        ))}
      </ul>
      <nav className="pagination" aria-label="Pages of items">
        <button type="button" className="button" aria-disabled="true" data-live="items" data-by="-1">
          Previous
        </button>
        <p className="figures" role="status">
          {`Page 1 of ${pagesOf(count, PAGING.tabs)}`}
        </p>
        <button type="button" className="button" data-live="items" data-by="1">
          Next
        </button>
      </nav>
    </div>
  ),
  () => true,
)
FirstPage.displayName = 'FirstPage'
