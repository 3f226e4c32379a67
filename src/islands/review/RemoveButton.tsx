import { useState } from 'react'
import type { RecordName } from '#stores/review/record-names.ts'
import { usePart } from '../add-item/use-part.ts'
import { useDesk } from './desk-context.ts'

const loadDialog = async () => (await import('./RemoveDialog.tsx')).default

interface Props {
  name: RecordName
  label: string
  className?: string
  /** It was removed, and the button with it. */
  onGone: () => void
}

/** Asks what hangs on a record, and removes it. */
export function RemoveButton({ name, label, className = 'small-button', onGone }: Props) {
  const { desk } = useDesk()
  const [isOpen, setOpen] = useState(false)
  const { Part, load } = usePart(loadDialog)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          load()
          setOpen(true)
          void desk.removal.plan(name)
        }}
      >
        Remove<span className="visually-hidden"> {label}</span>
      </button>
      {isOpen && Part && (
        <Part
          label={label}
          onClose={(isGone) => {
            desk.removal.close()
            setOpen(false)
            if (isGone) requestAnimationFrame(onGone)
          }}
        />
      )}
    </>
  )
}
