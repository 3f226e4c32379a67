import { ApiError, fieldErrorsOf } from '#client/errors.ts'
import { SessionEndedError, type FormFailure } from './auth-stores.ts'
import { AUTH } from './messages.ts'

/** Why a form was not taken: the server's sentences at their fields, or one for the whole form. */
export function formFailure(problem: unknown): FormFailure {
  if (problem instanceof SessionEndedError) return { text: AUTH.sessionEnded }
  const fields = fieldErrorsOf(problem)
  if (Object.keys(fields).length > 0) return { fields }
  const isRefused = problem instanceof ApiError && problem.status < 500 && problem.status !== 429
  return { text: (isRefused && problem.detail) || AUTH.problem(problem) }
}
