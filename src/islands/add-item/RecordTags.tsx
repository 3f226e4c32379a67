import { type ReactNode, useId, useRef, useState } from 'react'
import type { SuggestionList } from '#stores/add-item/add-item-stores.ts'
import type { Tag } from '#stores/add-item/draft.ts'
import { Chip } from '../widgets/Chip.tsx'
import { TagInput } from '../widgets/TagInput.tsx'
import { Status } from '../widgets/Status.tsx'
import { AddEntry } from './AddEntry.tsx'
import type { PopupKind } from './parts.ts'
import { useSuggestions, useSuggestionSource } from './form-contexts.ts'

/** What is chosen, and how it changes. */
interface Choice {
  tags: readonly Tag[]
  /** The refusal of a tag that can't be added, else undefined. */
  add: (tag: Tag) => string | undefined
  remove: (tag: Tag) => void
}
/** One record at most: another replaces it. */
export const oneRecord = (chosen: Tag | null, onChange: (tag: Tag | null) => void): Choice => ({
  tags: chosen ? [chosen] : [],
  add: (tag) => void onChange(tag),
  remove: () => onChange(null),
})
/** `refusal`: of a record that is chosen already (spec §5). */
export const severalRecords = (
  tags: readonly Tag[],
  refusal: string,
  onChange: (tags: readonly Tag[]) => void,
): Choice => ({
  tags,
  add: (tag) => (tags.some(({ id }) => id === tag.id) ? refusal : void onChange([...tags, tag])),
  remove: (tag) => onChange(tags.filter(({ id }) => id !== tag.id)),
})

interface Props {
  list: SuggestionList
  label: string
  hint?: string
  choice: Choice
  error?: string | undefined
  required?: boolean | undefined
  /** The button that adds a record which does not exist yet. */
  entry?: { kind: PopupKind; text: string } | undefined
  children?: ReactNode
}

/** Records that are chosen from suggestions and shown as tags. */
export function RecordTags({ list, label, hint, choice, error, required, entry, children }: Props) {
  const source = useSuggestionSource()
  const id = useId()
  const suggestions = useSuggestions(list)
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const [said, setSaid] = useState('')
  const [unchosen, setUnchosen] = useState('')
  /** Entries that were added in a popup: the box is emptied after each. */
  const [added, setAdded] = useState(0)

  function add(tag: Tag): boolean {
    const refusal = choice.add(tag)
    setRefused(refusal)
    setUnchosen('')
    setSaid(refusal ? '' : `${tag.name} added.`)
    return refusal === undefined
  }
  function remove(tag: Tag) {
    choice.remove(tag)
    setRefused(undefined)
    setSaid(`${tag.name} removed.`)
    input.current?.focus()
  }
  return (
    <div className="tag-field">
      <label htmlFor={id}>
        {label}
        {required && <span className="needed"> (needed)</span>}
      </label>
      <TagInput
        key={added}
        ref={input}
        id={id}
        label={label}
        suggestions={suggestions}
        add={entry?.text}
        error={refused ?? error}
        describedBy={hint && `${id}-hint`}
        onType={(text) => {
          setRefused(undefined)
          setUnchosen('')
          source.suggest(list, text)
        }}
        onPick={add}
        onFocus={() => list === 'collection' && source.suggest(list, '')}
        onLeave={setUnchosen}
      />
      <Status className="visually-hidden">{said}</Status>
      {unchosen !== '' && !refused && (
        <p className="field-note">
          “{unchosen}” is not added yet. Choose a name from the list{entry ? `, or press ${entry.text}` : ''}.
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {choice.tags.length > 0 && (
        <ul className="chosen" aria-label={`${label}: chosen`}>
          {choice.tags.map((tag) => (
            <Chip
              key={tag.id}
              text={tag.detail ? `${tag.name}, ${tag.detail}` : tag.name}
              {...(tag.pending && { note: 'waiting for review' })}
              remove={() => remove(tag)}
            />
          ))}
        </ul>
      )}
      {entry && (
        <AddEntry
          {...entry}
          readTyped={() => input.current?.value.trim() ?? ''}
          onAdded={(tag) => {
            if (!add(tag)) return
            source.suggest(list, '')
            setAdded(added + 1)
          }}
        />
      )}
      {children}
    </div>
  )
}
