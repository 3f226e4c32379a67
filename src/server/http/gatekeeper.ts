import type { FastifyInstance } from 'fastify'
import { BODY } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { ANONYMOUS } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { createApiHeaders } from './api-headers.ts'
import { Refusal, describeError } from './errors.ts'
import { readJson } from './read-json.ts'
import type { createWriteLimit } from './write-limit.ts'

/** Who an access token belongs to; undefined for one that is not good (any more). */
export type Authenticate = (token: string) => Promise<Caller | undefined>

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}

interface Gate {
  authenticate: Authenticate
  greet: ReturnType<typeof createApiHeaders>
  writeLimit: ReturnType<typeof createWriteLimit>
}

/** What holds for every call of the API before it is looked at, and how an error is said. */
export function keepGate(app: FastifyInstance, { authenticate, greet, writeLimit }: Gate): void {
  app.decorateRequest('caller')
  app.removeAllContentTypeParsers()
  const asBuffer = { parseAs: 'buffer', bodyLimit: BODY.maximumBytes } as const
  app.addContentTypeParser('application/json', asBuffer, async (_request: unknown, body: Buffer) => readJson(body))
  app.addHook('onRequest', async (request, reply) => {
    request.caller = ANONYMOUS
    if (greet(request, reply)) return reply
    if (!isReadable(request.raw.url!)) throw new Refusal(400, API.badAddress)
    await writeLimit.ofAddress(request)
    const { authorization } = request.headers
    if (authorization === undefined || request.routeOptions.config.bodyProves) return undefined
    // A bad token is refused even where none is needed (design.md "Errors").
    const token = /^JWT ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1]
    const caller = token === undefined ? undefined : await authenticate(token)
    if (!caller) {
      reply.header('www-authenticate', 'JWT realm="api"')
      throw new Refusal(401, API.badToken)
    }
    request.caller = caller
    await writeLimit.ofAccount(request)
    return undefined
  })
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body } = describeError(error)
    if (status >= 500) request.log.error({ err: error }, 'The call failed.')
    if (error instanceof Refusal) reply.headers(error.headers)
    return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, ANONYMOUS where nobody is logged in. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Of the call in contract/endpoints.ts. */
    bodyProves?: boolean
  }
}
