import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { isTransient, noAnswer, refusal, S3Error } from './s3-error.ts'
import type { S3Settings } from './settings.ts'
import { textOf } from './xml.ts'

/** Attempts in all, and milliseconds before the second; each further pause doubles. Together about 6 s. */
const ATTEMPTS = 6
const FIRST_PAUSE = 200
const LONGEST_PAUSE = 10_000
/** Milliseconds for one attempt, beside those for its bytes (at 250 kB/s). */
const TIMEOUT = 20_000
const BYTES_PER_MILLISECOND = 250
/** Milliseconds by which clocks may differ without a store refusing: Amazon takes 15 minutes, others less. */
const LARGEST_SKEW = 4 * 60_000
const TOO_SKEWED = 'RequestTimeTooSkewed'
/** Milliseconds after which a request counts as slow. */
const SLOW = 5_000

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without the prefix; missing: of the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Statuses that are answers, not errors, beside 2xx. */
  accept?: readonly number[]
  /** Bytes of the expected answer, for its timeout. */
  bytes?: number
}

export interface SendOptions {
  attempts?: number
  firstPause?: number
  timeout?: number
  /** Told in a sentence what goes wrong or slowly, also where a further attempt succeeds. */
  onTrouble?: (sentence: string) => void
}

/** A path as it is signed: every character but letters, digits and `-._~` is escaped. */
export const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`.toUpperCase()),
    )
    .join('/')

const addressOf = ({ endpoint, bucket, prefix }: S3Settings, key?: string): string =>
  `${endpoint}/${bucket}${key === undefined ? '' : `/${encodePath(prefix + key)}`}`

/** Milliseconds that the store asks to wait. */
function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE) : 0
}

export const discard = async (response: Response) => void (await response.arrayBuffer())

/** Signed requests to a bucket, with a bounded number of attempts, growing pauses and a timeout for each attempt. */
export function createSender(settings: S3Settings, options: SendOptions = {}) {
  const { attempts = ATTEMPTS, firstPause = FIRST_PAUSE, timeout = TIMEOUT, onTrouble } = options
  /** Milliseconds by which the store's clock is ahead of ours. */
  let clockOffset = 0

  async function sign({ method, key, query = {}, headers, body }: S3Request): Promise<Request> {
    const url = `${addressOf(settings, key)}?${new URLSearchParams(query).toString()}`.replace(/\?$/, '')
    const datetime = new Date(Date.now() + clockOffset).toISOString().replace(/[:-]|\.\d{3}/g, '')
    // The store compares it with what arrives and refuses other bytes: S3's oldest checksum, which every store knows.
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const { region, accessKeyId, secretAccessKey, sessionToken } = settings
    const signed = await new AwsV4Signer({
      ...{ url, method, service: 's3', region, accessKeyId, secretAccessKey, datetime },
      ...(sessionToken && { sessionToken }),
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
    }).sign()
    return new Request(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })
  }

  /** The answer to a HEAD has no code. */
  const isSkewed = ({ status, headers }: Response) =>
    status === 403 && Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - clockOffset) > LARGEST_SKEW

  /** The answer, read by `consume`: where that fails, the whole request is repeated. @throws {S3Error} */
  async function send<T>(request: S3Request, consume: (response: Response) => Promise<T>): Promise<T> {
    const what = `${request.method} ${request.key ?? settings.bucket}`
    const allowed = timeout + ((request.body?.length ?? 0) + (request.bytes ?? 0)) / BYTES_PER_MILLISECOND
    let failure: S3Error | undefined
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      let pause = (firstPause * 2 ** (attempt - 1) * (1 + Math.random())) / 2
      const started = Date.now()
      const late = new AbortController()
      // Ends with `consume`: a stream that it hands on has a timeout of its own.
      const timer = setTimeout(() => late.abort(new DOMException('No answer in time.', 'TimeoutError')), allowed)
      try {
        const response = await fetch(await sign(request), { signal: late.signal })
        const { status } = response
        if ((status < 300 && !(await hidesError(request, response))) || request.accept?.includes(status)) {
          const answer = await consume(response)
          const took = Date.now() - started
          if (took > SLOW)
            onTrouble?.(`The store at ${settings.endpoint} is slow: ${what} took ${Math.round(took / 1000)} s.`)
          return answer
        }
        const name = textOf(await response.text(), 'Code') ?? (isSkewed(response) ? TOO_SKEWED : '')
        failure = refusal(settings, what, status, name)
        if (!isTransient(status < 300 ? 500 : status, name)) {
          onTrouble?.(failure.message)
          throw failure
        }
        if (name === TOO_SKEWED) clockOffset = Date.parse(response.headers.get('date') ?? '') - Date.now() || 0
        pause = Math.max(pause, retryAfter(response))
      } catch (error) {
        if (error instanceof S3Error) throw error
        failure = noAnswer(settings, what, error)
      } finally {
        clearTimeout(timer)
      }
      onTrouble?.(`${failure.message} Attempt ${attempt} of ${attempts}.`)
      if (attempt < attempts) await sleep(Math.min(pause, LONGEST_PAUSE))
    }
    throw failure!
  }

  /** Milliseconds since 1970, by the store's clock as far as it is known. */
  return Object.assign(send, { now: () => Date.now() + clockOffset })
}
export type Send = ReturnType<typeof createSender>

/** A copy and the end of a multipart upload begin their answer before they know its outcome: an error comes with status 200. */
async function hidesError({ method }: S3Request, response: Response): Promise<boolean> {
  if (method === 'GET' || !response.headers.get('content-type')?.includes('xml')) return false
  return (await response.clone().text()).includes('<Error>')
}
