import { REVIEWED_KINDS } from '#contract/record.ts'
import type { Filters as Chosen, SubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import { SelectField } from '../widgets/SelectField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { KIND_NAMES, STATE_NAMES } from './messages.ts'

const STATES: readonly Chosen['state'][] = ['', 'waiting', 'returned', 'published', 'discarded']
const KINDS = [...REVIEWED_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const), ['all', 'Everything'] as const]

export function Filters({ stores }: { stores: SubmissionsStores }) {
  const { kind, state } = useStore(stores.$filters)
  return (
    <form className="list-tools submissions-filters" onSubmit={(event) => event.preventDefault()}>
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
      <SelectField
        label="Show"
        value={kind}
        choices={KINDS}
        onChange={(chosen) => void stores.filter({ kind: chosen })}
      />
    </form>
  )
}
