import { useId, useState } from 'react'
import { ActionLink } from '../widgets/ActionLink.tsx'
import { formatNumber } from '#rules/names/record-names.ts'

export interface Facet {
  key: string | number
  text: string
  /** Number of results with this choice; null while unknown. */
  count: number | null
  href: string
  current: boolean
  choose: () => void
}

interface Props {
  facets: readonly Facet[]
  /** How many are shown at first, besides the chosen ones. */
  most: number
  /** "subjects", after "More". */
  what: string
  /** The counts are loaded: an empty list says that there is nothing to choose. */
  known?: boolean
}

/** Choices with their number of results. A click on a chosen one removes it. */
export function FacetList({ facets, most, what, known = false }: Props) {
  const [all, setAll] = useState(false)
  const list = useId()
  const shown = all ? facets : facets.filter(({ current }, at) => current || at < most)
  const rest = facets.length - facets.slice(0, most).length
  if (known && facets.length === 0) return <p className="meta">Nothing to choose from.</p>
  return (
    <>
      <ul className={all ? 'facets all' : 'facets'} id={list}>
        {shown.map(({ key, text, count, href, current, choose }) => (
          <li key={key}>
            <ActionLink href={href} act={choose} aria-current={current || undefined}>
              <span>{text}</span>
              <span className="figures">{count !== null && formatNumber(count)}</span>
            </ActionLink>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className="more-facets"
          aria-expanded={all}
          aria-controls={list}
          onClick={() => setAll(!all)}
        >
          {all ? `Fewer ${what}` : `More ${what}`}
        </button>
      )}
    </>
  )
}
