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
  /** Administrators delete for good what somebody asks for. */
  mayForGood?: boolean
  /** What the dialog says besides. */
  note?: ReactNode
  /** It was removed, and the button with it. */
  onGone?: () => void
}

/** Asks what hangs on a record, and removes it. */
export function RemoveButton({ name, className = 'small-button', text = 'Remove', onGone, ...dialog }: Props) {
  const { store, label } = dialog
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
          {...dialog}
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
