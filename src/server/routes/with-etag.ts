import type { FastifyReply } from 'fastify'
import { etagOf } from '../records/desk-record.ts'

/** Sends the version of what is answered as an ETag, for If-Match. */
export function withEtag<T extends { version: string } | undefined>(reply: FastifyReply, answer: T): T {
  if (answer) reply.header('etag', etagOf(answer))
  return answer
}
