import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import type { login, tokenRefresh } from '#contract/account.ts'
import { API, ERROR } from '#contract/messages.ts'
import type { Databases } from '../database/open.ts'
import { inTransaction, unlessBusy } from '../database/write.ts'
import { DomainError } from '../errors/domain-error.ts'
import { createAccounts, foldEmail } from '../repositories/accounts.ts'
import { createArchiveState } from '../repositories/archive-state.ts'
import type { Db } from '../database/tables.ts'
import { type ReadSession, type Session, type Claims, type TokenKind, type Tokens, LIFETIME } from './tokens.ts'
import { hashPassword, matchPassword, needsRehash } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'

interface Deps extends Databases {
  tokens: Tokens
  readSession: ReadSession
  throttle: LoginThrottle
}

const badToken = () => unauthorized(API.badToken)
const unauthorized = (sentence: string) => new DomainError('unauthenticated', sentence)

/** Login, logout and tokens (spec §4 "Token check", §7 "Authentication"). */
export function createSessions({ db, reader, tokens, readSession, throttle }: Deps) {
  const accounts = createAccounts(reader)
  const rows = createSessionRows(reader)
  const state = createArchiveState(reader)
  const archiveNow = async () => (await state.read()).archive

  /** @throws {DomainError} unauthenticated, unless the token is valid and of one of these kinds. */
  async function requireSession(kinds: readonly TokenKind[], token: string): Promise<Session> {
    const session = await readSession(kinds, token)
    if (!session) throw badToken()
    return session
  }

  /** The device of a device token, if this account has logged in from it. */
  async function knownDevice(token: string | undefined, account: number | undefined): Promise<string | undefined> {
    const device = token ? await tokens.read(['device'], token) : undefined
    return device?.account === account && device?.archive === (await archiveNow()) ? device.session : undefined
  }

  /** Records the time of the login and rehashes the password if needed. Skipped while the database or the hashing queue is busy. */
  async function recordLogin(id: number, password: string, from: string): Promise<void> {
    try {
      const to = needsRehash(from) ? await hashPassword(password) : from
      await unlessBusy(db, (trx) => createAccounts(trx).recordLogin(id, new Date().toISOString(), { from, to }))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }

  /**
   * Records the use of a valid refresh token. Returns the number of the token to answer with; undefined while the database is busy: the
   * client then keeps its token.
   */
  const recordRefresh = (claims: Claims, rotate: boolean): Promise<number | undefined> =>
    unlessBusy(db, async (trx) => {
      const rows = createSessionRows(trx)
      const { ended, ...before } = await rows.find(claims.session)
      if (ended || !isValidSerial(before, claims.serial, Date.now())) throw badToken()
      const after = rotateSerial(before, claims.serial, Date.now(), rotate)
      await rows.keep(claims, after)
      return after.latest
    })
  const end = (claims: Claims) => inTransaction(db, (trx) => createSessionRows(trx).end(claims))

  return {
    /**
     * Clients that send `device` (empty the first time) get a device token for their next login.
     * @throws {DomainError} unauthenticated, with the same message and the same work for every reason; too-many-requests; unavailable.
     */
    async login({ email, password, device }: v.InferOutput<typeof login>, ip: string) {
      const folded = foldEmail(email)
      const account = await accounts.findByEmail(folded)
      const known = await knownDevice(device, account?.id)
      const canLogIn = account && account.activated_at !== null && account.disabled_at === null
      const stored = canLogIn ? account.password_hash : null
      let correct: string | undefined
      await throttle.attempt({ email: folded, ip, device: known }, async (isKnown) => {
        correct = await matchPassword(password, stored, isKnown)
        return correct !== undefined
      })
      if (correct === undefined || !account || stored === null)
        throw unauthorized((await accounts.hasAny()) ? API.badLogin : ERROR.noAccounts)
      await recordLogin(account.id, correct, stored)
      // The epoch was read with the password: if the password changes meanwhile, this session has already ended.
      const { id, epoch } = account
      const session = { account: id, epoch, archive: await archiveNow(), session: randomUUID(), serial: 1 }
      const access = await tokens.sign('access', session)
      const refresh = await tokens.sign('refresh', session)
      if (device === undefined) return { access, refresh }
      return { access, refresh, device: await tokens.sign('device', { ...session, session: known ?? randomUUID() }) }
    },
    async verify(token: string): Promise<Record<never, never>> {
      const { claims } = await requireSession(['access', 'refresh'], token)
      if (claims.kind === 'refresh' && !isValidSerial(await rows.find(claims.session), claims.serial, Date.now()))
        throw badToken()
      return {}
    },
    /** Also rotates the refresh token if the client asks for it. Reusing one that was rotated ends the session. */
    async refresh({ refresh, rotate = false }: v.InferOutput<typeof tokenRefresh>) {
      const { claims } = await requireSession(['refresh'], refresh)
      const before = await rows.find(claims.session)
      if (!isValidSerial(before, claims.serial, Date.now())) {
        await end(claims)
        throw badToken()
      }
      const isFirstUse = claims.serial === before.latest && !before.used
      const latest = rotate || isFirstUse ? await recordRefresh(claims, rotate) : undefined
      const access = await tokens.sign('access', claims)
      if (!rotate || latest === undefined) return { access }
      return { access, refresh: await tokens.sign('refresh', { ...claims, serial: latest }) }
    },
    async logOut(refresh: string): Promise<void> {
      await end((await requireSession(['refresh'], refresh)).claims)
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>

type Change = Partial<{ ended: 1; latest: number; used: 0 | 1; rotated: string }>

/** Stored session state: ended, and refresh token rotation. Create it from a transaction to write. */
function createSessionRows(db: Db) {
  /** Also deletes sessions whose tokens have all expired. */
  async function write({ session, account }: Claims, change: Change): Promise<void> {
    const now = Date.now()
    const expires_at = new Date(now + LIFETIME.refresh * 1000).toISOString()
    await db.deleteFrom('session').where('expires_at', '<', new Date(now).toISOString()).execute()
    await db
      .insertInto('session')
      .values({ id: session, account_id: account, expires_at, ...change })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at, ...change }))
      .execute()
  }
  return {
    async find(session: string): Promise<Rotation & { ended: boolean }> {
      const row = await db.selectFrom('session').selectAll().where('id', '=', session).executeTakeFirst()
      if (!row) return { ...INITIAL_ROTATION, ended: false }
      const { latest, used, rotated, ended } = row
      return { latest, used: used === 1, rotated: JSON.parse(rotated) as Rotation['rotated'], ended: ended === 1 }
    },
    keep: (claims: Claims, { latest, used, rotated }: Rotation) =>
      write(claims, { latest, used: used ? 1 : 0, rotated: JSON.stringify(rotated) }),
    end: (claims: Claims) => write(claims, { ended: 1 }),
  }
}

/**
 * Refresh token rotation of a session. Tokens are numbered from 1; exchanging the latest issues the next. Clients of spec §7 never rotate: their
 * first token stays the latest.
 */
export interface Rotation {
  latest: number
  /** True once the latest token has been used; until then it may not have reached the client. */
  used: boolean
  /** Milliseconds when older tokens were exchanged, by number: those of the last minute and the one before the latest. */
  rotated: Record<string, number>
}
const INITIAL_ROTATION: Rotation = { latest: 1, used: true, rotated: {} }

/** Milliseconds that an exchanged token stays valid, for other tabs and for retries after a lost response. */
export const GRACE_PERIOD = 60_000

/** An exchanged token is valid for the grace period, and until its successor is used. */
function isValidSerial({ latest, used, rotated }: Rotation, serial: number, now: number): boolean {
  if (serial === latest) return true
  if (serial === latest - 1 && !used) return true
  return now < (rotated[serial] ?? -Infinity) + GRACE_PERIOD
}

/** The rotation after a valid token was used; with `exchange`, its latest token is the new one to return. */
function rotateSerial(rotation: Rotation, serial: number, now: number, exchange: boolean): Rotation {
  if (serial !== rotation.latest) return rotation
  if (!exchange) return { ...rotation, used: true }
  const recent = Object.entries(rotation.rotated).filter(([, at]) => now < at + GRACE_PERIOD)
  return { latest: serial + 1, used: false, rotated: { ...Object.fromEntries(recent), [serial]: now } }
}
