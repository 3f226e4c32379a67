import type { FastifyInstance } from 'fastify'
import { parse as parseJson } from 'secure-json-parse'
import { API } from '#contract/messages.ts'
import { ANONYMOUS } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { Refusal, describeError } from './errors.ts'

/** An answer of the API is data: nothing in it may run, be framed, or be taken for another kind of file. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

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

/** JSON in UTF-8 and nothing else: bytes that are not are refused, not replaced. An empty body is none. */
function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refusal(400, API.badJson)
  }
}

/** What holds for every call of the API before it is looked at, and how an error is said. */
export function keepGate(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('caller')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    readJson(body),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    request.caller = ANONYMOUS
    if (!isReadable(request.raw.url!)) throw new Refusal(400, API.badAddress)
    const { authorization } = request.headers
    if (authorization === undefined) return
    // A bad token is refused even where none is needed (design.md "Errors").
    const token = /^JWT ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1]
    const caller = token === undefined ? undefined : await authenticate(token)
    if (!caller) {
      reply.header('www-authenticate', 'JWT realm="api"')
      throw new Refusal(401, API.badToken)
    }
    request.caller = caller
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
}
