import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

interface Props {
  className: string
  /** The id of its title. */
  labelledBy: string
  /** Without it, the dialog stays until it is rendered no more. */
  onClose?: (() => void) | undefined
  /** A click beside the dialog does not close it: something is typed in it. */
  staysOpen?: boolean
  children: ReactNode
}

/**
 * A native modal `<dialog>`, open while it is rendered: it traps the focus, Escape and a click on the backdrop close it, and the focus returns. (React
 * Aria's costs 11 kB for the same.)
 */
export function ModalDialog({ className, labelledBy, onClose, staysOpen, children }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  /** The press began on the backdrop: selecting text beyond the edge must not close the dialog. */
  const beside = useRef(false)

  function open(dialog: HTMLDialogElement) {
    dialog.showModal()
    dialog.focus({ preventScroll: true })
    // The browser has scrolled to the first button.
    dialog.scrollTop = 0
  }
  // Closed before it leaves the DOM, or the browser would not restore the focus.
  useLayoutEffect(() => {
    const dialog = box.current!
    open(dialog)
    return () => dialog.close()
  }, [])

  return (
    <dialog
      ref={box}
      className={`modal ${className}`}
      aria-labelledby={labelledBy}
      tabIndex={-1}
      onClose={({ target, currentTarget }) => {
        // React hands on the event of a dialog inside this one.
        if (target !== currentTarget) return
        if (onClose) onClose()
        // The browser closes any dialog when it is asked twice.
        else open(currentTarget)
      }}
      onKeyDown={(event) => {
        // The page behind must not handle these keys.
        event.stopPropagation()
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        // Chromium's own Escape closes all dialogs at once that were opened without a click, as those of a link are.
        event.preventDefault()
        if (onClose) box.current?.close()
      }}
      onPointerDown={({ target, currentTarget }) => {
        beside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        if (beside.current && target === currentTarget && !staysOpen) onClose?.()
      }}
    >
      {children}
    </dialog>
  )
}

interface TitledProps extends Omit<Props, 'className' | 'labelledBy'> {
  title: string
  className?: string
}

/** A question or a short form, with its title. */
export function TitledDialog({ title, className = '', children, ...dialog }: TitledProps) {
  const id = useId()
  return (
    <ModalDialog {...dialog} className={`dialog ${className}`} labelledBy={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </ModalDialog>
  )
}

interface ButtonsProps {
  /** On the button that sends the form; without it there is none yet. */
  send: ReactNode
  isOff?: boolean
  isSending?: boolean
  onCancel: () => void
}

/** The buttons of its form. */
export const DialogButtons = ({ send, isOff = false, isSending = false, onCancel }: ButtonsProps) => (
  <p className="buttons">
    {send && (
      <button type="submit" className="button strong" aria-disabled={isOff || isSending}>
        {isSending ? 'One moment…' : send}
      </button>
    )}
    <button type="button" className="button" onClick={onCancel}>
      Cancel
    </button>
  </p>
)
