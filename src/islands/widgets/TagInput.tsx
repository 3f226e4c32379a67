import { useRef, useState, type FocusEventHandler, type Ref } from 'react'
import { formatNumber } from '#rules/names/record-names.ts'
import type { SuggestedTag, Suggestions } from '#stores/shared/suggestions.ts'
import { closed, pressKey, shown } from '../search/combobox.ts'

interface Props<Tag extends SuggestedTag> {
  id: string
  /** Names the list of suggestions; the visible `<label>` is the caller's. */
  label: string
  placeholder?: string
  /** Other ones open the list. */
  suggestions: Suggestions<Tag>
  /** The button that adds what is not found. */
  add?: string | undefined
  /** The refusal of what was chosen last, or another error: the input turns red (spec §5). */
  error?: string | undefined
  /** The id of a hint. */
  describedBy?: string | undefined
  ref?: Ref<HTMLInputElement>
  onType: (text: string) => void
  /** Returns false when the tag was refused: the text stays. */
  onPick: (tag: Tag) => boolean
  onFocus?: FocusEventHandler<HTMLInputElement>
  /** The field is left; `text` is what was typed and not chosen. */
  onLeave?: (text: string) => void
}

/** While there are none. */
const NO_TAGS: readonly never[] = []

/** The live region of a tag input. `add`: the button that adds what is not there yet. */
export function suggestionsText(suggestions: Suggestions, add?: string): string {
  switch (suggestions.state) {
    case 'idle':
      return ''
    case 'more-letters':
      return suggestions.minimum === 2 ? 'Type at least 2 letters.' : `Type at least ${suggestions.minimum} letters.`
    case 'searching':
      return 'Searching…'
    case 'failed':
      return "The list didn't load. Check your connection and type again."
    case 'found': {
      const { tags, more } = suggestions
      if (tags.length === 0) return add ? `Nothing found. Not in the archive yet? Press “${add}”.` : 'Nothing found.'
      const shown = tags.length === 1 ? '1 suggestion' : `${tags.length} suggestions`
      return more > 0 ? `${shown} of ${formatNumber(tags.length + more)}` : shown
    }
  }
}

/** A text box with suggestions (ARIA combobox pattern, spec §2 and §5). */
export function TagInput<Tag extends SuggestedTag>({
  id,
  label,
  placeholder,
  suggestions,
  add,
  error,
  describedBy,
  ref,
  onType,
  onPick,
  onFocus,
  onLeave,
}: Props<Tag>) {
  const tags = suggestions.state === 'found' ? suggestions.tags : NO_TAGS
  const [text, setText] = useState('')
  const [box, setBox] = useState(shown(0))
  const [seen, setSeen] = useState(tags)
  /** Not after a tag was chosen: lists that suggest something for no text would cover what is below. */
  const [isOpening, setOpening] = useState(true)
  const input = useRef<HTMLInputElement>(null)
  if (tags !== seen) {
    setSeen(tags)
    setBox(shown(isOpening ? tags.length : 0))
  }

  const type = (value: string, opens = true) => {
    setText(value)
    setOpening(opens)
    onType(value)
  }
  const pick = (tag: Tag) => {
    setBox(closed(box))
    if (onPick(tag)) type('', false)
    input.current?.focus()
  }
  /** Enter without a choice: the only suggestion, or an exact match. */
  const bestMatch = () =>
    tags.length === 1 ? tags[0] : tags.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())

  return (
    <>
      <div className={error ? 'tag-box refused' : 'tag-box'}>
        <input
          ref={(element) => {
            input.current = element
            if (typeof ref === 'function') return ref(element)
            if (ref) ref.current = element
            return undefined
          }}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={box.open}
          aria-controls={`${id}-list`}
          aria-activedescendant={box.open && box.active !== -1 ? `${id}-${box.active}` : undefined}
          aria-autocomplete="list"
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && `${id}-refused`, describedBy].filter(Boolean).join(' ') || undefined}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onFocus={(event) => {
            setOpening(true)
            onFocus?.(event)
          }}
          onBlur={() => {
            setBox(closed(box))
            onLeave?.(text.trim())
          }}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            const answer = pressKey(event.key, { ...box, count: tags.length })
            if (answer) {
              event.preventDefault()
              // Keeps a surrounding sheet open.
              event.stopPropagation()
              if (answer.act === 'follow' && tags[box.active]) pick(tags[box.active]!)
              else setBox(answer.state)
              if (answer.act === 'ask') type(text)
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
              {(tag.detail !== '' || tag.pending) && (
                <span className="meta">
                  {[tag.detail, tag.pending && 'waiting for review'].filter(Boolean).join(', ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {error && (
        <p className="refusal" id={`${id}-refused`} role="alert">
          {error}
        </p>
      )}
      <p className={tags.length > 0 ? 'visually-hidden' : 'filter-note meta'} role="status">
        {suggestionsText(suggestions, add)}
      </p>
    </>
  )
}
