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
  text: string
  onRetry: () => unknown
}

/** Instead of what could not be loaded. */
export const LoadProblem = ({ className = 'form-error', text, onRetry }: LoadProblemProps) => (
  <div className={className} role="alert">
    <p>{text}</p>
    <button type="button" className="button" onClick={() => void onRetry()}>
      Try Again
    </button>
  </div>
)
