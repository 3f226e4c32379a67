import type { FastifyInstance } from 'fastify'
import { API } from '#contract/messages.ts'
import { Refusal, describeError } from './errors.ts'

/** An answer of the API is data: nothing in it may run, be framed, or be taken for another kind of file. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // What is published is public, also for pages of another address; nothing here depends on cookies.
  'access-control-allow-origin': '*',
}

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}

/** What holds for every call of the API before it is looked at, and how an error is said. */
export function keepGate(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (!isReadable(request.raw.url!)) throw new Refusal(400, API.badAddress)
    // A bad token is refused even where none is needed (design.md "Errors"). There are no accounts yet, so none is good.
    if (request.headers.authorization !== undefined) {
      reply.header('www-authenticate', 'JWT realm="api"')
      throw new Refusal(401, API.badToken)
    }
  })
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body } = describeError(error)
    if (status >= 500) request.log.error({ err: error }, 'The call failed.')
    return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
  })
}
