import type { Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'

interface Chip extends Link {
  count?: number
  /** True for the one that is chosen. */
  isCurrent?: boolean
}

export const Chips = ({ links }: { links: readonly Chip[] }) => (
  <ul className="chips">
    {links.map(({ href, text, count, isCurrent }) => (
      <li key={href}>
        <a href={href} aria-current={isCurrent || undefined}>
          {count === undefined ? text : `${text} `}
          {count !== undefined && <span className="figures">{formatNumber(count)}</span>}
        </a>
      </li>
    ))}
  </ul>
)
