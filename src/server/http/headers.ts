import type { FastifyReply, FastifyRequest } from 'fastify'
import { FOR_VIEWERS } from '#rules/media/iiif-addresses.ts'
import { etagOf } from '../records/desk-record.ts'
import type { Config } from '../config.ts'

/** For addresses that contain a version: the response never changes. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable'
/** Caches have to ask each time whether their copy is still valid. */
export const REVALIDATE = 'public, no-cache'
/** For an address at a store: a picture may be withdrawn, so browsers ask again after five minutes. */
export const CACHE_REDIRECT = 'public, max-age=300'
/** For drafts, which only their author and staff may see. */
export const NO_STORE = 'private, no-store'

/** True if an Accept header lists this media type without q=0; wildcards do not count (RFC 9110 §12.5.1). */
export const accepts = (header: string | undefined, type: string): boolean =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => part.split(';')[0]!.trim() === type && !/;\s*q=0(\.0*)?\s*(;|$)/.test(part))

/** True if an If-None-Match header contains this ETag (RFC 9110 §13.1.2: weak comparison). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)

export const addVary = (reply: FastifyReply, name: string): FastifyReply =>
  reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '))

/** Sends the version of what is answered as an ETag, for If-Match. */
export function withEtag<T extends { version: string } | undefined>(reply: FastifyReply, answer: T): T {
  if (answer) reply.header('etag', etagOf(answer))
  return answer
}

/** CORS for pages of the site when the API is on another origin. */
const CORS = {
  methods: 'GET, HEAD, POST, PATCH, DELETE',
  headers: 'Authorization, Content-Type, If-Match, Idempotency-Key',
  exposed: 'ETag, Link, Location, Retry-After, X-Request-Id',
  /** Seconds that a browser may cache the preflight; browsers cap it at two hours. */
  maxAge: '7200',
}

/**
 * Headers of every API response: it is data, so nothing in it may run, be framed or be sniffed. Public pictures can be embedded anywhere
 * (cross-origin); the rest needs an Authorization header, which other sites cannot send.
 */
function headersFor(siteUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    // Over plain http, HSTS would lock visitors out.
    ...(siteUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    // The same origin for every caller, so that shared caches stay correct.
    ...(siteUrl !== undefined && {
      'access-control-allow-origin': new URL(siteUrl).origin,
      'access-control-expose-headers': CORS.exposed,
    }),
  }
}

/** Public IIIF images and searches in texts, which viewers on any site may read: also errors, and what a cache answers. Authenticated requests may show drafts. */
const isForViewers = ({ method, raw, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && FOR_VIEWERS.test(raw.url!) && headers.authorization === undefined

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** Sets the response headers and answers CORS preflights (Fetch standard); it then returns the reply. Only SITE_URL is allowed, except for IIIF images. */
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
