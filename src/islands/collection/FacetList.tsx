import { useId, useState } from 'react'
import { FilterLink } from './FilterLink.tsx'
import { figure } from './words.ts'

export interface Facet {
  key: string | number
  text: string
  /** Results that it would give; null while that is not known. */
  count: number | null
  href: string
  current: boolean
  choose: () => void
}

interface Props {
  facets: readonly Facet[]
  /** How many are shown at first, besides those that are chosen. */
  most: number
  /** "subjects", after "More". */
  what: string
  /** That there are no others is known: an empty list says so. */
  known?: boolean
}

/** Choices with how many results each would give; one that is chosen is taken off by the same click. */
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
            <FilterLink href={href} choose={choose} current={current}>
              <span>{text}</span>
              <span className="figures">{count !== null && figure(count)}</span>
            </FilterLink>
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
