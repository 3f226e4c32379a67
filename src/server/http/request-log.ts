import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { redactSecrets } from '../errors/redact-secrets.ts'

const LONGEST_PATH = 300

/** A path for the log: without query and secrets, however they are encoded. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?')
  let decoded = path
  try {
    // Twice, for double-encoded addresses.
    for (let time = 0; time < 2; time++) decoded = decodeURIComponent(decoded)
  } catch {
    // Not decodable any further.
  }
  return redactSecrets(decoded).slice(0, LONGEST_PATH)
}

/** Only these fields of an error are logged: some errors contain the request. */
const failureForLog = (error: NodeJS.ErrnoException | undefined) => {
  const { name = '', code, message = '', stack = '' } = error ?? {}
  return { type: name, code, message, stack }
}

export const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  path: pathForLog(request.raw.url ?? ''),
})

/** One line per request when it is finished: method, path, status, milliseconds, and (by Fastify) the request id. */
class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { ...loggedRequest(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    // By whoever asked, or their line: nothing is wrong here.
    if (error) request.log.info({ ...line, err: error }, 'The response was aborted.')
    else request.log.info(line, 'Answered.')
  }

  override routeNotFound(): void {}
}

/** Where log lines go. */
export interface LogStream {
  write(line: string): unknown
}

/** Batches the lines of one turn of the event loop into one write, which saves a system call per request. */
function batchWrites(target: LogStream): LogStream {
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
 * Structured logs (pino, one JSON object per line), to standard output if `log` is true. Passwords, headers and bodies are never logged;
 * addresses, tokens and secret links are redacted from every line.
 */
export function logOptions(log: boolean | LogStream) {
  const target = log === true ? batchWrites(process.stdout) : log
  return {
    logger: target && {
      level: 'info',
      base: undefined,
      serializers: {
        req: loggedRequest,
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        err: failureForLog,
      },
      stream: { write: (line: string) => void target.write(redactSecrets(line)) },
    },
    logController: new RequestLog(),
  } satisfies FastifyServerOptions
}
