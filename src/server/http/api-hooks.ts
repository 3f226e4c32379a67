import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { ANONYMOUS, type Caller } from '#rules/access/permissions.ts'
import type { ReadSession } from '../accounts/tokens.ts'
import type { createApiHeaders } from './headers.ts'
import { DomainError } from '../errors/domain-error.ts'
import { toErrorResponse } from './error-response.ts'
import { readJson } from './read-json.ts'
import type { createWriteLimit } from './call-limits.ts'

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
