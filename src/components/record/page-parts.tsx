import type { ReactNode } from 'react'
import type { Level } from '#components/HeadingAt.tsx'
import { Chips } from '#components/browse/Chips.tsx'
import { Pager } from '#components/browse/Pager.tsx'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { arrangeItems, type ItemSummary } from '#views/item-lists.ts'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import { pagesOf } from '#contract/limits.ts'
import { ROWS_A_PAGE, tablePageAddress, type RecordTable } from '#views/record-tables.ts'
import { ItemGallery } from './ItemGallery.tsx'
import type { ItemsProps } from './PagedItems.tsx'
import { ListPicture } from './PrintLink.tsx'

interface Props {
  /** Address of the record. */
  record: string
  table: Pick<RecordTable, 'id' | 'title'>
  /** Counts from 1. */
  page: number
  pages: number
}

/** From page to page of a very long table. */
export function TablePager({ record, table, page, pages }: Props) {
  const address = (to: number) => (to >= 1 && to <= pages ? tablePageAddress(record, table, to) : '')
  const text = `Page ${page} of ${pages}`
  return <Pager previous={address(page - 1)} next={address(page + 1)} label={`Pages: ${table.title}`} text={text} />
}

/** What the page of a record lists of a table. */
export const pagedTable = (record: string, table: RecordTable) => ({
  size: ROWS_A_PAGE,
  links: <TablePager record={record} table={table} page={1} pages={pagesOf(table.rows.length, ROWS_A_PAGE)} />,
})

/** Some pictures of a record in one line, above everything else that is known of it. */
const PictureStrip = ({ items }: { items: readonly ItemSummary[] }) =>
  items.length > 0 && (
    <ul className="strip" aria-label="Pictures">
      {items.map(({ id, href, title, picture }) => (
        <li key={id}>
          <a href={href} title={title} lang={TEXT_LANGUAGE}>
            <ListPicture picture={picture!} eager />
            <span className="visually-hidden">{title}</span>
          </a>
        </li>
      ))}
    </ul>
  )

/** Every item of a record, on its static page: a long list goes on on further pages. */
const AllItems = ({ of: { items, count, pages = [] }, level }: Pick<ItemsProps, 'of' | 'level'>) => (
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

/** Parts of a record that only its static page has: the live shell and the map's popup need not load them. */
export const PAGE_PARTS = { AllItems, PictureStrip, pagedTable }

export interface RecordProps {
  /** Base URL of the API. */
  api: string
  /** Level of the name; headings below it follow. */
  level?: Level
  parts?: typeof PAGE_PARTS
  children?: ReactNode
}
