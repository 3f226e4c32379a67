import { Pager } from '#components/browse/Pager.tsx'
import { pagesOf } from '#contract/limits.ts'
import { ROWS_A_PAGE, tablePageAddress, type RecordTable } from '#views/record-tables.ts'

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
