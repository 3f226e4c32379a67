import { useCollection } from './stores-context.ts'
import { useChosenFilters } from './use-chosen-filters.ts'
import { WORDS } from './words.ts'

/** What to do where nothing was found: which filters there are to take off. */
export function NoResults({ after }: { after: () => void }) {
  const { stores } = useCollection()
  const chosen = useChosenFilters()
  return (
    <div className="no-results">
      <p>{chosen.length === 0 ? 'Nothing has been published yet.' : WORDS.none}</p>
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
