import { useCollection } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'
import { MESSAGES } from './messages.ts'

/** Nothing was found: offers to remove filters. */
export function NoResults({ after }: { after: () => void }) {
  const { stores } = useCollection()
  const chosen = useChosenFilters()
  return (
    <div className="no-results">
      <p>{chosen.length === 0 ? 'Nothing has been published yet.' : MESSAGES.none}</p>
      {chosen.length > 0 && (
        <ul>
          {chosen.map(({ key, kind, text, drop }) => (
            <li key={key}>
              <button
                type="button"
                className="small-button"
                onClick={() => {
                  after()
                  drop(stores)
                }}
              >
                <span>Without {kind === 'Words' ? `“${text}”` : `${kind.toLowerCase()} ${text}`}</span>
              </button>
            </li>
          ))}
          {chosen.length > 1 && (
            <li>
              <button
                type="button"
                className="small-button"
                onClick={() => {
                  after()
                  stores.reset()
                }}
              >
                Without any filter
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
