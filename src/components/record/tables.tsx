import type { ReactNode } from 'react'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import type { RecordTable } from '#views/record-tables.ts'
import type { RecordTab } from './RecordTabs.tsx'

/** How many rows of a long table show at first; a few more than that fold nothing. */
const SHOWN = 40
const LONG = 50

interface TabProps {
  /** Shown instead of a table without rows. */
  empty: string
  /** Only on a static page, which does not list all rows of a very long table: how many, and the links to the others. */
  paged?: { size: number; links: ReactNode } | undefined
}

type Columns = Pick<RecordTable, 'columns' | 'rows'>

export const tableTab = (table: RecordTable, { empty, paged }: TabProps): RecordTab => ({
  id: table.id,
  title: table.title,
  count: table.rows.length,
  content: () =>
    table.rows.length === 0 ? <p className="empty">{empty}</p> : <LongTable table={table} paged={paged} />,
})

/** A long table folds its later rows, which print and can be searched in the page. */
export function LongTable({ table, paged }: { table: Columns } & Pick<TabProps, 'paged'>) {
  const { rows } = table
  const listed = rows.slice(0, paged?.size)
  const shown = rows.length > LONG ? SHOWN : rows.length
  return (
    <>
      <TableRows table={table} rows={listed.slice(0, shown)} />
      {listed.length > shown && (
        <details className="all-items">
          <summary>{`${formatNumber(rows.length - shown)} more of ${formatNumber(rows.length)}`}</summary>
          <TableRows table={table} rows={listed.slice(shown)} />
          {listed.length < rows.length && paged?.links}
        </details>
      )}
    </>
  )
}

/** On a phone each row is a small record, with its columns' names as labels (styles/tables.css). */
export const TableRows = ({
  table: { columns },
  rows,
}: {
  table: Pick<RecordTable, 'columns'>
  rows: RecordTable['rows']
}) => (
  <table className={columns.length === 2 ? 'narrow' : undefined}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, row) => (
        <tr key={row}>
          {cells.map((cell, at) => (
            <td
              key={at}
              data-label={columns[at]}
              className={['Date', 'Years'].includes(columns[at]!) ? 'figures' : undefined}
            >
              {typeof cell === 'string' ? cell : cell.map(linked)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const linked = ({ href, text }: Link) => (
  <a key={href} href={href}>
    {text}
  </a>
)
