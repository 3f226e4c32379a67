import { PAGING, pagesOf } from '#contract/limits.ts'
import { ItemGallery } from '#islands/zone/ItemGallery.tsx'
import type { Level } from '#islands/widgets/HeadingAt.tsx'
import type { ItemsOfRecord } from '#rules/overview-parts.ts'
import { ItemRow } from './ItemRow.tsx'

interface Props {
  of: ItemsOfRecord
  /** Where the API is: what stands before `/api/…`. */
  api: string
  /** Said when there is none. */
  empty: string
  level: Level
}

/**
 * Items of a record on its page: the first five with Previous and Next, which islands/parts/items.ts turns once they are used, and all of them below.
 * Where no script runs only the whole list is seen (styles/item-rows.css); so few that they need no pages are shown as they are.
 */
export function ItemsPart({ of: { items, count, asked }, api, empty, level }: Props) {
  if (count === 0) return <p className="empty">{empty}</p>
  if (count <= PAGING.tabs) return <ItemGallery items={items} level={level} empty={empty} />
  const whole = items.length === count
  return (
    <div className="items-part" data-api={api} data-asked={asked || undefined} data-count={count}>
      <div className="paged-items">
        <ul className="item-rows">
          {items.slice(0, PAGING.tabs).map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </ul>
        <nav className="turner" aria-label="Pages of items" data-live="parts">
          <button type="button" className="button off" aria-disabled="true" data-live="parts" data-by="-1">
            Previous
          </button>
          <p className="figures" role="status">
            Page 1 of {pagesOf(count, PAGING.tabs)}
          </p>
          <button type="button" className="button" data-live="parts" data-by="1">
            Next
          </button>
        </nav>
      </div>
      {whole && (
        <details className="all-items">
          <summary>All {count} items</summary>
          <ItemGallery items={items} level={level} empty={empty} numbered />
        </details>
      )}
    </div>
  )
}
