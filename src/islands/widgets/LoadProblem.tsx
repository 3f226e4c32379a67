import type { ReactNode } from 'react'
import { moveFocus } from './move-focus.ts'

export interface LoadProblemProps {
  className?: string
  /** Why something could not be loaded. */
  text: string
  /** Without it, it cannot be tried again. */
  onRetry?: (() => unknown) | undefined
  /** Other buttons. */
  children?: ReactNode
}

/** Instead of what could not be loaded. */
export function LoadProblem({ className = 'form-error', text, onRetry, children }: LoadProblemProps) {
  return (
    <div className={className} role="alert">
      <p>{text}</p>
      <p className="buttons">
        {onRetry && (
          <button
            type="button"
            className="button"
            onClick={({ currentTarget }) => {
              const box = currentTarget.closest<HTMLElement>('[role=alert]')!
              const around = box.parentElement!
              around.tabIndex = -1
              moveFocus(box, around)
              void onRetry()
            }}
          >
            Try Again
          </button>
        )}
        {children}
      </p>
    </div>
  )
}
