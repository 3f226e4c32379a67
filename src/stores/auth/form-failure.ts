import { fieldErrorsOf } from '#client/errors.ts'
import { SessionEndedError, type FormFailure } from './auth-stores.ts'
import { AUTH } from './messages.ts'

/** Why a form was not taken: the server's sentences at their fields, or one for the whole form. */
export function formFailure(problem: unknown): FormFailure {
  if (problem instanceof SessionEndedError) return { text: AUTH.sessionEnded }
  const fields = fieldErrorsOf(problem)
  return Object.keys(fields).length === 0 ? { text: AUTH.problem(problem) } : { fields }
}
