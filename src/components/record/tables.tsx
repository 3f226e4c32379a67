import type { ReactNode } from 'react'
import { EMPTY } from '#contract/messages.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import type { RecordTab } from './RecordTabs.tsx'

interface TableProps {
  className?: string
  columns: readonly string[]
  /** The cells of each row, in the order of the columns. */
  rows: readonly (readonly ReactNode[])[]
  /** Shown instead of a table without rows. */
  empty: string
}

/** How many rows of a long table show at first; a few more than that fold nothing. */
const SHOWN = 40
const LONG = 50

/** A long table folds its later rows, which print and can be searched in the page. On a phone each row is a small record, with its columns' names as labels (styles/tables.css). */
function Table({ className, columns, rows, empty }: TableProps) {
  if (rows.length === 0) return <p className="empty">{empty}</p>
  const shown = rows.length > LONG ? SHOWN : rows.length
  const rest = rows.slice(shown)
  return (
    <>
      <Rows className={className} columns={columns} rows={rows.slice(0, shown)} />
      {rest.length > 0 && (
        <details className="all-items">
          <summary>{`${formatNumber(rest.length)} more of ${formatNumber(rows.length)}`}</summary>
          <Rows className={className} columns={columns} rows={rest} />
        </details>
      )}
    </>
  )
}

const Rows = ({ className, columns, rows }: Omit<TableProps, 'empty'>) => (
  <table className={className}>
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
            <td key={at} data-label={columns[at]} className={columns[at] === 'Date' ? 'figures' : undefined}>
              {cell}
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

interface OwnershipProps {
  /** Spec §2: people on the page of a zone, addresses on that of a person. */
  column: 'Person' | 'Addresses'
  rows: readonly { lot: string; links: readonly Link[]; year: string; source: string }[]
}

/** Spec §2 "Land Ownership": Lot, Person or Addresses, Date (year only), Source. */
export const ownershipTab = ({ column, rows }: OwnershipProps): RecordTab => {
  const cells = rows.map(({ lot, links, year, source }) => [lot, links.map(linked), year, source])
  return {
    id: 'ownership',
    title: 'Land Ownership',
    count: rows.length,
    content: () => <Table columns={['Lot', column, 'Date', 'Source']} rows={cells} empty={EMPTY.ownership} />,
  }
}

interface YearsProps extends Pick<RecordTab, 'id' | 'title'> {
  /** Heading of the first column. */
  column: string
  rows: readonly { link: Link; years: string }[]
  empty: string
}

/** A tab of links with years: employers, premises, people of an organization. */
export const yearsTab = ({ id, title, column, rows, empty }: YearsProps): RecordTab => {
  const cells = rows.map(({ link, years }) => [linked(link), years])
  return {
    id,
    title,
    count: rows.length,
    content: () => <Table className="narrow" columns={[column, 'Date']} rows={cells} empty={empty} />,
  }
}
