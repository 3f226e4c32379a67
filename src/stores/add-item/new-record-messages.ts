import { ApiError, UnreachableError } from '#client/errors.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { SessionEndedError } from '../auth/auth-stores.ts'

/** A part of a new person that is sent after the person. */
export type NewRecordPart = 'grave' | 'picture' | 'parents'

const THINGS: Record<NewRecordKind, string> = {
  person: 'this person',
  subject: 'this subject',
  organization: 'this organization',
  collection: 'this collection',
}
const PARTS: Record<NewRecordPart, string> = { grave: 'the grave', picture: 'the picture', parents: 'the parents' }

/** What happened, as far as the server said. */
function reasonOf(problem: unknown): string {
  if (problem instanceof UnreachableError) return 'No answer came from the archive. Check your internet connection.'
  if (problem instanceof SessionEndedError) return 'You are no longer logged in.'
  if (!(problem instanceof ApiError)) return "The archive's answer could not be read."
  if (problem.status === 401) return 'You are no longer logged in.'
  if (problem.status === 429)
    return `The archive is busy. Please wait ${Math.max(1, Math.ceil(problem.retryAfter ?? 60))} seconds.`
  if (problem.status === 413) return 'The file is too large for the archive.'
  if (problem.status < 500 && problem.detail) return problem.detail
  return "The archive can't do this at the moment."
}

/** Sentences of the popups that add a record, where the spec only logs (spec §8). */
export const NEW_RECORD = {
  notAdded: (kind: NewRecordKind, problem: unknown) =>
    `We couldn't add ${THINGS[kind]}. ${reasonOf(problem)} Everything you typed is still here. Try again: nothing is ever added twice.`,
  /** The server has refused; what was typed can be changed. */
  refused: (kind: NewRecordKind, problem: unknown) =>
    `We couldn't add ${THINGS[kind]}. ${reasonOf(problem)} Everything you typed is still here.`,
  partly: (name: string, parts: readonly NewRecordPart[], problem: unknown) =>
    `${name} was added, but ${new Intl.ListFormat('en').format(parts.map((part) => PARTS[part]))} could not be saved. ${reasonOf(problem)}`,
  wrongFields: 'Please look at the fields marked in red.',
} as const
