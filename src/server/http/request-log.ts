import { LogController } from 'fastify'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { scrubText } from './scrub.ts'

const LONGEST_PATH = 300

/** An address for the log: without its query, and without what is secret in it, however it was written. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?')
  let readable = path
  try {
    // Twice, for an address that was encoded twice over.
    for (let time = 0; time < 2; time++) readable = decodeURIComponent(readable)
  } catch {
    // What cannot be decoded once more stays as far as it was.
  }
  return scrubText(readable).slice(0, LONGEST_PATH)
}

interface Failure {
  name?: string
  code?: string
  message?: string
  stack?: string
}
/** An error for the log: nothing of it but these, for some errors carry what was asked. */
const failureForLog = (error: Failure | undefined) => {
  const { name, code, message, stack } = error ?? {}
  return { type: name, code, message, stack }
}

/** What a line says of a request. */
export const asked = (request: FastifyRequest) => ({ method: request.method, path: pathForLog(request.raw.url ?? '') })

/** One line for each request, when it is over: method, path, status, milliseconds, and (by Fastify) the request's id. */
class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { ...asked(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (error) request.log.error({ ...line, err: error }, 'The answer was broken off.')
    else request.log.info(line, 'Answered.')
  }

  override routeNotFound(): void {}
}

/** Where the lines of the log go. */
export interface LogStream {
  write(line: string): unknown
}

/** Lines of one turn of the event loop go out as one write: under load the log costs a busy server a system call less for each request. */
function inTurns(target: LogStream): LogStream {
  let waiting = ''
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') target.write(lines)
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (waiting === '') setImmediate(flush)
      waiting += line
    },
  }
}

/**
 * Structured logs, a line of JSON each (pino), on standard output where `log` is true. No line holds a password, header or body, for none is ever
 * written; addresses, tokens and secret links are taken out of every line, whoever wrote it.
 */
export function logOptions(log: boolean | LogStream) {
  const target = log === true ? inTurns(process.stdout) : log
  return {
    logger: target && {
      level: 'info',
      base: undefined,
      serializers: {
        req: asked,
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        err: failureForLog as never,
      },
      stream: { write: (line: string) => void target.write(scrubText(line)) },
    },
    logController: new RequestLog(),
  } satisfies FastifyServerOptions
}
