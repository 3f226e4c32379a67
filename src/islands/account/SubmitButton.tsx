import type { ReactNode } from 'react'

/** Stays focusable while the form is being sent. */
export const SubmitButton = ({ isSending, children }: { isSending: boolean; children: ReactNode }) => (
  <button type="submit" className="button strong" aria-disabled={isSending}>
    {isSending ? 'One moment…' : children}
  </button>
)
