import { sql } from 'kysely'
import type { Insertable, Kysely, Updateable } from 'kysely'
import type { AccountTable, AccountTokenTable, Tables } from '../database/tables.ts'

export type LinkPurpose = AccountTokenTable['purpose']
const raised = sql<number>`epoch + 1`

/**
 * Accounts and the secrets of their links. `email` is always folded (accounts/email.ts). To be made of a transaction for whatever belongs
 * together.
 */
export function createAccounts(db: Kysely<Tables>) {
  return {
    list: () => db.selectFrom('account').selectAll().orderBy('name').orderBy('id').execute(),
    find: (id: number) => db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst(),
    findByEmail: (email: string) => db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst(),

    add: (row: Insertable<AccountTable>) =>
      db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow(),
    edit: (id: number, row: Updateable<AccountTable>) =>
      db.updateTable('account').set(row).where('id', '=', id).returningAll().executeTakeFirst(),
    /** Every token that names an earlier epoch is good for nothing any more. False where there is no such account. */
    async endSessions(id: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('account')
        .set({ epoch: raised })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Ends every session, and every link that was sent: they die with a password change (design.md "Accounts"). */
    async setPassword(id: number, hash: string): Promise<void> {
      await db.updateTable('account').set({ password_hash: hash, epoch: raised }).where('id', '=', id).execute()
      await db.deleteFrom('account_token').where('account_id', '=', id).execute()
    },
    /** Notes a login, and keeps the same password in its newer form where there is one. */
    async noteLogin(id: number, at: string, { from, to }: { from: string; to: string }): Promise<void> {
      await db.updateTable('account').set({ last_login_at: at }).where('id', '=', id).execute()
      if (from === to) return
      const same = db.updateTable('account').set({ password_hash: to }).where('id', '=', id)
      await same.where('password_hash', '=', from).execute()
    },
    /** True where somebody besides this account is an administrator who can log in. */
    async hasOtherAdministrator(id: number): Promise<boolean> {
      const other = await db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'administrator')
        .where('activated_at', 'is not', null)
        .where('disabled_at', 'is', null)
        .where('id', '!=', id)
        .executeTakeFirst()
      return other !== undefined
    },
    async hasOrganization(id: number): Promise<boolean> {
      return (await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    /** Those that have expired leave when a new one comes. */
    async addToken(row: Insertable<AccountTokenTable>): Promise<void> {
      await db.deleteFrom('account_token').where('expires_at', '<=', row.created_at).execute()
      await db.insertInto('account_token').values(row).execute()
    },
    /** The account that a link is for, while the link is good. */
    async findToken(hash: string, purpose: LinkPurpose, now: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('account_token')
        .select('account_id')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.account_id
    },
    async removeTokens(account: number, purpose?: LinkPurpose): Promise<void> {
      const all = db.deleteFrom('account_token').where('account_id', '=', account)
      await (purpose === undefined ? all : all.where('purpose', '=', purpose)).execute()
    },
  }
}
