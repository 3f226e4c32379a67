import { useId, useRef, useState, type ReactNode } from 'react'
import type { TagChoice, TagList } from '#stores/add-item/add-item-stores.ts'
import type { Tag } from '#stores/add-item/draft.ts'
import { Chip } from '../widgets/Chip.tsx'
import { NO_TAGS, TagInput } from '../widgets/TagInput.tsx'
import { AddEntry } from './AddEntry.tsx'
import { suggestionsText } from './messages.ts'
import type { PopupKind } from './parts.ts'
import { useSuggestions } from './suggestion-source.ts'
import { useDraftError, useDraftField, useWizard } from './wizard-context.ts'

interface Props {
  list: TagList | TagChoice
  label: string
  hint?: string
  placeholder?: string
  /** The button that adds a record which does not exist yet. */
  add?: { kind: PopupKind; text: string }
  children?: ReactNode
}

const isOne = (list: TagList | TagChoice): list is TagChoice =>
  list === 'location' || list === 'creator' || list === 'collection'

/** Records that are chosen from suggestions and shown as tags: one of them, or a list. */
export function TagField({ list, label, hint, placeholder, add, children }: Props) {
  const { stores } = useWizard()
  const id = useId()
  const value = useDraftField(list)
  const invalid = useDraftError(list)
  const suggestions = useSuggestions(list)
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const [said, setSaid] = useState('')
  const [unchosen, setUnchosen] = useState('')
  /** Entries that were added in a popup: the box is emptied after each. */
  const [added, setAdded] = useState(0)
  const tags: readonly Tag[] = Array.isArray(value) ? value : value ? [value] : []

  function addTag(tag: Tag): boolean {
    const refusal = isOne(list) ? undefined : stores.addTag(list, tag)
    if (isOne(list)) stores.change({ [list]: tag })
    setRefused(refusal)
    setUnchosen('')
    setSaid(refusal ? '' : `${tag.name} added.`)
    return refusal === undefined
  }
  function remove(tag: Tag) {
    if (isOne(list)) stores.change({ [list]: null })
    else stores.removeTag(list, tag.id)
    setRefused(undefined)
    setSaid(`${tag.name} removed.`)
    input.current?.focus()
  }
  return (
    <div className="tag-field">
      <label htmlFor={id}>{label}</label>
      <TagInput
        key={added}
        ref={input}
        id={id}
        label={label}
        placeholder={placeholder}
        tags={suggestions.state === 'found' ? suggestions.tags : NO_TAGS}
        error={refused ?? invalid}
        status={suggestionsText(suggestions)}
        describedBy={hint && `${id}-hint`}
        onType={(text) => {
          setRefused(undefined)
          setUnchosen('')
          stores.suggest(list, text)
        }}
        onPick={addTag}
        onFocus={() => list === 'collection' && stores.suggest(list, '')}
        onLeave={setUnchosen}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {unchosen !== '' && !refused && (
        <p className="field-note">
          “{unchosen}” is not added yet. Choose a name from the list{add ? `, or press ${add.text}` : ''}.
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {tags.length > 0 && (
        <ul className="chosen" aria-label={`${label}: chosen`}>
          {tags.map((tag) => (
            <Chip
              key={tag.id}
              text={tag.detail ? `${tag.name}, ${tag.detail}` : tag.name}
              {...(tag.pending && { note: 'waiting for review' })}
              remove={() => remove(tag)}
            />
          ))}
        </ul>
      )}
      {add && (
        <AddEntry
          {...add}
          readTyped={() => input.current?.value.trim() ?? ''}
          onAdded={(tag) => {
            if (addTag(tag)) setAdded(added + 1)
          }}
        />
      )}
      {children}
    </div>
  )
}
