import { ApiError, fieldErrorsOf } from '#client/errors.ts'
import { ERROR } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import type { DraftFields } from '#rules/wizard/draft-fields.ts'
import { BODY_FIELDS, type FieldErrors } from '#rules/wizard/item-body.ts'
import { sectionOf, sectionsFor, type Section } from '#rules/wizard/sections.ts'
import { SessionEndedError } from '../auth/auth-stores.ts'
import type { Submission } from './add-item-stores.ts'

/** True when the server has certainly stored nothing. After anything else a repetition could make a second item. */
export const isRefusal = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.status >= 400 && problem.status < 500 && ![408, 409].includes(problem.status)

/** The user closed the login dialog, or the session could not be renewed. */
export const isSignedOut = (problem: unknown): boolean =>
  problem instanceof SessionEndedError || (problem instanceof ApiError && problem.status === 401)

/** The errors of a 400 at their fields; `submit` has what belongs to none (spec §8). */
export function refusedFields(problem: ApiError): FieldErrors & { submit?: string } {
  const errors: FieldErrors & { submit?: string } = {}
  for (const [key, text] of Object.entries(fieldErrorsOf(problem))) {
    const field = BODY_FIELDS[key as keyof typeof BODY_FIELDS]
    if (field === 'identifier') errors.identifier = ERROR.identifierInUse
    else if (field === 'url') errors.url = ERROR.urlInUse
    else errors[field ?? 'submit'] = text
  }
  return errors
}

/** The dialog of a failed submission (spec §8). */
export function failureOf(problem: unknown): Extract<Submission, { state: 'failed' }> {
  const failed = (text: string, more: string) => ({ state: 'failed' as const, text, more })
  if (isSignedOut(problem)) return failed(ERROR.unauthorized, WIZARD.logInAgain)
  if (!(problem instanceof ApiError) || problem.status >= 500) return failed(ERROR.submit, WIZARD.tryAgain)
  if (problem.status === 429) return failed(ERROR.submit, WIZARD.waitAndTry(Math.ceil(problem.retryAfter ?? 60)))
  return failed(ERROR.submit, [problem.detail, WIZARD.isKept].filter(Boolean).join(' '))
}

/** The first section with an error; spec §5 scrolls to the top for the type. */
export function sectionWithError(errors: FieldErrors, type: DraftFields['type']): Section | undefined {
  const wrong = new Set(Object.keys(errors).map((field) => sectionOf(field as keyof DraftFields, type)))
  return sectionsFor(type).find((section) => wrong.has(section))
}
