import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { EndpointName } from '#contract/endpoints.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { JsonText } from '../repositories/json-text.ts'
import { Refusal } from './errors.ts'
import { DONE } from './mount.ts'

/** Milliseconds that an answer is kept for a repeated request. */
const KEPT = 30 * 24 * 60 * 60_000
/** Answers that are too old leave with every write that has a key, so many at a time. */
const SWEEP = 50
const KEY = /^[\x21-\x7e]{1,200}$/

export interface Once {
  db: ArchiveDatabase
  request: FastifyRequest
  caller: Caller
  call: EndpointName
  /** What the request says beside its method and address, where `request.body` does not hold it: of an upload its fields and its file's SHA-256. */
  hash?: string
}

/** JSON with its keys in order: the same data gives the same text. Depth is bounded by read-json.ts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}

const hashOf = ({ request, hash }: Once) =>
  createHash('sha256')
    .update(`${request.method} ${request.raw.url}\n${hash ?? canonical(request.body)}`)
    .digest('hex')

/** An answer as it is kept: what a serialiser will write, JSON that is finished already as a string, nothing as null. */
function toText(answer: unknown): string {
  if (answer === DONE) return 'null'
  return JSON.stringify(answer instanceof JsonText ? answer.text : answer)
}
function fromText(text: string): unknown {
  const kept: unknown = JSON.parse(text)
  if (kept === null) return DONE
  return typeof kept === 'string' ? new JsonText(kept) : kept
}

type Asking = Pick<Once, 'request' | 'caller'>
/** Whose key a request has; undefined where it has none, or one that is none. */
function keyOf({ request, caller }: Asking): { account: number; key: string } | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && KEY.test(key) && caller.id !== null ? { account: caller.id, key } : undefined
}

const oldestKept = () => new Date(Date.now() - KEPT).toISOString()
const findKept = (db: Kysely<Tables>, { account, key }: { account: number; key: string }, oldest: string) =>
  db
    .selectFrom('idempotency')
    .select(['call', 'request_hash', 'answer'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('created_at', '>=', oldest)
    .executeTakeFirst()
type Kept = NonNullable<Awaited<ReturnType<typeof findKept>>>

/** @throws {Refusal} 422 where the key was used for another request. */
function readKept(kept: Kept, parts: Once): unknown {
  if (kept.call !== parts.call || kept.request_hash !== hashOf(parts)) throw new Refusal(422, API.keyReused)
  return fromText(kept.answer)
}

/** True for a request whose key was answered already: what it says may have been taken in, whatever has become of that since. */
export async function isRepeated(db: Kysely<Tables>, asking: Asking): Promise<boolean> {
  const key = keyOf(asking)
  return key !== undefined && (await findKept(db, key, oldestKept())) !== undefined
}

/**
 * What the first of repeated requests was answered, for a call that has to know before its transaction; undefined where there was none.
 * @throws {Refusal} 422 where the key was used for another request.
 */
export async function answerOfFirst<T>(parts: Once): Promise<T | undefined> {
  const key = keyOf(parts)
  const kept = key && (await findKept(parts.db, key, oldestKept()))
  return kept && (readKept(kept, parts) as T)
}

/**
 * Does a write in one transaction; when its request has an `Idempotency-Key`, a repeated one gets the answer of the first and does nothing.
 * Keys are an account's own. A retry that comes while the first is under way waits for it, for transactions take turns. A write that is
 * refused keeps nothing, so that it can be tried again. What a route sends beside the body (an ETag) it makes from the answer.
 * @throws {Refusal} 400 for a key that is none, 422 for one that was used for another request; else what `work` throws.
 */
export async function once<T>(parts: Once, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const { db, request, caller, call } = parts
  if (request.headers['idempotency-key'] === undefined || caller.id === null) return inTransaction(db, work)
  const own = keyOf(parts)
  if (own === undefined) throw new Refusal(400, API.badKey)
  const requestHash = hashOf(parts)
  return inTransaction(db, async (trx) => {
    const oldest = oldestKept()
    const kept = await findKept(trx, own, oldest)
    if (kept) return readKept(kept, parts) as T
    await forget(trx, oldest, own)
    const answer = await work(trx)
    // Not found: nothing was done that could be done twice.
    if (answer === undefined) return answer
    const row = {
      account_id: own.account,
      key: own.key,
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

/** Removes some of the answers that are older than this, and with them one that was kept under this key. */
async function forget(
  trx: Transaction<Tables>,
  oldest: string,
  { account, key }: { account: number; key: string },
): Promise<void> {
  await trx.deleteFrom('idempotency').where('account_id', '=', account).where('key', '=', key).execute()
  const old = await trx
    .selectFrom('idempotency')
    .select(['account_id', 'key'])
    .where('created_at', '<', oldest)
    .limit(SWEEP)
    .execute()
  for (const each of old) {
    await trx.deleteFrom('idempotency').where('account_id', '=', each.account_id).where('key', '=', each.key).execute()
  }
}
