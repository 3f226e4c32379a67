import { loadErrorOf } from '#client/errors.ts'
import { LOAD_FAILED } from '#contract/messages.ts'
import { Loading } from '#components/record/Loading.tsx'
import { problemText } from '#stores/auth/form-failure.ts'
import type { Resource } from '#stores/shared/resource.ts'
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

interface WaitingProps extends Omit<Props, 'problem'> {
  resource: Resource<unknown>
}

/** In place of what is loaded: that it is on its way, or why it did not come. */
export const Waiting = ({ resource, ...more }: WaitingProps) =>
  resource.state === 'failed' ? (
    <RequestProblem problem={resource.problem} {...more} />
  ) : resource.value === undefined ? (
    <Loading />
  ) : null
