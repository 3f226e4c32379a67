import { useState } from 'react'
import plus from 'lucide-static/icons/plus.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import type { Tag } from '#stores/add-item/draft.ts'
import { POPUPS, type PopupKind, type PopupProps } from './parts.ts'
import { usePart } from './use-part.ts'

const PLUS = paths(plus)

interface Props {
  kind: PopupKind
  text: string
  typed: string
  onAdded: (tag: Tag) => void
}

/** A button that opens a popup for a new person, subject, organization or collection. */
export function AddEntry({ kind, text, typed, onAdded }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { Part, state, load } = usePart<PopupProps>(POPUPS[kind])
  return (
    <>
      <button
        type="button"
        className="small-button add-entry"
        aria-haspopup="dialog"
        onClick={() => {
          load()
          setOpen(true)
        }}
      >
        <Drawing lines={PLUS} />
        {text}
      </button>
      {isOpen && state === 'loading' && (
        <p className="field-hint" role="status">
          Opening…
        </p>
      )}
      {isOpen && state === 'failed' && (
        <p className="field-error" role="alert">
          This form didn't open. Check your connection and try again. Nothing that you entered is lost.
        </p>
      )}
      {isOpen && Part && <Part title={text} typed={typed} onAdded={onAdded} onClose={() => setOpen(false)} />}
    </>
  )
}
