import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { TagKind } from '#stores/collection/collection-stores.ts'
import { closed, pressKey, shown } from '../search/combobox.ts'
import { Chip } from './Chip.tsx'
import { ModeToggle } from './ModeToggle.tsx'
import { useCollection } from './page-context.ts'
import { TAGS, suggestionsText } from './messages.ts'

interface Tag {
  id: number
  name: string
}

const isFinger = () => matchMedia('(pointer: coarse)').matches

/** On a phone the keyboard covers the lower half of the sheet: scroll the box to the top, so that its suggestions are visible. */
function makeRoomAbove(section: HTMLElement | null): void {
  if (isFinger() && section?.closest('dialog')) section.scrollIntoView({ block: 'start' })
}

/** Spec §2 and §5: a text box with suggestions (ARIA combobox pattern), the chosen tags, and the OR/AND toggle. */
export function TagFilter({ kind }: { kind: TagKind }) {
  const { stores } = useCollection()
  const { id, label, hint } = TAGS[kind]
  const chosen = useStore(stores.$filters)[kind]
  const suggestions = useStore(stores.$suggestions)[kind]
  const refused = useStore(stores.$refused)[kind]
  const [text, setText] = useState('')
  const [box, setBox] = useState(shown(0))
  const [seen, setSeen] = useState(suggestions)
  const input = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  const tags = suggestions.state === 'found' ? suggestions.tags : []
  if (suggestions !== seen) {
    setSeen(suggestions)
    setBox(shown(tags.length))
  }

  const type = (value: string) => {
    setText(value)
    stores.suggest(kind, value)
  }
  const pick = ({ id, name }: Tag) => {
    setBox(closed(box))
    if (stores.addTag(kind, { id, name })) type('')
    input.current?.focus()
  }
  /** Enter without a choice: the only suggestion, or an exact match. */
  const bestMatch = () =>
    tags.length === 1 ? tags[0] : tags.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())

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
      <div className={refused ? 'tag-box refused' : 'tag-box'}>
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={box.open}
          aria-controls={`${id}-list`}
          aria-activedescendant={box.open && box.active !== -1 ? `${id}-${box.active}` : undefined}
          aria-autocomplete="list"
          aria-invalid={refused !== null || undefined}
          aria-describedby={refused ? `${id}-refused` : undefined}
          placeholder={hint}
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onFocus={() => makeRoomAbove(section.current)}
          onBlur={() => setBox(closed(box))}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            const answer = pressKey(event.key, { ...box, count: tags.length })
            if (answer) {
              event.preventDefault()
              // Keeps a surrounding sheet open.
              event.stopPropagation()
              if (answer.act === 'follow' && tags[box.active]) pick(tags[box.active]!)
              else setBox(answer.state)
              if (answer.act === 'ask') stores.suggest(kind, text)
            } else if (event.key === 'Enter') {
              event.preventDefault()
              const tag = bestMatch()
              if (tag) pick(tag)
            }
          }}
        />
        <ul id={`${id}-list`} role="listbox" aria-label={`${label}: suggestions`} hidden={!box.open}>
          {tags.map((tag, at) => (
            <li
              key={tag.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === box.active}
              // Keeps the focus in the text box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(tag)}
            >
              {tag.name}
              {tag.detail !== '' && <span className="meta">{tag.detail}</span>}
            </li>
          ))}
        </ul>
      </div>
      {refused && (
        <p className="refusal" id={`${id}-refused`} role="alert">
          {refused}
        </p>
      )}
      <p className={tags.length > 0 ? 'visually-hidden' : 'filter-note meta'} role="status">
        {suggestionsText(suggestions)}
      </p>
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
    </section>
  )
}
