import type { ReactNode } from 'react'
import { loadErrorOf } from '#client/errors.ts'
import { LOAD_FAILED } from '#contract/messages.ts'
import { problemText } from '#stores/auth/form-failure.ts'
import { moveFocus } from './move-focus.ts'

/** Why something was not done, for the whole form; announced. */
export const FormError = ({ text }: { text: string | false | null | undefined }) =>
  text ? (
    <p className="form-error" role="alert">
      {text}
    </p>
  ) : null

interface LoadProblemProps {
  className?: string
  /** Why something could not be loaded. */
  problem?: unknown
  /** Instead of that. */
  text?: string
  onRetry: () => unknown
  /** Other buttons. */
  children?: ReactNode
}

/** Instead of what could not be loaded. What is no longer there cannot be tried again. */
export function LoadProblem({ className = 'form-error', problem, text, onRetry, children }: LoadProblemProps) {
  const isMissing = loadErrorOf(problem) === 'missing'
  return (
    <div className={className} role="alert">
      <p>{text ?? (isMissing ? LOAD_FAILED.missing('record') : problemText(problem))}</p>
      <p className="buttons">
        {!isMissing && (
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
