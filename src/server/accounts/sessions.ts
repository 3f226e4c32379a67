import { API } from '#contract/messages.ts'
import { isBusy } from '../database/busy.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { Refusal } from '../http/errors.ts'
import { createAccounts } from '../repositories/accounts.ts'
import type { ReadSession, Session } from './authenticate.ts'
import { foldEmail } from './email.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import type { LoginThrottle } from './throttle.ts'
import type { TokenKind, Tokens } from './tokens.ts'

interface Parts {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  tokens: Tokens
  readSession: ReadSession
  throttle: LoginThrottle
}

const unauthorized = (sentence: string) => new Refusal(401, sentence, { 'www-authenticate': 'JWT realm="api"' })

/** Logging in, and what becomes of the tokens (spec §4 "Token check", §7 "Authentication"). */
export function createSessions({ db, reader, tokens, readSession, throttle }: Parts) {
  const accounts = createAccounts(reader)

  /** @throws {Refusal} 401 where it is not (any more) a good token of these kinds. */
  async function require(kinds: readonly TokenKind[], token: string): Promise<Session> {
    const session = await readSession(kinds, token)
    if (!session) throw unauthorized(API.badToken)
    return session
  }

  /** Keeps when it was. Nobody is kept from logging in because an import holds the archive: then it is not noted. */
  async function noteLogin(id: number, password: string, from: string): Promise<void> {
    const to = isOutdated(from) ? await hashPassword(password) : from
    try {
      await db.transaction().execute((trx) => createAccounts(trx).noteLogin(id, new Date().toISOString(), { from, to }))
    } catch (error) {
      if (!isBusy(error)) throw error
    }
  }

  return {
    /**
     * @param address whom limits count as one: client-address.ts.
     * @throws {Refusal} 401, the same whatever is wrong, after the same work; 429 after too many tries.
     */
    async login({ email, password }: { email: string; password: string }, address: string) {
      const folded = foldEmail(email)
      const succeeded = await throttle.attempt(folded, address)
      const account = await accounts.findByEmail(folded)
      const open = account && account.activated_at !== null && account.disabled_at === null
      const stored = open ? account.password_hash : null
      if (!(await isPassword(password, stored)) || !account || stored === null) throw unauthorized(API.badLogin)
      await succeeded()
      await noteLogin(account.id, password, stored)
      // The epoch was read with the password: a session that begins while the password is changed is over at once.
      const claims = { account: account.id, epoch: account.epoch }
      return { access: await tokens.sign('access', claims), refresh: await tokens.sign('refresh', claims) }
    },
    async verify(token: string): Promise<Record<never, never>> {
      await require(['access', 'refresh'], token)
      return {}
    },
    async refresh(token: string) {
      const { claims } = await require(['refresh'], token)
      return { access: await tokens.sign('access', claims) }
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
