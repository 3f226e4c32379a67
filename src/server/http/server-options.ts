import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply } from 'fastify'
import { API } from '#contract/messages.ts'
import { describeError } from './errors.ts'
import { asked, logOptions } from './request-log.ts'
import type { LogStream } from './request-log.ts'

const SECOND = 1000
/**
 * Who takes longer than this to ask is not asking. A whole request may take half an hour, for four large scans over a slow line in the country do;
 * its headers are small. A connection on which nothing moves is closed, but not while a picture is worked on.
 */
const TIMEOUTS = { requestTimeout: 1800 * SECOND, connectionTimeout: 300 * SECOND, keepAliveTimeout: 72 * SECOND }
const HEADERS_TIMEOUT = 30 * SECOND

/** What the HTTP parser found wrong, as an error that `describeError` knows. */
function parserError(code: string | undefined): { status: number; phrase: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, phrase: 'Request Timeout' }
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, phrase: 'Request Header Fields Too Large' }
  return { status: 400, phrase: 'Bad Request' }
}

/** Answers what is not even HTTP, as far as anybody listens, and closes the connection. */
function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, phrase } = parserError(error.code)
  const body = JSON.stringify(describeError({ statusCode: status }).body)
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** How the server speaks HTTP: its log, its patience, and what it says where no route is reached. */
export function serverOptions(log: boolean | LogStream) {
  return {
    ...logOptions(log),
    // Made here, never taken from a header: a caller cannot write into somebody else's lines of the log.
    genReqId: () => randomUUID(),
    ...TIMEOUTS,
    http: { headersTimeout: HEADERS_TIMEOUT },
    clientErrorHandler: answerBrokenHttp,
    // An address that cannot be decoded never reaches a route, nor its hooks.
    frameworkErrors: (_error, request, reply) => {
      request.log.info({ ...asked(request), status: 400 }, 'Answered.')
      void (reply as FastifyReply)
        .code(400)
        .headers({ 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
        .send({ detail: API.badAddress })
    },
  } satisfies FastifyHttpOptions<Server>
}

/** Every answer names its request, so that somebody who reports a fault can tell which line of the log it is. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}
