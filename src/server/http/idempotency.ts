import { hash as digestOf } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { EndpointName } from '#contract/endpoints.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { JsonText } from '../json/json.ts'
import { DomainError } from '../errors/domain-error.ts'
import { NO_CONTENT } from './mount.ts'

/** Milliseconds that a response is stored for retries. */
const MAX_AGE = 30 * 24 * 60 * 60_000
const KEY = /^[\x21-\x7e]{1,200}$/

export interface IdempotentCall {
  db: ArchiveDatabase
  request: FastifyRequest
  caller: Caller
  call: EndpointName
  /** Identifies the request beyond `request.body`: for an upload its fields and the file's SHA-256. */
  hash?: string
}

/** JSON with sorted keys: equal data gives equal text. Depth is bounded by api-hooks.ts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}

const hashOf = ({ request, hash }: IdempotentCall) =>
  digestOf('sha256', `${request.method} ${request.raw.url}\n${hash ?? canonical(request.body)}`)

/** A stored response: JSON text as a string, no content as null, other answers as they are. */
function toText(answer: unknown): string {
  if (answer === NO_CONTENT) return 'null'
  return JSON.stringify(answer instanceof JsonText ? answer.text : answer)
}
function fromText(text: string): unknown {
  const stored: unknown = JSON.parse(text)
  if (stored === null) return NO_CONTENT
  return typeof stored === 'string' ? new JsonText(stored) : stored
}

type KeyedRequest = Pick<IdempotentCall, 'request' | 'caller'>
/** The account and key of a request; undefined without a valid key. */
function keyOf({ request, caller }: KeyedRequest): { account: number; key: string } | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && KEY.test(key) && caller.id !== null ? { account: caller.id, key } : undefined
}

const oldestValid = () => new Date(Date.now() - MAX_AGE).toISOString()
const findStored = (db: Db, { account, key }: { account: number; key: string }, oldest: string) =>
  db
    .selectFrom('idempotency')
    .select(['call', 'request_hash', 'answer'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('created_at', '>=', oldest)
    .executeTakeFirst()
type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** @throws {DomainError} key-reused, if the key belongs to another request. */
function readStored(stored: Stored, options: IdempotentCall): unknown {
  if (stored.call !== options.call || stored.request_hash !== hashOf(options))
    throw new DomainError('key-reused', API.keyReused)
  return fromText(stored.answer)
}

/** True if a request with this key was answered before. */
export async function isRepeated(db: Db, keyed: KeyedRequest): Promise<boolean> {
  const key = keyOf(keyed)
  return key !== undefined && (await findStored(db, key, oldestValid())) !== undefined
}

/** The response to the first request with this key, for calls that need it before their transaction. @throws {DomainError} key-reused. */
export async function storedResponse<T>(options: IdempotentCall): Promise<T | undefined> {
  const key = keyOf(options)
  const stored = key && (await findStored(options.db, key, oldestValid()))
  return stored && (readStored(stored, options) as T)
}

/**
 * Runs a write in a transaction. With an `Idempotency-Key` (per account) a repeated request gets the first response and does nothing; a retry
 * during the first waits for it, since transactions are serialized. Failed writes store nothing, so they can be retried.
 * @throws {DomainError} invalid key, key-reused; else what `work` throws.
 */
export async function withIdempotencyKey<T>(options: IdempotentCall, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { db, request, caller, call } = options
  if (request.headers['idempotency-key'] === undefined || caller.id === null) return inTransaction(db, work)
  const keyed = keyOf(options)
  if (keyed === undefined) throw new DomainError('invalid', API.badKey)
  const requestHash = hashOf(options)
  return inTransaction(db, async (trx) => {
    const oldest = oldestValid()
    const stored = await findStored(trx, keyed, oldest)
    if (stored) return readStored(stored, options) as T
    // Expired ones, this key's among them.
    await trx.deleteFrom('idempotency').where('created_at', '<', oldest).execute()
    const answer = await work(trx)
    // Not found: nothing was written.
    if (answer === undefined) return answer
    const row = {
      account_id: keyed.account,
      key: keyed.key,
      call,
      request_hash: requestHash,
      answer: toText(answer),
    }
    await trx
      .insertInto('idempotency')
      .values({ ...row, created_at: new Date().toISOString() })
      .execute()
    return answer
  })
}
