import { useId, useState, type ReactNode } from 'react'
import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { REVIEWED_KINDS, type ReviewedKind } from '#contract/record.ts'
import { QUEUE_STATES } from '#contract/review.ts'
import { formatNumber, TYPE_NAMES } from '#rules/names/record-names.ts'
import type { Age, QueueFilters } from '#stores/review/desk-address.ts'
import { Options } from '../widgets/SelectField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { kindNames, STATE_NAMES } from './messages.ts'

const AGES: readonly (readonly [age: Age | '', text: string])[] = [
  ['', 'Any time'],
  ['new', 'The last 7 days'],
  ['over-7', 'Over a week ago'],
  ['over-30', 'Over a month ago'],
  ['over-90', 'Over 3 months ago'],
]
const withCount = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${formatNumber(count)})`

/** The filters of the queue, with the number of drafts of each choice; every change is in the address. */
export function Filters() {
  const { desk } = useDesk()
  const { kind, state, type, author, age, sort } = useStore(desk.$filters)
  const { counts, authors } = useStore(desk.$queue)
  const choose = (change: Partial<QueueFilters>) => void desk.filter(change)
  const isUnlisted = author !== null && !authors.some(({ id }) => id === author)
  const isNarrowed = author !== null || age !== '' || sort !== 'oldest'
  return (
    <div className="desk-filters">
      <Search />
      <Choice label="State" value={state} onChange={(value) => choose({ state: value as QueueFilters['state'] })}>
        <Options of={QUEUE_STATES.map((each) => [each, withCount(STATE_NAMES[each], counts?.states[each])])} />
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
        <Options of={REVIEWED_KINDS.map((each) => [each, withCount(kindNames(each), counts?.kinds[each])])} />
        <optgroup label="Items by type">
          <Options of={ITEM_TYPES.map((each) => [each, TYPE_NAMES[each]])} />
        </optgroup>
      </Choice>
      <details className="desk-more" open={isNarrowed || undefined}>
        <summary>Author, date, order</summary>
        <div className="desk-filters">
          <Choice
            label="Author"
            value={author ?? ''}
            onChange={(value) => choose({ author: value === '' ? null : Number(value) })}
          >
            <option value="">Anybody</option>
            {isUnlisted && <option value={author}>Number {author} (0)</option>}
            <Options of={authors.map(({ id, name, count }) => [id, withCount(name, count)])} />
          </Choice>
          <Choice label="Sent in" value={age} onChange={(value) => choose({ age: value as Age | '' })}>
            <Options of={AGES} />
          </Choice>
          <Choice label="Order" value={sort} onChange={(value) => choose({ sort: value as QueueFilters['sort'] })}>
            <option value="oldest">Oldest first</option>
            <option value="newest">Newest first</option>
          </Choice>
        </div>
      </details>
    </div>
  )
}

/** Words in names, authors and texts. Enter or leaving the box searches. */
function Search() {
  const { desk } = useDesk()
  const id = useId()
  const { search } = useStore(desk.$filters)
  const [text, setText] = useState(search)
  const [seen, setSeen] = useState(search)
  if (search !== seen) {
    setSeen(search)
    setText(search)
  }
  const send = () => {
    if (text.trim() !== search) void desk.filter({ search: text.trim() })
  }
  return (
    <form
      role="search"
      aria-label="Queue"
      className="desk-choice desk-words"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id}>Words</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={send}
      />
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
