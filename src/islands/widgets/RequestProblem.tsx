import { loadErrorOf } from '#client/errors.ts'
import { LOAD_FAILED } from '#contract/messages.ts'
import { problemText } from '#stores/auth/form-failure.ts'
import { LoadProblem, type LoadProblemProps } from './LoadProblem.tsx'

interface Props extends Omit<LoadProblemProps, 'text' | 'onRetry'> {
  problem: unknown
  onRetry: () => unknown
}

/** Why a call of somebody who is logged in did not answer. What is no longer there cannot be tried again. */
export function RequestProblem({ problem, onRetry, ...more }: Props) {
  const isMissing = loadErrorOf(problem) === 'missing'
  const text = isMissing ? LOAD_FAILED.missing('record') : problemText(problem)
  return <LoadProblem {...more} text={text} onRetry={isMissing ? undefined : onRetry} />
}
