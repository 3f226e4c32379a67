import type { FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_SERVICES } from '#rules/iiif.ts'
import type { Config } from '../config.ts'

/** What a page of the site may send, and read of an answer, where the API lives at another address. */
const CORS = {
  methods: 'GET, HEAD, POST, PATCH, DELETE',
  headers: 'Authorization, Content-Type, If-Match, Idempotency-Key',
  exposed: 'ETag, Link, Location, Retry-After, X-Request-Id',
  /** Seconds that a browser need not ask again; two hours are the most that any believes. */
  maxAge: '7200',
}

/**
 * Headers of every answer of the API. It is data: nothing in it may run, be framed, or be taken for another kind of file. Pictures of a public
 * archive may be shown anywhere (cross-origin); what is not public is asked for with an Authorization header, which no other site can send.
 */
function headersFor(siteUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    // On a plain address it would lock visitors out.
    ...(siteUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    // Always the same origin, whoever asks: a kept answer holds for everybody.
    ...(siteUrl !== undefined && {
      'access-control-allow-origin': new URL(siteUrl).origin,
      'access-control-expose-headers': CORS.exposed,
    }),
  }
}

/**
 * What everybody may see of a scan, viewers at any other site read; why there is nothing to see, they are told too, instead of that they may not read
 * the answer. Who says who they are may be shown a draft.
 */
const isForViewers = ({ method, raw, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && raw.url!.startsWith(IMAGE_SERVICES) && headers.authorization === undefined

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/**
 * Sets the headers of an answer, and answers a browser's preflight (Fetch standard, "CORS protocol") at every address of the API; returns the
 * reply then. Only SITE_URL is let in, but for pictures (IIIF): without it there are no other CORS headers.
 */
export function createApiHeaders({ siteUrl }: Pick<Config, 'siteUrl'>) {
  const headers = headersFor(siteUrl)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    reply.headers(headers)
    if (isForViewers(request)) reply.header('access-control-allow-origin', '*')
    if (siteUrl === undefined || !isPreflight(request)) return undefined
    reply.headers({
      'access-control-allow-methods': CORS.methods,
      'access-control-allow-headers': CORS.headers,
      'access-control-max-age': CORS.maxAge,
    })
    return reply.code(204).send()
  }
}
