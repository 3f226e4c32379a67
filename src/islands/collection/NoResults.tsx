import { useStore } from '@nanostores/react'
import { cleanSearchText } from '#rules/addresses/collection-address.ts'
import { ActionLink } from '../widgets/ActionLink.tsx'
import { useCollection } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'
import { MESSAGES } from './messages.ts'

/** Nothing was found: offers to remove filters. */
export function NoResults({ after }: { after: () => void }) {
  const { stores } = useCollection()
  const { search, suggestion } = useStore(stores.$results)
  const { search: typed } = useStore(stores.$filters)
  const chosen = useChosenFilters()
  const offers = chosen.map(({ key, kind, text, drop }) => ({
    key,
    text: kind === 'Words' ? `“${text}”` : `${kind.toLowerCase()} ${text}`,
    drop,
  }))
  if (offers.length > 1) offers.push({ key: 'all', text: 'any filter', drop: ({ reset }) => reset() })
  return (
    <div className="no-results">
      <p>{chosen.length === 0 ? 'Nothing has been published yet.' : MESSAGES.none}</p>
      {suggestion !== '' && search.search === cleanSearchText(typed) && (
        <p>
          Did you mean{' '}
          <ActionLink
            href={stores.hrefOf({ search: suggestion })}
            act={() => {
              after()
              stores.search(suggestion, true)
            }}
          >
            {suggestion}
          </ActionLink>
          ?
        </p>
      )}
      {offers.length > 0 && (
        <ul>
          {offers.map(({ key, text, drop }) => (
            <li key={key}>
              <button
                type="button"
                className="small-button"
                onClick={() => {
                  after()
                  drop(stores)
                }}
              >
                <span>Without {text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
