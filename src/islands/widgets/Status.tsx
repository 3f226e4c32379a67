import type { ReactNode } from 'react'

/** What happened, announced when it comes. Its place is there before. */
export const Status = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={className} role="status">
    {children}
  </p>
)
