import type { ReactNode } from 'react'

interface Props {
  isSending: boolean
  children: ReactNode
}

/** Stays focusable while the form is being sent. */
export const SubmitButton = ({ isSending, children }: Props) => (
  <button type="submit" className="button strong" aria-disabled={isSending}>
    {isSending ? 'One moment…' : children}
  </button>
)
