/** The API answered with an error (the Django REST convention). */
export class ApiError extends Error {
  readonly status: number
  /** Messages by field; `{}` if the answer was `{"detail": …}`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The server's sentence; empty if it sent none. */
  readonly detail: string
  /** The same; of messages by field, these without the names of the fields. */
  readonly text: string
  /** Seconds until a retry makes sense, if the server said so. */
  readonly retryAfter: number | null

  constructor(status: number, body: unknown, address: string, retryAfter: number | null = null) {
    const { detail, fields, text } = readErrorBody(body)
    super(`${address} answered ${status}${detail ? `: ${detail}` : ''}`)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.detail = detail
    this.text = text
    this.retryAfter = retryAfter
  }
}

/** There was no answer: no connection, a broken one, or a timeout. */
export class UnreachableError extends Error {
  readonly timedOut: boolean

  constructor(address: string, cause: unknown, seconds: number) {
    const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
    super(timedOut ? `${address} did not answer within ${seconds} seconds` : `${address} could not be reached`, {
      cause,
    })
    this.name = 'UnreachableError'
    this.timedOut = timedOut
  }
}

export class ContractError extends Error {
  constructor(address: string, reason: string) {
    super(`${address} answered something unexpected: ${reason}`)
    this.name = 'ContractError'
  }
}

/** Why a record could not be loaded. A 404 without a sentence is a web server's, which has no API. */
export type LoadError = 'missing' | 'unreachable'
export const loadErrorOf = (problem: unknown): LoadError =>
  problem instanceof ApiError && problem.status === 404 && problem.detail ? 'missing' : 'unreachable'

/** What the server said about fields that a form has: its sentences at each. */
export function fieldErrorsOf(
  problem: unknown,
  isInForm: (field: string) => boolean = () => true,
): Record<string, string> {
  const said = problem instanceof ApiError ? Object.entries(problem.fields) : []
  return Object.fromEntries(
    said.filter(([field]) => isInForm(field)).map(([field, reasons]) => [field, reasons.join(' ')]),
  )
}

/** Reads `{"detail": "…"}` and `{"field": ["…"]}`; nested lists and plain strings (Django REST) are stringified. */
function readErrorBody(body: unknown): { detail: string; fields: Record<string, string[]>; text: string } {
  if (body === null || typeof body !== 'object') return { detail: '', fields: {}, text: '' }
  const { detail, ...rest } = body as Record<string, unknown>
  const fields = Object.fromEntries(
    Object.entries(rest).map(([field, reasons]) => [field, (Array.isArray(reasons) ? reasons : [reasons]).map(String)]),
  )
  const first = Object.entries(fields)[0]
  if (typeof detail === 'string') return { detail, fields, text: detail }
  return {
    detail: first ? `${first[0]}: ${first[1].join(' ')}` : '',
    fields,
    text: Object.values(fields).flat().join(' '),
  }
}
