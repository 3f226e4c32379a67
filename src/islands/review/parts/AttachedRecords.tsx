import { useRef } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { RECORD_PARTS } from '#rules/forms/record-parts.ts'
import type { AttachedGroup } from '#stores/review/attached.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { RequestProblem } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { useDesk } from '../desk-context.ts'
import { kindName } from '../messages.ts'
import { AttachedRow } from './AttachedRow.tsx'
import { PartEditor } from './PartEditor.tsx'

/** What belongs to the open record, under it: a person's relationships and graves, a place's lots and plaques. */
export default function AttachedRecords() {
  const { desk } = useDesk()
  const now = useStore(desk.attached.$attached)
  if (now.state === 'none' || !now.owner || !RECORD_PARTS[now.owner.kind]) return null
  return (
    <section className="desk-parts" aria-labelledby="desk-parts">
      <h3 id="desk-parts">What belongs to this {kindName(now.owner.kind).toLowerCase()}</h3>
      {now.state === 'loading' && <Loading />}
      {now.state === 'failed' && <RequestProblem problem={now.problem} onRetry={() => desk.attached.load(now.owner)} />}
      {now.state === 'ready' &&
        now.attached.groups.map((group) => <Group key={`${group.kind} ${group.field}`} group={group} />)}
    </section>
  )
}

function Group({ group }: { group: AttachedGroup }) {
  const { desk } = useDesk()
  const form = useStore(desk.attached.$form)
  const add = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { kind, field, count, records } = group
  const text = GROUP_TEXT[`${kind} ${field}`]
  if (!text) return null
  const isHere = form?.group.kind === kind && form.group.field === field
  const isAdding = isHere && form.record === null
  const id = `part-${kind}-${field}`
  return (
    <section aria-labelledby={id}>
      <header className="row">
        <h4 id={id} ref={heading} tabIndex={-1}>
          {text.title}
          {count > 0 && <span className="meta figures">{count}</span>}
        </h4>
        {!isAdding && (
          <SmallButton ref={add} onClick={() => desk.attached.add(group)}>
            {text.add}
          </SmallButton>
        )}
      </header>
      {count === 0 && !isAdding && <p className="empty">{text.none}</p>}
      {isAdding && (
        <PartEditor
          group={group}
          title={text.add}
          onClose={() => {
            desk.attached.close()
            requestAnimationFrame(() => add.current?.focus())
          }}
        />
      )}
      {records.length > 0 && (
        <ul>
          {records.map((record) => (
            <AttachedRow key={record.key} group={group} record={record} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {count > records.length && <p className="empty">The first {records.length} are listed.</p>}
    </section>
  )
}

interface GroupText {
  title: string
  add: string
  none: string
}
const OWNERSHIP = { title: 'Land ownership', add: 'Add Ownership', none: 'No land is recorded.' }
const PREMISES = { title: 'Premises', none: 'No premises are recorded.' }

/** The groups of rules/forms/record-parts.ts, by kind and field. */
const GROUP_TEXT: Readonly<Record<string, GroupText>> = {
  'person_images person': { title: 'Portrait', add: 'Add a Portrait', none: 'There is no portrait.' },
  'relationships person2': { title: 'Parents', add: 'Add a Parent', none: 'No parents are recorded.' },
  'relationships person1': { title: 'Children', add: 'Add a Child', none: 'No children are recorded.' },
  'ownership person': OWNERSHIP,
  'ownership lot': { ...OWNERSHIP, none: 'No owners of its lots are recorded.' },
  'employment person': { title: 'Employment', add: 'Add Employment', none: 'No employment is recorded.' },
  'employment organization': { title: 'People who worked here', add: 'Add a Person', none: 'Nobody is recorded.' },
  'graves person': { title: 'Graves', add: 'Add a Grave', none: 'No grave is recorded.' },
  'organization_locations organization': { ...PREMISES, add: 'Add Premises' },
  'organization_locations location': {
    title: 'Organizations here',
    add: 'Add an Organization',
    none: 'No organizations are recorded.',
  },
  'lots location': { title: 'Lots', add: 'Add a Lot', none: 'No lots lie in this place.' },
  'location_descriptions location': {
    title: 'Description',
    add: 'Add a Description',
    none: 'There is no description.',
  },
  'heritage location': { title: 'Heritage', add: 'Add Heritage', none: 'No heritage information is recorded.' },
  'residents person': { title: 'Lived at', add: 'Add a Residence', none: 'No residence is recorded.' },
  'residents location': { title: 'Residents', add: 'Add a Resident', none: 'No residents are recorded.' },
  'place_names location': {
    title: 'Earlier names and addresses',
    add: 'Add an Earlier Name',
    none: 'No earlier names are recorded.',
  },
  'plaques location': { title: 'Plaques', add: 'Add a Plaque', none: 'No plaques are recorded.' },
}
