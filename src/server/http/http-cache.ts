import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ReadState } from '../repositories/archive-state.ts'
import { addVary, matchesEtag } from './headers.ts'

/** Bytes of cached responses. */
const CAPACITY = 64 * 1024 * 1024
/** Anybody may cache but has to revalidate, so that unpublished records disappear at once; a 304 costs no work. */
const CACHE_CONTROL = 'public, no-cache'

interface CacheLookup {
  edition: string
  key: string
  encoding: Encoding
  tag: string
}

/**
 * The HTTP cache of reads: strong ETags that are known before any work, an LRU of compressed responses. The ETag is made of the archive's
 * id and change counter, the program's version, the year (time filters end with it), the query and the encoding.
 */
export function createHttpCache(state: ReadState, version: string) {
  const answers = new LRUCache<string, Answer>({
    maxSize: CAPACITY,
    maxEntrySize: CAPACITY / 8,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY,
  })
  /** Of the archive, which the answers are of. */
  let edition = ''
  const lookups = new WeakMap<FastifyRequest, CacheLookup>()

  async function createLookup(request: FastifyRequest, query: string): Promise<CacheLookup> {
    const { archive, counter } = await state.read()
    const edition = `${archive}.${counter}.${version}.${new Date().getFullYear()}`
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const tag = `"${archive}-${counter}-${hash('sha1', `${edition} ${query}`, 'base64url').slice(0, 12)}-${encoding}"`
    return { edition, key: `${encoding} ${query}`, encoding, tag }
  }

  function send(reply: FastifyReply, body: Buffer, encoding: Encoding): FastifyReply {
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(body)
  }

  return {
    /** Replies with 304 or a cached response, if possible: true then. @param query the call and everything its response depends on; unknown parameters make no difference. */
    async repliedFromCache(request: FastifyRequest, reply: FastifyReply, query: string): Promise<boolean> {
      const lookup = await createLookup(request, query)
      if (lookup.edition !== edition) answers.clear()
      edition = lookup.edition
      const notModified = matchesEtag(request.headers['if-none-match'], lookup.tag)
      const cached = notModified ? undefined : answers.get(lookup.key)
      if (!notModified && !cached) {
        lookups.set(request, lookup)
        return false
      }
      reply.header('etag', lookup.tag).header('cache-control', CACHE_CONTROL)
      addVary(reply, 'Accept-Encoding')
      if (notModified) void reply.removeHeader('content-type').code(304).send()
      else void send(reply, cached!.body, cached!.encoding)
      return true
    },
    /** Sends a text, and caches it unless it is `live`. */
    async sendText(request: FastifyRequest, reply: FastifyReply, text: Buffer, { live }: { live: boolean }) {
      const lookup = lookups.get(request)
      const encoding = lookup?.encoding ?? chooseEncoding(request.headers['accept-encoding'])
      const answer = await encode(text, encoding)
      if (lookup && !live) {
        // Unless the archive changed while this response was made.
        if (lookup.edition === edition && !answers.has(lookup.key))
          answers.set(lookup.key, { ...answer, body: unpooled(answer.body) })
        reply.header('etag', lookup.tag)
      }
      // Without a cache lookup the response is personal (mount.ts): shared caches must not store it.
      reply.header('cache-control', live ? 'no-store' : lookup ? CACHE_CONTROL : 'private, no-store')
      addVary(reply, 'Accept-Encoding')
      return send(reply, answer.body, answer.encoding)
    },
  }
}
export type HttpCache = ReturnType<typeof createHttpCache>

/** The bytes of a response. */
interface Answer {
  body: Buffer
  encoding: Encoding
}

/** Overhead of an entry in bytes, besides body and key. */
const ENTRY = 500
/** Smaller buffers are slices of a shared one and keep all of it in memory. */
const POOLED = Buffer.poolSize / 2
const unpooled = (body: Buffer): Buffer => (body.length < POOLED ? Buffer.from(new Uint8Array(body).buffer) : body)

export type Encoding = 'br' | 'gzip' | 'identity'

/** Smaller responses fit one packet anyway. */
const MIN_BYTES = 1024
/** Larger responses are compressed off the main thread. */
const MAX_SYNC_BYTES = 32 * 1024
/** Quality 4: nearly the size of 5 in a third less time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The preferred encoding of an Accept-Encoding header, brotli before gzip at equal quality (RFC 9110 §12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const quality = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((each) => each.trim())
    const q = parameters.find((each) => each.startsWith('q='))
    quality.set(name!, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const of = (name: string) => quality.get(name) ?? quality.get('*') ?? 0
  const identity = quality.get('identity') ?? 0
  if (of('br') > 0 && of('br') >= of('gzip') && of('br') >= identity) return 'br'
  if (of('gzip') > 0 && of('gzip') >= identity) return 'gzip'
  return 'identity'
}

/** Compresses a body if that is worth it; returns the encoding that was used. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Answer> {
  if (encoding === 'identity' || body.length < MIN_BYTES) return { body, encoding: 'identity' }
  if (body.length > MAX_SYNC_BYTES) {
    return { body: encoding === 'br' ? await compress.br(body, BROTLI) : await compress.gzip(body), encoding }
  }
  return { body: encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body), encoding }
}
