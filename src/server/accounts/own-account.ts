import type { Transaction } from 'kysely'
import type { User } from '#contract/account.ts'
import { API } from '#contract/messages.ts'
import { secretAddress } from '#rules/addresses.ts'
import { mayOf } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { Refusal } from '../http/errors.ts'
import { createAccounts } from '../repositories/accounts.ts'
import type { LinkPurpose } from '../repositories/accounts.ts'
import { foldEmail } from './email.ts'
import { followLink, makeLink, sendLink } from './links.ts'
import type { AccountRow, Link } from './links.ts'
import { hashPassword, isPassword } from './passwords.ts'
import type { LoginThrottle, ResetThrottle } from './throttle.ts'

interface Parts {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  throttle: LoginThrottle
  mayAsk: ResetThrottle
}
/** An account that there is not: the database counts from 1. */
const NOBODY = 0

/**
 * Writes to whoever has this account, and where there is none the same to nobody, which is taken back before it is committed. Both do the same
 * steps, so that the time it takes does not tell which it was.
 */
async function writeTo(trx: Transaction<Tables>, account: AccountRow | undefined, email: string): Promise<void> {
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

/** What people do with their own account, logged in or by a link that they were sent (spec §7 "Authentication"). */
export function createOwnAccount({ db, reader, throttle, mayAsk }: Parts) {
  /** Uses up a link. What takes long is done by `prepare`, before the transaction and only for a link that is good. */
  async function withLink<P, T>(
    purpose: LinkPurpose,
    link: Link,
    prepare: () => Promise<P>,
    work: (trx: Transaction<Tables>, account: AccountRow, prepared: P) => Promise<T>,
  ): Promise<T> {
    const follow = async (accounts: ReturnType<typeof createAccounts>) => {
      const account = await followLink(accounts, purpose, link)
      if (!account) throw new Refusal(400, { token: [API.badLink] })
      return account
    }
    await follow(createAccounts(reader))
    const prepared = await prepare()
    return inTransaction(db, async (trx) => work(trx, await follow(createAccounts(trx)), prepared))
  }

  return {
    async me(caller: Caller): Promise<User> {
      const account = await createAccounts(reader).find(caller.id!)
      if (!account) throw new Refusal(401, API.badToken)
      const { id, email, name } = account
      return { id, email, name, organization: caller.organization, role: caller.role, may: mayOf(caller) }
    },

    /** Sends a link where there is an account for it, and tells nobody whether there is one. */
    async requestReset(email: string, address: string): Promise<void> {
      const folded = foldEmail(email)
      if (!(await mayAsk(folded, address))) return
      await inTransaction(db, async (trx) => {
        const account = await createAccounts(trx).findByEmail(folded)
        await writeTo(trx, account?.disabled_at === null ? account : undefined, folded)
      })
    },

    async confirmReset({ new_password, ...link }: Link & { new_password: string }, address: string): Promise<void> {
      const email = await withLink(
        'reset',
        link,
        () => hashPassword(new_password),
        async (trx, account, hash) => {
          await createAccounts(trx).setPassword(account.id, hash)
          return account.email
        },
      )
      await throttle.forgive(email, address)
    },

    /** Returns the page where a password is chosen, which is what comes next (design.md "Accounts"). */
    activate: (link: Link): Promise<string> =>
      withLink(
        'activation',
        link,
        async () => undefined,
        async (trx, { id }) => {
          const accounts = createAccounts(trx)
          await accounts.edit(id, { activated_at: new Date().toISOString() })
          await accounts.removeTokens(id)
          return secretAddress('reset', await makeLink(trx, id, 'reset'))
        },
      ),

    /** Ends every session, the caller's as well. A wrong current password counts as a wrong login. */
    async changePassword(
      caller: Caller,
      { current_password, new_password }: { current_password: string; new_password: string },
      address: string,
    ): Promise<void> {
      const account = await createAccounts(reader).find(caller.id!)
      if (!account) throw new Refusal(401, API.badToken)
      const succeeded = await throttle.attempt(account.email, address)
      if (!(await isPassword(current_password, account.password_hash))) {
        throw new Refusal(400, { current_password: [API.wrongPassword] })
      }
      await succeeded()
      const hash = await hashPassword(new_password)
      await inTransaction(db, async (trx) => {
        const accounts = createAccounts(trx)
        // Whoever was shut out meanwhile, or changed it elsewhere, is not let in again by this.
        const now = await accounts.find(account.id)
        if (now?.epoch !== account.epoch || now.disabled_at !== null) throw new Refusal(401, API.badToken)
        await accounts.setPassword(account.id, hash)
      })
    },

    async endSessions(caller: Caller): Promise<void> {
      await inTransaction(db, (trx) => createAccounts(trx).endSessions(caller.id!))
    },
  }
}
export type OwnAccount = ReturnType<typeof createOwnAccount>
