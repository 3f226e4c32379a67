import crypto from 'node:crypto'
import { promisify } from 'node:util'
import { API } from '#contract/messages.ts'
import { DomainError } from '../errors/domain-error.ts'
import { createLimiter } from '../limits/concurrency.ts'

/** Argon2id parameters: memory in KiB, passes, lanes, bytes of the key (OWASP password storage, RFC 9106). */
interface Cost {
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}
/** Can be raised at any time: older hashes are replaced at the next login. */
const COST: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** Each hash takes 19 MiB and a thread of the pool that files and pictures need too. */
const limit = createLimiter(2)
/** Callers that would wait longer than a second or two are refused. Known devices may queue longer than strangers. */
const MAX_QUEUED = { strangers: 150, known: 250 }
let queued = 0

/** RFC 8265 §4.2: the same characters are the same password, however a keyboard composes them. */
const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  promisify(crypto.argon2)('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce: salt, ...cost })

/** @throws {DomainError} unavailable, if the queue is full. */
async function enqueue<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
  if (queued >= MAX_QUEUED[isKnown ? 'known' : 'strangers'])
    throw new DomainError('unavailable', API.manyLogins, { retryAfter: 5 })
  queued += 1
  try {
    return await limit(work)
  } finally {
    queued -= 1
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '')
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

interface Stored {
  cost: Cost
  salt: Buffer
  key: Buffer
}
function readStored(text: string): Stored {
  const parts = STORED.exec(text)
  if (!parts) throw new Error('This version cannot read the stored password hash.')
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [salt, key] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  return { cost: { memory, passes, parallelism, tagLength: key.length }, salt, key }
}
/** A hash that no password matches, at the usual cost. */
const dummyHash = (): Stored => ({ cost: COST, salt: crypto.randomBytes(16), key: crypto.randomBytes(COST.tagLength) })

/** Hashes a password with argon2id, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16)
  const key = await enqueue(true, () => derive(password, salt, COST))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(key)}`
}

/**
 * True if the password matches. Without a stored hash (no such account, or it cannot log in) the same work is done and the answer is false, so
 * that timing reveals nothing. `isKnown`: the device has logged in before.
 */
async function verifyPassword(password: string, stored: string | null, isKnown = false): Promise<boolean> {
  const { cost, salt, key } = stored === null ? dummyHash() : readStored(stored)
  const derived = await enqueue(isKnown, () => derive(password, salt, cost))
  return crypto.timingSafeEqual(derived, key) && stored !== null
}

/**
 * The password that matches: trimmed (spec §5), else as it was typed, since one that was set before passwords were trimmed may have outer spaces.
 * Undefined if neither does.
 */
export async function matchPassword(
  typed: string,
  stored: string | null,
  isKnown = false,
): Promise<string | undefined> {
  for (const password of new Set([typed.trim(), typed])) {
    if (await verifyPassword(password, stored, isKnown)) return password
  }
  return undefined
}

/** True for a hash with other parameters than new ones get. */
export function needsRehash(stored: string): boolean {
  const { cost } = readStored(stored)
  return (Object.keys(COST) as (keyof Cost)[]).some((part) => cost[part] !== COST[part])
}
