import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ArchiveState } from '../repositories/archive-state.ts'
import { createAnswerCache } from './answer-cache.ts'
import { chooseEncoding, encode } from './encoding.ts'
import type { Encoding } from './encoding.ts'
import { isKnownTag } from './known-tag.ts'

/** Bytes of finished answers that are kept. */
const CAPACITY = 64 * 1024 * 1024
/**
 * Anybody may keep an answer, and asks each time whether it still holds: what was unpublished must vanish at once, and asking
 * costs a 304 that is answered without any work.
 */
const CACHE_CONTROL = 'public, no-cache'

interface Greeting {
  edition: string
  key: string
  encoding: Encoding
  tag: string
}

const vary = (reply: FastifyReply) =>
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))

/**
 * How reads are answered: with a strong ETag that is known before the work is done, from the answers that are kept where
 * there is one, compressed as the visitor likes it. The tag is made from the archive's name and change counter, the program's version, the year (the whole of
 * time ends with it), the address and the encoding.
 */
export function createConversation(state: { read(): ArchiveState }, version: string) {
  const cache = createAnswerCache(CAPACITY)
  const greetings = new WeakMap<FastifyRequest, Greeting>()

  function greeting(request: FastifyRequest): Greeting {
    const { archive, counter } = state.read()
    const edition = `${archive}.${counter}.${version}.${new Date().getFullYear()}`
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const url = request.raw.url!
    const tag = `"${archive}-${counter}-${hash('sha1', `${edition} ${url}`, 'base64url').slice(0, 12)}-${encoding}"`
    return { edition, key: `${encoding} ${url}`, encoding, tag }
  }

  function send(reply: FastifyReply, body: Buffer, encoding: Encoding): FastifyReply {
    reply.header('content-type', 'application/json; charset=utf-8')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(body)
  }

  return {
    /** Answers at once where no work is needed: 304, or an answer that is kept. An onRequest hook. */
    async greet(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      const greeted = greeting(request)
      const known = isKnownTag(request.headers['if-none-match'], greeted.tag)
      const kept = known ? undefined : cache.get(greeted.edition, greeted.key)
      if (!known && !kept) {
        greetings.set(request, greeted)
        return undefined
      }
      reply.header('etag', greeted.tag).header('cache-control', CACHE_CONTROL)
      vary(reply)
      return known ? reply.code(304).send() : send(reply, kept!.body, kept!.encoding)
    },
    /** Sends JSON, and keeps it for the next who asks unless it is `live`. */
    async answer(request: FastifyRequest, reply: FastifyReply, text: string, { live }: { live: boolean }) {
      const greeted = greetings.get(request)
      const encoding = greeted?.encoding ?? chooseEncoding(request.headers['accept-encoding'])
      const answer = await encode(Buffer.from(text), encoding)
      if (greeted && !live) {
        cache.set(greeted.edition, greeted.key, answer)
        reply.header('etag', greeted.tag)
      }
      // Without a greeting it is somebody's own answer (mount.ts): nobody else may keep it.
      reply.header('cache-control', live ? 'no-store' : greeted ? CACHE_CONTROL : 'private, no-store')
      vary(reply)
      return send(reply, answer.body, answer.encoding)
    },
  }
}
export type Conversation = ReturnType<typeof createConversation>
