import { Icon } from '#components/Icon.tsx'
import { moveFocus } from './move-focus.ts'

interface Props {
  className: string
  text: string
  isWarning?: boolean
  /** Gets the focus when the last note is dismissed. */
  next: () => HTMLElement | null
  onClose: () => void
}

/** A note that can be dismissed. */
export const Note = ({ className, text, isWarning = true, next, onClose }: Props) => (
  <p className={className}>
    {isWarning && <Icon name="warning" />}
    <span>{text}</span>
    <button
      type="button"
      className="round-button"
      aria-label="Dismiss this note"
      onClick={({ currentTarget }) => {
        const note = currentTarget.parentElement!
        const other = (note.nextElementSibling ?? note.previousElementSibling)?.querySelector('button')
        moveFocus(note, other ?? next())
        onClose()
      }}
    >
      <Icon name="cross" />
    </button>
  </p>
)
