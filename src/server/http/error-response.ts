import { API, STORAGE } from '#contract/messages.ts'
import { DomainError, type ErrorKind } from '../errors/domain-error.ts'
import { storageFailure, type StorageFailure } from '../errors/storage-failure.ts'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  changed: 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'key-reused': 422,
  'version-required': 428,
  'too-many-requests': 429,
  unavailable: 503,
  'disk-full': 507,
}

/** Replaces the messages of Fastify and its plugins, which are for programmers and reveal internals. */
const MESSAGES: Record<number, string> = {
  408: API.tooSlow,
  413: API.tooLarge,
  415: API.badMediaType,
  431: API.tooLarge,
}

/** Retry-After for storage failures, in seconds. */
const STORAGE_RETRY = { retryAfter: 60 }
const STORAGE_ERRORS: Partial<Record<StorageFailure, DomainError>> = {
  full: new DomainError('disk-full', STORAGE.full),
  'read-only': new DomainError('unavailable', STORAGE.readOnly, STORAGE_RETRY),
  'no-access': new DomainError('unavailable', STORAGE.noAccess, STORAGE_RETRY),
}

interface ErrorResponse {
  status: number
  body: DomainError['body']
  headers: Record<string, string>
}

function toResponse({ kind, body, retryAfter, version }: DomainError): ErrorResponse {
  const headers: Record<string, string> = {}
  if (kind === 'unauthenticated') headers['www-authenticate'] = 'JWT realm="api"'
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  if (version !== undefined) headers['etag'] = version
  return { status: STATUS[kind], body, headers }
}

/** The response to any error: status, body and headers, never a stack. */
export function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof DomainError) return toResponse(error)
  const failure = storageFailure(error)
  const storageError = failure && STORAGE_ERRORS[failure]
  if (storageError) return toResponse(storageError)
  const { statusCode: status = 500 } = error as { statusCode?: number }
  if (status >= 400 && status < 500) {
    return { status, body: { detail: MESSAGES[status] ?? API.badRequest }, headers: {} }
  }
  return { status: 500, body: { detail: API.serverError }, headers: {} }
}
