import { ApiError, fieldErrorsOf } from '#client/errors.ts'
import { SessionEndedError, type FormFailure } from './auth-stores.ts'
import { AUTH } from './messages.ts'

/** Why something could not be done or loaded, in the server's own words where it has some. */
export function problemText(problem: unknown): string {
  if (problem instanceof SessionEndedError) return AUTH.sessionEnded
  const isRefused = problem instanceof ApiError && problem.status < 500 && problem.status !== 429
  return (isRefused && problem.detail) || AUTH.problem(problem)
}

/** Does it; a refusal is the form's. */
export const formResult = (work: () => Promise<unknown>): Promise<FormFailure> =>
  work().then(() => undefined, formFailure)

/** Why a form was not taken: the server's sentences at their fields, or one for the whole form. */
export function formFailure(problem: unknown): FormFailure {
  const fields = fieldErrorsOf(problem)
  return Object.keys(fields).length > 0 ? { fields } : { text: problemText(problem) }
}
