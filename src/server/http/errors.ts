import type * as v from 'valibot'
import { API, FIELD } from '#contract/messages.ts'

/** An answer that is not a success, in the Django REST convention (design.md "Errors"). */
export class Refusal extends Error {
  readonly status: number
  readonly body: { detail: string } | Record<string, string[]>
  readonly headers: Record<string, string>

  constructor(status: number, body: string | Record<string, string[]>, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : Object.keys(body).join(', '))
    this.status = status
    this.body = typeof body === 'string' ? { detail: body } : body
    this.headers = headers
  }
}

export const notFound = () => new Refusal(404, API.notFound)

/** What Valibot says where a schema has no sentence: words for programmers. */
const VALIBOT = /^Invalid [a-z ]+: (Expected|Received) /i

function sentenceOf({ type, path, expected, received, message }: v.BaseIssue<unknown>): string {
  if (!VALIBOT.test(message)) return message
  if (!path) return API.notObject
  if (type.endsWith('object') && received === 'undefined') return FIELD.required
  return expected === 'never' ? API.noSuchField : API.badValue
}

/** 400 with every bad field by its name. What is wrong inside a list or an object is said of the field that holds it: clients look for that one. */
export function invalid(issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const issue of issues) {
    const [field = 'non_field_errors'] = (issue.path ?? []).map(({ key }) => String(key))
    const sentences = (fields[field] ??= [])
    const sentence = sentenceOf(issue)
    // Of a field that is empty no more is said.
    if (sentence === FIELD.required) fields[field] = [sentence]
    else if (!sentences.includes(sentence) && !sentences.includes(FIELD.required)) sentences.push(sentence)
  }
  return new Refusal(400, fields)
}

/** What is said where Fastify itself, or a part of it, refuses: its own words are for programmers, and tell how the server is made. */
const SENTENCES: Record<number, string> = {
  408: API.tooSlow,
  413: API.tooLarge,
  415: API.badMediaType,
  431: API.tooLarge,
}

/** What is said of any error: its status and body, never a stack. */
export function describeError(error: unknown): { status: number; body: Refusal['body'] } {
  if (error instanceof Refusal) return error
  const { statusCode: status = 500 } = error as { statusCode?: number }
  if (status >= 400 && status < 500) return { status, body: { detail: SENTENCES[status] ?? API.badRequest } }
  return { status: 500, body: { detail: API.serverError } }
}
