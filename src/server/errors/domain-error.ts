import * as v from 'valibot'
import { API, FIELD } from '#contract/messages.ts'

/** Why a call is refused. http/error-response.ts maps each kind to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'changed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'key-reused'
  | 'version-required'
  | 'too-many-requests'
  | 'unavailable'
  | 'disk-full'

/** An error that the caller is told: one message, or messages by field, as clients of Django REST servers know them. */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly body: { detail: string } | Record<string, string[]>
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
  /** The ETag of the current version, if the record has changed. */
  readonly version: string | undefined

  constructor(
    kind: ErrorKind,
    body: string | Record<string, string[]>,
    { retryAfter, version }: { retryAfter?: number; version?: string } = {},
  ) {
    super(typeof body === 'string' ? body : Object.keys(body).join(', '))
    this.kind = kind
    this.body = typeof body === 'string' ? { detail: body } : body
    this.retryAfter = retryAfter
    this.version = version
  }
}

export const notFound = () => new DomainError('not-found', API.notFound)

/** Valibot's default messages, which are for programmers. */
const VALIBOT = /^Invalid [a-z ]+: (Expected|Received) /i

function messageOf({ type, path, expected, received, message }: v.BaseIssue<unknown>): string {
  if (!VALIBOT.test(message)) return message
  if (!path) return API.notObject
  if (type.endsWith('object') && received === 'undefined') return FIELD.required
  return expected === 'never' ? API.noSuchField : API.badValue
}

/** @throws {DomainError} 400 with messages by field. An issue inside a list or an object is reported for the field that contains it. */
export function validated<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, value)
  if (success) return output
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const issue of issues) {
    const [field = 'non_field_errors'] = (issue.path ?? []).map(({ key }) => String(key))
    const messages = (fields[field] ??= [])
    const message = messageOf(issue)
    // An empty field gets no other message.
    if (message === FIELD.required) fields[field] = [message]
    else if (!messages.includes(message) && !messages.includes(FIELD.required)) messages.push(message)
  }
  throw new DomainError('invalid', fields)
}
