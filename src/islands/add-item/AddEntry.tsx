import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import plus from 'lucide-static/icons/plus.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import type { Tag } from '#stores/add-item/draft.ts'
import { loadPopup, type PopupKind, type PopupProps } from './parts.ts'
import { FormError } from '../widgets/FormError.tsx'
import { Status } from '../widgets/Status.tsx'
import { usePart } from './use-part.ts'

const PLUS = paths(plus)

interface Props {
  kind: PopupKind
  text: string
  /** What is in the text box now. */
  readTyped: () => string
  onAdded: (tag: Tag) => void
}

/** A button that opens a popup for a new person, subject, organization or collection. */
export function AddEntry({ kind, text, readTyped, onAdded }: Props) {
  /** What was in the text box when the popup was opened. */
  const [typed, setTyped] = useState<string>()
  const isOpen = typed !== undefined
  const button = useRef<HTMLButtonElement>(null)
  // The text box that had the focus is a new, empty one after an entry was added.
  useEffect(() => {
    const opener = button.current
    if (!isOpen) return
    return () => {
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [isOpen])
  const { Part, state, problem, load } = usePart<PopupProps>(loadPopup)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="small-button add-entry"
        aria-haspopup="dialog"
        // The text box keeps the focus until the popup opens: its note about unchosen text would move the button away under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          load()
          setTyped(readTyped())
        }}
      >
        <Drawing lines={PLUS} />
        {text}
      </button>
      {isOpen && state === 'loading' && <Status className="field-hint">Opening…</Status>}
      <FormError text={isOpen && problem} />
      {isOpen &&
        Part &&
        // Its form must not be inside that of the review desk.
        createPortal(
          <Part kind={kind} title={text} typed={typed} onAdded={onAdded} onClose={() => setTyped(undefined)} />,
          document.body,
        )}
    </>
  )
}
