import { Chip } from './Chip.tsx'
import { useCollection } from './stores-context.ts'
import { useChosenFilters } from './use-chosen-filters.ts'

/** Every filter that is set, each with a cross, and all of them at once. `after` takes the focus of what goes away. */
export function ChosenFilters({ after }: { after: () => void }) {
  const { stores } = useCollection()
  const chosen = useChosenFilters()
  if (chosen.length === 0) return null
  return (
    <div className="chosen-all">
      <ul className="chosen" aria-label="Filters that are set">
        {chosen.map(({ key, kind, text, drop }) => (
          <Chip
            key={key}
            kind={kind}
            text={text}
            remove={() => {
              after()
              drop(stores)
            }}
          />
        ))}
      </ul>
      <button
        type="button"
        className="clear-all"
        onClick={() => {
          after()
          stores.reset()
        }}
      >
        Clear all
      </button>
    </div>
  )
}
