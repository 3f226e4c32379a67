import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { BODY } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { ANONYMOUS, type Caller } from '#rules/access/permissions.ts'
import type { ReadSession } from '../accounts/tokens.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { createWriteLimit } from './call-limits.ts'
import { toErrorResponse } from './error-response.ts'
import type { createApiHeaders } from './headers.ts'

const badJson = () => new DomainError('invalid', API.badJson)
const tooComplex = () => new DomainError('too-large', API.tooComplex)

/** The index of a string's closing quote. A regular expression would be quadratic for unterminated strings. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  throw badJson()
}

const COLON = /\s*:/y

/**
 * Scans JSON before it is parsed, so that nothing large is built: bounds the number of fields and values and the depth, and refuses duplicate
 * keys, which parsers read differently. Syntax errors are left to the parser. Character by character: a regular expression takes six times as long.
 * @throws {DomainError} too-large, invalid.
 */
function checkShape(text: string): void {
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let [fields, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',' || sign === '{' || sign === '[') {
      if ((values += 1) > BODY.values) throw tooComplex()
      if (sign !== ',' && open.push(sign === '{' ? new Set() : undefined) > BODY.depth) throw tooComplex()
    } else if (sign === '"') {
      const start = at
      at = endOfString(text, start)
      COLON.lastIndex = at + 1
      const keys = open.at(-1)
      if (!keys || !COLON.test(text)) continue
      if ((fields += 1) > BODY.fields) throw tooComplex()
      const key = JSON.parse(text.slice(start, at + 1)) as string
      if (keys.has(key)) throw new DomainError('invalid', API.doubleKey)
      keys.add(key)
    }
  }
}

/**
 * Parses a request body: a JSON object in UTF-8 (RFC 8259 §8.1: no byte order mark, no invalid bytes). Empty means no body.
 * @throws {DomainError} invalid, too-large.
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    if (text.startsWith('\ufeff')) throw badJson()
    checkShape(text)
    // Refuses __proto__ and constructor.prototype.
    value = parse(text)
  } catch (error) {
    throw error instanceof DomainError ? error : badJson()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DomainError('invalid', API.notObject)
  return value
}

function isValidUrl(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}

export const FORM = 'application/x-www-form-urlencoded'

interface ApiHooks {
  readSession: ReadSession
  setApiHeaders: ReturnType<typeof createApiHeaders>
  writeLimit: ReturnType<typeof createWriteLimit>
  /** Called with every error before it is answered. */
  onError?: (error: unknown) => void
}

/** The checks before every API call (token, limits, URL, strict JSON) and the error handler. */
export function registerApiHooks(app: FastifyInstance, { readSession, setApiHeaders, writeLimit, onError }: ApiHooks) {
  app.decorateRequest('caller')
  app.removeAllContentTypeParsers()
  const asBuffer = { parseAs: 'buffer', bodyLimit: BODY.maximumBytes } as const
  app.addContentTypeParser('application/json', asBuffer, async (_request: unknown, body: Buffer) => readJson(body))
  app.addContentTypeParser(FORM, asBuffer, async ({ routeOptions: { config } }: FastifyRequest, body: Buffer) => {
    if (config?.isForm) return { ...parseForm(body.toString()) }
    throw new DomainError('unsupported-media-type', API.badMediaType)
  })
  app.addHook('onRequest', async (request, reply) => {
    request.caller = ANONYMOUS
    if (setApiHeaders(request, reply)) return reply
    if (!isValidUrl(request.raw.url!)) throw new DomainError('invalid', API.badAddress)
    await writeLimit.ofAddress(request)
    const { authorization } = request.headers
    if (authorization === undefined || request.routeOptions.config.ignoresToken) return undefined
    // An invalid token is refused even where none is needed, so that a session which ended is noticed.
    const token = /^JWT ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1]
    const session = token === undefined ? undefined : await readSession(['access'], token)
    if (!session) throw new DomainError('unauthenticated', API.badToken)
    request.caller = session.caller
    await writeLimit.ofAccount(request)
    return undefined
  })
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, headers } = toErrorResponse(error)
    onError?.(error)
    // Retry-After answers are not failures, and an attack causes thousands.
    const isRetryable = error instanceof DomainError && error.retryAfter !== undefined
    if (status >= 500 && !isRetryable) request.log.error({ err: error }, 'The call failed.')
    return reply
      .code(status)
      .headers(headers)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** ANONYMOUS if nobody is logged in. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** From contract/endpoints.ts. */
    ignoresToken?: boolean
    isForm?: boolean
  }
}
