import type { FastifyReply } from 'fastify'
import { etagOf } from '../records/desk-record.ts'

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

/** Adds a name to the Vary header. */
export const addVary = (reply: FastifyReply, name: string): FastifyReply =>
  reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '))

/** Sends the version of what is answered as an ETag, for If-Match. */
export function withEtag<T extends { version: string } | undefined>(reply: FastifyReply, answer: T): T {
  if (answer) reply.header('etag', etagOf(answer))
  return answer
}
