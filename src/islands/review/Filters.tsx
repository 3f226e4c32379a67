import { useId, type ReactNode } from 'react'
import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { REVIEWED_KINDS, type ReviewedKind } from '#contract/record.ts'
import { TYPE_NAMES } from '#rules/names/record-names.ts'
import { QUEUE_STATES, type QueueFilters } from '#stores/review/desk-address.ts'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { KIND_NAMES, STATE_NAMES } from './messages.ts'

const AGES: readonly (readonly [days: number, text: string])[] = [
  [7, 'Over a week'],
  [30, 'Over a month'],
  [90, 'Over three months'],
]

/** The filters of the queue; each change is in the address. */
export function Filters() {
  const { desk } = useDesk()
  const { kind, state, type, author, days } = useStore(desk.$filters)
  const authors = useStore(desk.$authors)
  const choose = (change: Partial<QueueFilters>) => void desk.filter(change)
  return (
    <form className="desk-filters" onSubmit={(event) => event.preventDefault()}>
      <Choice label="State" value={state} onChange={(value) => choose({ state: value as QueueFilters['state'] })}>
        {QUEUE_STATES.map((each) => (
          <option key={each} value={each}>
            {STATE_NAMES[each]}
          </option>
        ))}
      </Choice>
      <Choice
        label="Kind"
        value={type || kind}
        onChange={(value) => {
          const isType = (ITEM_TYPES as readonly string[]).includes(value)
          choose(isType ? { kind: 'items', type: value as ItemType } : { kind: value as ReviewedKind, type: '' })
        }}
      >
        <option value="">All</option>
        {REVIEWED_KINDS.map((each) => (
          <option key={each} value={each}>
            {KIND_NAMES[each]}
          </option>
        ))}
        <optgroup label="Items by type">
          {ITEM_TYPES.map((each) => (
            <option key={each} value={each}>
              {TYPE_NAMES[each]}
            </option>
          ))}
        </optgroup>
      </Choice>
      <Choice
        label="Author"
        value={author ?? ''}
        onChange={(value) => choose({ author: value === '' ? null : Number(value) })}
      >
        <option value="">Anybody</option>
        {author !== null && !authors.has(author) && <option value={author}>No. {author}</option>}
        {[...authors]
          .toSorted(([, a], [, b]) => a.localeCompare(b))
          .map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Choice>
      <Choice
        label="Waiting for"
        value={days ?? ''}
        onChange={(value) => choose({ days: value === '' ? null : Number(value) })}
      >
        <option value="">Any time</option>
        {AGES.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Choice>
    </form>
  )
}

interface ChoiceProps {
  label: string
  value: string | number
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="desk-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </select>
    </div>
  )
}
