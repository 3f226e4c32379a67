import { EMPTY } from '#contract/messages.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import type { RecordTab } from './RecordTabs.tsx'

interface OwnershipProps {
  /** Spec §2: people on the page of a zone, addresses on that of a person. */
  column: 'Person' | 'Addresses'
  rows: readonly { lot: string; links: readonly Link[]; year: string; source: string }[]
}

/** Spec §2 "Land Ownership": Lot, Person or Addresses, Date (year only), Source. */
export function Ownership({ column, rows }: OwnershipProps) {
  if (rows.length === 0) return <p className="empty">{EMPTY.ownership}</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Lot</th>
          <th scope="col">{column}</th>
          <th scope="col">Date</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ lot, links, year, source }, at) => (
          <tr key={at}>
            <td data-label="Lot">{lot}</td>
            <td data-label={column}>
              {links.map(({ href, text }) => (
                <a key={href} href={href}>
                  {text}
                </a>
              ))}
            </td>
            <td data-label="Date" className="figures">
              {year}
            </td>
            <td data-label="Source">{source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface YearsProps {
  /** Heading of the first column. */
  column: string
  rows: readonly { link: Link; years: string }[]
  empty: string
}

/** A tab of links with years: employers, premises, people of an organization. */
export const yearsTab = ({ id, title, ...table }: Pick<RecordTab, 'id' | 'title'> & YearsProps): RecordTab => ({
  id,
  title,
  count: table.rows.length,
  content: () => <YearsTable {...table} />,
})

function YearsTable({ column, rows, empty }: YearsProps) {
  if (rows.length === 0) return <p className="empty">{empty}</p>
  return (
    <table className="narrow">
      <thead>
        <tr>
          <th scope="col">{column}</th>
          <th scope="col">Date</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ link, years }, at) => (
          <tr key={at}>
            <td data-label={column}>
              <a href={link.href}>{link.text}</a>
            </td>
            <td data-label="Date" className="figures">
              {years}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
