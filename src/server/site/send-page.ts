import { readFileSync, statSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../http/headers.ts'
import { chooseEncoding } from '../http/http-cache.ts'

/** Larger ones are streamed. */
const MOST_BYTES = 256 * 1024
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' }
const CONDITIONS = /^(?:if-.*|range)$/

/**
 * Sends a page as one piece, with the headers that a stream would have; undefined for calls that only a stream answers. A stream takes five turns of the
 * thread, each behind all that others ask for: beside a thousand crawlers pages were three times as slow.
 */
export function sendPage({ headers }: FastifyRequest, reply: FastifyReply, file: string): FastifyReply | undefined {
  if (!file.endsWith('.html') || Object.keys(headers).some((header) => CONDITIONS.test(header))) return undefined
  const encoding = chooseEncoding(headers['accept-encoding'])
  const packed = encoding !== 'identity' && statSync(file + ENDINGS[encoding], { throwIfNoEntry: false })
  const found = packed || statSync(file)
  if (found.size > MOST_BYTES) return undefined
  if (packed) reply.header('content-encoding', encoding)
  addVary(reply, 'accept-encoding')
  const etag = `W/"${found.size.toString(16)}-${found.mtime.getTime().toString(16)}"`
  reply.headers({ etag, 'last-modified': found.mtime.toUTCString(), 'accept-ranges': 'bytes' })
  return reply.type('text/html; charset=utf-8').send(readFileSync(packed ? file + ENDINGS[encoding] : file))
}
