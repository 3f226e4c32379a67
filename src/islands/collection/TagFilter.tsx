import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { TagKind } from '#stores/collection/collection-stores.ts'
import { TagInput } from '../widgets/TagInput.tsx'
import { Chip } from '../widgets/Chip.tsx'
import { Toggle } from './Toggle.tsx'
import { useOwnServer } from './filter-hooks.ts'
import { useCollection } from './page-context.ts'
import { TAGS } from './messages.ts'

const IDLE = { state: 'idle' } as const
const isFinger = () => matchMedia('(pointer: coarse)').matches

/** On a phone the keyboard covers the lower half of the sheet: scroll the box to the top, so that its suggestions are visible. */
function makeRoomAbove(section: HTMLElement | null): void {
  if (isFinger() && section?.closest('dialog')) section.scrollIntoView({ block: 'start' })
}

/** Spec §2 and §5: a text box with suggestions, the chosen tags, and the OR/AND toggle. */
export function TagFilter({ kind }: { kind: TagKind }) {
  const { stores } = useCollection()
  const { id, label, hint } = TAGS[kind]
  const chosen = useStore(stores.$filters)[kind]
  const suggestions = useStore(stores.$suggestions)[kind] ?? IDLE
  const refused = useStore(stores.$refused)[kind]
  const input = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)

  return (
    <section ref={section} className="filter" aria-labelledby={`${id}-label`} tabIndex={-1}>
      <div className="filter-head">
        <h3>
          <label id={`${id}-label`} htmlFor={id}>
            {label}
          </label>
        </h3>
        {kind !== 'organizations' && <ModeToggle kind={kind} label={label} />}
      </div>
      <TagInput
        ref={input}
        id={id}
        label={label}
        placeholder={hint}
        suggestions={suggestions}
        error={refused ?? undefined}
        onType={(text) => stores.suggest(kind, text)}
        onPick={({ id, name }) => stores.addTag(kind, { id, name })}
        onFocus={() => makeRoomAbove(section.current)}
      />
      {chosen.length > 0 && (
        <ul className="chosen" aria-label={label}>
          {chosen.map(({ id, name }) => (
            <Chip
              key={id}
              text={name ?? `No. ${id}`}
              remove={() => {
                stores.removeTag(kind, id)
                // Focusing the text box would open a phone's keyboard over the filters.
                if (isFinger()) section.current?.focus({ preventScroll: true })
                else input.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {kind === 'people' && chosen.length > 0 && <RoleToggle />}
    </section>
  )
}

const MODES = [
  ['OR', 'OR', 'any of these'],
  ['AND', 'AND', 'all of these'],
] as const

/** Spec §2 "OR/AND toggle": whether any tag or all tags must match. */
function ModeToggle({ kind, label }: { kind: 'people' | 'subjects'; label: string }) {
  const { stores } = useCollection()
  return (
    <Toggle
      legend={`${label}: match any or all`}
      name={`${kind}-mode`}
      choices={MODES}
      value={useStore(stores.$filters)[`${kind}Mode`]}
      onChoose={(mode) => stores.setMode(kind, mode)}
    />
  )
}

const ROLES = [
  [null, 'In any role'],
  ['pictured', 'Pictured'],
  ['creator', 'As creator', 'made it, or contributed to it'],
] as const

/** What the chosen people have to do with the items. */
function RoleToggle() {
  const { stores } = useCollection()
  const { peopleAs } = useStore(stores.$filters)
  if (!useOwnServer()) return null
  return <Toggle legend="People are" name="people-as" choices={ROLES} value={peopleAs} onChoose={stores.setPeopleAs} />
}
