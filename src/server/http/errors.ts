import * as v from 'valibot'
import { API } from '#contract/messages.ts'

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

/** 400 with every bad field by its name. */
export function invalid(issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const issue of issues) (fields[v.getDotPath(issue) ?? 'non_field_errors'] ??= []).push(issue.message)
  return new Refusal(400, fields)
}

/** What is said of any error: its status and body, never a stack. */
export function describeError(error: unknown): { status: number; body: Refusal['body'] } {
  if (error instanceof Refusal) return error
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { detail: message ?? API.serverError } }
  }
  return { status: 500, body: { detail: API.serverError } }
}
