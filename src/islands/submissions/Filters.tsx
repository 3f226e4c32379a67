import { REVIEWED_KINDS, type ReviewedKind } from '#contract/record.ts'
import type { Filters as Chosen, SubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import { useStore } from '../widgets/use-store.ts'
import { KIND_NAMES, STATE_NAMES } from './messages.ts'

const STATES: readonly Chosen['state'][] = ['', 'waiting', 'returned', 'published', 'discarded']
const KINDS: readonly Chosen['kind'][] = [...REVIEWED_KINDS, 'all']
const kindName = (kind: Chosen['kind']) => (kind === 'all' ? 'Everything' : KIND_NAMES[kind])

export function Filters({ stores }: { stores: SubmissionsStores }) {
  const { kind, state } = useStore(stores.$filters)
  return (
    <form className="submissions-filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>State</legend>
        {STATES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="state"
              checked={state === each}
              onChange={() => void stores.filter({ state: each })}
            />
            <span>{each === '' ? 'All' : STATE_NAMES[each]}</span>
          </label>
        ))}
      </fieldset>
      <label className="submissions-kind">
        <span>Show</span>
        <select value={kind} onChange={({ target }) => void stores.filter({ kind: target.value as ReviewedKind })}>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {kindName(each)}
            </option>
          ))}
        </select>
      </label>
    </form>
  )
}
