import { Chip } from '../widgets/Chip.tsx'
import { useCollection } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'

/** The active filters, each with a remove button, and "Clear all". `after` moves the focus away from the removed element. */
export function ChosenFilters({ after }: { after: () => void }) {
  const { stores } = useCollection()
  const chosen = useChosenFilters()
  if (chosen.length === 0) return null
  return (
    <div className="chosen-all">
      <ul className="chosen" aria-label="Active filters">
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
