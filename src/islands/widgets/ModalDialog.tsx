import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface Props {
  className: string
  /** The id of its title. */
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog of the browser itself: it holds the focus, Escape and a click beside it close it, and the focus goes back to where it was. (React
 * Aria's brings 11 kB of script for the same.) It is open as long as it is drawn.
 */
export function ModalDialog({ className, labelledBy, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  /** A press that began beside it: text that is selected beyond its edge closes nothing. */
  const beside = useRef(false)

  // Before it is taken out of the page: a dialog that is not closed first gives no focus back.
  useLayoutEffect(() => {
    const dialog = box.current!
    dialog.showModal()
    dialog.focus({ preventScroll: true })
    return () => dialog.close()
  }, [])

  return (
    <dialog
      ref={box}
      className={className}
      aria-labelledby={labelledBy}
      tabIndex={-1}
      onClose={onClose}
      // What it answers to is nothing for the page behind it.
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={({ target, currentTarget }) => {
        beside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        if (beside.current && target === currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
