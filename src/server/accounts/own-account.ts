import type { User } from '#contract/account.ts'
import { API } from '#contract/messages.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { accountLinkAddress } from '#rules/addresses/page-addresses.ts'
import { capabilitiesOf, type Caller } from '#rules/access/permissions.ts'
import type { Databases } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isFirstRun } from '../settings/write-settings.ts'
import { createAccounts, foldEmail, type LinkPurpose } from '../repositories/accounts.ts'
import { followLink, makeLink, sendLink, type AccountRow, type Link } from './links.ts'
import { hashPassword, matchPassword } from './passwords.ts'
import type { LoginThrottle, ResetThrottle } from './throttle.ts'

interface Deps extends Databases {
  throttle: LoginThrottle
  resetThrottle: ResetThrottle
}
/** An id that no account has: the database counts from 1. */
const NOBODY = 0

/**
 * Mails a reset link. Without an account the same work is done and undone before the commit, so that the response time does not
 * reveal whether the address has an account.
 */
async function sendResetLink(trx: Trx, account: AccountRow | undefined, email: string): Promise<void> {
  const latest = await trx
    .selectFrom('mail')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  await sendLink(trx, account ?? { id: NOBODY, email, name: '', activated_at: '' })
  await trx
    .deleteFrom('mail')
    .where('id', '>', account ? Number.MAX_SAFE_INTEGER : (latest?.id ?? 0))
    .execute()
  await createAccounts(trx).removeTokens(NOBODY)
}

/** What users do with their own account, logged in or through a link (spec §7 "Authentication"). */
export function createOwnAccount({ db, reader, throttle, resetThrottle }: Deps) {
  /** Uses up a link. `prepare` does slow work before the transaction, and only if the link is valid. */
  async function withLink<P, T>(
    purpose: LinkPurpose,
    link: Link,
    prepare: () => Promise<P>,
    work: (trx: Trx, account: AccountRow, prepared: P) => Promise<T>,
  ): Promise<T> {
    const follow = async (accounts: ReturnType<typeof createAccounts>) => {
      const account = await followLink(accounts, purpose, link)
      if (!account) throw new DomainError('invalid', { token: [API.badLink] })
      return account
    }
    await follow(createAccounts(reader))
    const prepared = await prepare()
    return inTransaction(db, async (trx) => work(trx, await follow(createAccounts(trx)), prepared))
  }

  return {
    async me(caller: Caller): Promise<User> {
      const account = await createAccounts(reader).find(caller.id!)
      if (!account) throw new DomainError('unauthenticated', API.badToken)
      const { id, email, name } = account
      const { organization, role } = caller
      const isFirst = role === 'administrator' && (await isFirstRun(reader))
      const user = { id, email, name, organization, role, may: capabilitiesOf(caller) }
      return isFirst ? { ...user, next: STAFF_ADDRESS.settings } : user
    },

    /** Sends a link if the address has an account, without revealing whether it has. */
    async requestReset(email: string, ip: string): Promise<void> {
      const folded = foldEmail(email)
      if (!(await resetThrottle(folded, ip))) return
      await inTransaction(db, async (trx) => {
        const account = await createAccounts(trx).findByEmail(folded)
        await sendResetLink(trx, account?.disabled_at === null ? account : undefined, folded)
      })
    },

    async confirmReset({ new_password, ...link }: Link & { new_password: string }, ip: string): Promise<void> {
      const email = await withLink(
        'reset',
        link,
        () => hashPassword(new_password),
        async (trx, account, hash) => {
          await createAccounts(trx).setPassword(account.id, hash)
          return account.email
        },
      )
      await throttle.reset(email, ip)
    },

    /**
     * Returns the path of the next step: choosing a password. The link goes on working until one is chosen: who closed the tab, or
     * whose two hours for it are over, opens it again.
     */
    activate: (link: Link): Promise<string> =>
      withLink(
        'activation',
        link,
        async () => undefined,
        async (trx, { id, activated_at }) => {
          const accounts = createAccounts(trx)
          await accounts.edit(id, { activated_at: activated_at ?? new Date().toISOString() })
          await accounts.removeTokens(id, 'reset')
          return accountLinkAddress('reset', await makeLink(trx, id, 'reset'))
        },
      ),

    /** Ends all sessions, including the caller's. A wrong current password counts as a failed login. */
    async changePassword(
      caller: Caller,
      { current_password, new_password }: { current_password: string; new_password: string },
      ip: string,
    ): Promise<void> {
      const account = await createAccounts(reader).find(caller.id!)
      if (!account) throw new DomainError('unauthenticated', API.badToken)
      // The caller is logged in, so failed logins of others do not count.
      const attempt = { email: account.email, ip, device: 'logged in' }
      const isMatch = async () => (await matchPassword(current_password, account.password_hash, true)) !== undefined
      if (!(await throttle.attempt(attempt, isMatch))) {
        throw new DomainError('invalid', { current_password: [API.wrongPassword] })
      }
      const hash = await hashPassword(new_password)
      await inTransaction(db, async (trx) => {
        const accounts = createAccounts(trx)
        // The account may have been disabled, or its password changed, in the meantime.
        const now = await accounts.find(account.id)
        if (now?.epoch !== account.epoch || now.disabled_at !== null)
          throw new DomainError('unauthenticated', API.badToken)
        await accounts.setPassword(account.id, hash)
      })
    },

    async endSessions(caller: Caller): Promise<void> {
      await inTransaction(db, (trx) => createAccounts(trx).endSessions(caller.id!))
    },
  }
}
export type OwnAccount = ReturnType<typeof createOwnAccount>
