import { useId, useRef, useState } from 'react'
import type { SuggestionList } from '#stores/add-item/add-item-stores.ts'
import type { Tag } from '#stores/add-item/draft.ts'
import { Chip } from '../../widgets/Chip.tsx'
import { NO_TAGS, TagInput } from '../../widgets/TagInput.tsx'
import { suggestionsText } from '../messages.ts'
import { useSuggestions, useSuggestionSource } from '../suggestion-source.ts'

interface Props {
  list: SuggestionList
  label: string
  hint?: string
  tags: readonly Tag[]
  /** One at most: another choice replaces it. */
  isOne?: boolean
  error?: string | undefined
  required?: boolean
  /** Said for a record that is chosen already. */
  refusal?: string
  onChange: (tags: readonly Tag[]) => void
}

/** Records that a record refers to: parents and spouses, the parent of a subject or collection. */
export function RecordTags({ list, label, hint, tags, isOne = false, error, required, refusal = '', onChange }: Props) {
  const source = useSuggestionSource()
  const id = useId()
  const suggestions = useSuggestions(list)
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const [said, setSaid] = useState('')
  return (
    <div className="tag-field">
      <label htmlFor={id}>
        {label}
        {required && <span className="needed"> (needed)</span>}
      </label>
      <TagInput
        ref={input}
        id={id}
        label={label}
        tags={suggestions.state === 'found' ? suggestions.tags : NO_TAGS}
        error={refused ?? error}
        status={suggestionsText(suggestions) || said}
        describedBy={hint && `${id}-hint`}
        onType={(text) => {
          setRefused(undefined)
          source.suggest(list, text)
        }}
        onPick={(tag) => {
          const isKnown = !isOne && tags.some((each) => each.id === tag.id)
          setRefused(isKnown ? refusal : undefined)
          if (isKnown) return false
          onChange(isOne ? [tag] : [...tags, tag])
          setSaid(`${tag.name} added.`)
          return true
        }}
      />
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
              remove={() => {
                onChange(tags.filter((each) => each !== tag))
                setSaid(`${tag.name} removed.`)
                input.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
