import crypto from 'node:crypto'
import { API } from '#contract/messages.ts'
import { Refusal } from '../http/errors.ts'
import { createGate } from '../scans/gate.ts'

/** What a guess costs: memory in KiB, passes over it, lanes, bytes of the result (OWASP's password storage advice; RFC 9106). */
interface Cost {
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}
/** May be raised at any time: a password that was kept at another cost is kept anew at its next login. */
const COST: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** At most so many at once, whoever asks: each takes 19 MiB and a thread of the pool that files and pictures need as well. */
const gate = createGate(2)
/** Who would wait longer than a second or two is asked to come back. */
const LONGEST_LINE = 150
let asked = 0

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // RFC 8265 §4.2: the same letters are the same password, however a keyboard composes them.
  const message = Buffer.from(password.normalize('NFC'))
  return new Promise((resolve, reject) => {
    crypto.argon2('argon2id', { message, nonce: salt, ...cost }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** @throws {Refusal} 503 when too many wait already. */
async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (asked >= LONGEST_LINE) throw new Refusal(503, API.manyLogins, { 'retry-after': '5' })
  asked += 1
  try {
    return await gate(work)
  } finally {
    asked -= 1
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

interface Stored {
  cost: Cost
  salt: Buffer
  key: Buffer
}
function readStored(text: string): Stored {
  const parts = STORED.exec(text)
  if (!parts) throw new Error('A password is kept in a form that this version does not know.')
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [salt, key] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  return { cost: { memory, passes, parallelism, tagLength: key.length }, salt, key }
}
/** What nobody's password gives, at the cost of a real one. */
const nobodys = (): Stored => ({ cost: COST, salt: crypto.randomBytes(16), key: crypto.randomBytes(COST.tagLength) })

/** A password as it is kept: argon2id with its cost, a salt of its own and the result (the PHC string format). */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16)
  const key = await inLine(() => derive(password, salt, COST))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(key)}`
}

/**
 * Whether this is the password that is kept. Without one (an account that there is not, that has none or is disabled) the same work is
 * done, and the answer is no: nobody can tell by the time it takes.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { cost, salt, key } = stored === null ? nobodys() : readStored(stored)
  const derived = await inLine(() => derive(password, salt, cost))
  return crypto.timingSafeEqual(derived, key) && stored !== null
}

/** True for a password that was kept at another cost than is usual now. */
export function isOutdated(stored: string): boolean {
  const { cost } = readStored(stored)
  return (Object.keys(COST) as (keyof Cost)[]).some((part) => cost[part] !== COST[part])
}
