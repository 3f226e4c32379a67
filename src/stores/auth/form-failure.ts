import { ApiError } from '#client/errors.ts'
import { SessionEndedError, type FormFailure } from './auth-stores.ts'
import { AUTH } from './messages.ts'

/** Why a form was not taken: the server's sentences at their fields, or one for the whole form. */
export function formFailure(problem: unknown): FormFailure {
  if (problem instanceof SessionEndedError) return { text: AUTH.sessionEnded }
  const sentences = problem instanceof ApiError ? Object.entries(problem.fields) : []
  if (sentences.length === 0) return { text: AUTH.problem(problem) }
  return { fields: Object.fromEntries(sentences.map(([field, reasons]) => [field, reasons.join(' ')])) }
}
