import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply } from 'fastify'
import { API } from '#contract/messages.ts'
import { toErrorResponse } from './error-response.ts'
import { loggedRequest, logOptions, type LogStream } from './request-log.ts'
import type { HealthState } from '../health/health-state.ts'

const SECOND = 1000
/** A whole request may take half an hour (large scans over slow lines); headers are small. Idle connections are closed, but not during picture processing. */
const TIMEOUTS = { requestTimeout: 1800 * SECOND, connectionTimeout: 300 * SECOND, keepAliveTimeout: 72 * SECOND }
const HEADERS_TIMEOUT = 30 * SECOND

function parserError(code: string | undefined): { status: number; phrase: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, phrase: 'Request Timeout' }
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, phrase: 'Request Header Fields Too Large' }
  return { status: 400, phrase: 'Bad Request' }
}

/** Answers invalid HTTP, if the client still listens, and closes the connection. */
function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, phrase } = parserError(error.code)
  const body = JSON.stringify(toErrorResponse({ statusCode: status }).body)
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

/** HTTP server options: log, timeouts, and answers to requests that reach no route. */
export function serverOptions(log: boolean | LogStream) {
  return {
    ...logOptions(log),
    // Generated here, never taken from a header: clients cannot fake lines of the log.
    genReqId: () => randomUUID(),
    ...TIMEOUTS,
    http: { headersTimeout: HEADERS_TIMEOUT },
    clientErrorHandler: answerBrokenHttp,
    // Undecodable URLs reach no route and no hook.
    frameworkErrors: (_error, request, reply) => {
      request.log.info({ ...loggedRequest(request), status: 400 }, 'Answered.')
      void (reply as FastifyReply)
        .code(400)
        .headers({ 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
        .send({ detail: API.badAddress })
    },
  } satisfies FastifyHttpOptions<Server>
}

/** Sends the request id with every response, so that it can be found in the log. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}

/** Milliseconds that running requests have to finish on shutdown. */
const TIMEOUT = 30_000
const INTERVAL = 100

/** Lets `app.close()` finish running requests without waiting for keep-alive connections; after the timeout the rest is cut off. `onClose` hooks run after that. */
export function registerGracefulShutdown(app: FastifyInstance, timeout = TIMEOUT): void {
  let idleTimer: NodeJS.Timeout | undefined
  let cutoffTimer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    // Node closes idle connections once; this also closes those that become idle later.
    idleTimer = setInterval(() => app.server.closeIdleConnections(), INTERVAL)
    cutoffTimer = setTimeout(() => app.server.closeAllConnections(), timeout)
  })
  app.addHook('onClose', async () => {
    clearInterval(idleTimer)
    clearTimeout(cutoffTimer)
  })
}

/**
 * Prepares a server for its end: `/api/health/` answers 503 and connections are no longer kept alive, so that balancers and clients go elsewhere. For
 * `seconds` everything is still answered; then close the app, which finishes what is running.
 */
export async function drain(app: FastifyInstance, healthState: HealthState, seconds: number): Promise<void> {
  healthState.reportStopping()
  if (seconds === 0) return
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  app.log.info({ seconds }, 'Stopping: health answers 503, calls are still answered.')
  await pause(seconds * 1000)
}
