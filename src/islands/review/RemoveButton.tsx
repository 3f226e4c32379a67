import { useState, type ReactNode } from 'react'
import type { RecordName } from '#stores/review/record-names.ts'
import type { Removal } from '#stores/review/removal.ts'
import { FormError } from '../widgets/FormError.tsx'
import { usePart } from '../add-item/use-part.ts'

const loadDialog = async () => (await import('./RemoveDialog.tsx')).default

interface Props {
  store: Removal
  name: RecordName
  label: string
  className?: string
  text?: string
  /** What the dialog says besides. */
  note?: ReactNode
  /** It was removed, and the button with it. */
  onGone?: () => void
}

/** Asks what hangs on a record, and removes it. */
export function RemoveButton({ store, name, label, className = 'small-button', text = 'Remove', note, onGone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { Part, problem, load } = usePart(loadDialog)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          load()
          setOpen(true)
          void store.plan(name)
        }}
      >
        {text}
        <span className="visually-hidden"> {label}</span>
      </button>
      <FormError text={isOpen && problem} />
      {isOpen && Part && (
        <Part
          store={store}
          label={label}
          note={note}
          onClose={(isGone) => {
            store.close()
            setOpen(false)
            if (isGone && onGone) requestAnimationFrame(onGone)
          }}
        />
      )}
    </>
  )
}
