import type { S3Settings } from './settings.ts'

/** Why a store refused or failed: as error codes of Node, so that callers treat them like those of a disk. */
export type S3ErrorCode = 'ERR_STORE_DENIED' | 'ERR_STORE_UNAVAILABLE' | 'ERR_STORE_FULL' | 'ERR_STORE'

/** A request that a store refused, or that failed after all attempts. The message is for the person who runs the archive. */
export class S3Error extends Error {
  readonly code: S3ErrorCode
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined
  constructor(message: string, code: S3ErrorCode, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.code = code
    this.status = status
  }
}

const CREDENTIALS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'TokenRefreshRequired',
]
const REGION = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException']
const FULL = ['QuotaExceeded', 'InsufficientStorage', 'StorageFull', 'XMinioStorageFull']
/** Worth another attempt, beside the statuses below. */
const TRANSIENT = [
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'SlowDown',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'InternalError',
]
const TRANSIENT_STATUS = [408, 429, 500, 502, 503, 504]

/** `name` is the error code in the answer, such as `NoSuchKey`. */
export const isTransient = (status: number, name: string): boolean =>
  !FULL.includes(name) && (TRANSIENT_STATUS.includes(status) || TRANSIENT.includes(name))

/** What an answer of the store means. */
export function refusal({ endpoint, bucket }: S3Settings, what: string, status: number, name: string): S3Error {
  const said = `${name || 'no reason'}, ${status}`
  const error = (sentence: string, code: S3ErrorCode) => new S3Error(`${sentence} (${what}: ${said})`, code, { status })
  if (CREDENTIALS.includes(name))
    return error(
      `The store at ${endpoint} refuses the credentials. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      'ERR_STORE_DENIED',
    )
  if (REGION.includes(name) || status === 301)
    return error(
      `The bucket ${bucket} is in another region or at another address. Check AWS_REGION and S3_ENDPOINT.`,
      'ERR_STORE_DENIED',
    )
  if (name === 'NoSuchBucket')
    return error(`There is no bucket ${bucket} at ${endpoint}. Create it, or correct its name.`, 'ERR_STORE_DENIED')
  if (name === 'RequestTimeTooSkewed')
    return error(`The clock of this machine differs from that of the store at ${endpoint}.`, 'ERR_STORE_DENIED')
  if (FULL.includes(name) || status === 507)
    return error(`The store at ${endpoint} is full, or its quota is used up.`, 'ERR_STORE_FULL')
  if (status === 403 || status === 401)
    return error(
      `The store at ${endpoint} does not let these credentials use the bucket ${bucket}. Check its permissions.`,
      'ERR_STORE_DENIED',
    )
  if (status === 429 || status === 503)
    return error(`The store at ${endpoint} is overloaded and refuses requests.`, 'ERR_STORE_UNAVAILABLE')
  if (status >= 500) return error(`The store at ${endpoint} fails.`, 'ERR_STORE_UNAVAILABLE')
  return error(`The store at ${endpoint} refused a request.`, 'ERR_STORE')
}

/** An attempt without a complete answer: no connection, one that was cut, or a timeout. */
export function noAnswer({ endpoint }: S3Settings, what: string, cause: unknown): S3Error {
  const { name, cause: inner, code } = cause as { name?: string; cause?: { code?: string }; code?: string }
  const sentence =
    name === 'TimeoutError'
      ? `The store at ${endpoint} did not answer in time.`
      : `The store at ${endpoint} can't be reached, or the connection broke off.`
  return new S3Error(`${sentence} (${what}: ${inner?.code ?? code ?? name})`, 'ERR_STORE_UNAVAILABLE', { cause })
}
