import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'

export type LinkPurpose = Tables['account_token']['purpose']
const raised = sql<number>`epoch + 1`

/** An e-mail address as accounts store and compare it, without regard to case. */
export const foldEmail = (email: string): string => email.trim().toLowerCase()

/** Accounts and their link tokens. `email` is always folded (`foldEmail`). Create it from a transaction to group changes. */
export function createAccounts(db: Db) {
  return {
    hasAny: async () => (await db.selectFrom('account').select('id').limit(1).execute()).length > 0,
    list: () => db.selectFrom('account').selectAll().orderBy('name').orderBy('id').execute(),
    find: (id: number) => db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst(),
    findByEmail: (email: string) => db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst(),

    add: (row: Insertable<Tables['account']>) =>
      db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow(),
    edit: (id: number, row: Updateable<Tables['account']>) =>
      db.updateTable('account').set(row).where('id', '=', id).returningAll().executeTakeFirst(),
    /** Invalidates all tokens of earlier epochs. False if there is no such account. */
    async endSessions(id: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('account')
        .set({ epoch: raised })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Also ends all sessions and invalidates all links. */
    async setPassword(id: number, hash: string): Promise<void> {
      await db.updateTable('account').set({ password_hash: hash, epoch: raised }).where('id', '=', id).execute()
      await db.deleteFrom('account_token').where('account_id', '=', id).execute()
    },
    /** Records a login, and replaces an outdated password hash. */
    async recordLogin(id: number, at: string, { from, to }: { from: string; to: string }): Promise<void> {
      await db.updateTable('account').set({ last_login_at: at }).where('id', '=', id).execute()
      if (from === to) return
      const same = db.updateTable('account').set({ password_hash: to }).where('id', '=', id)
      await same.where('password_hash', '=', from).execute()
    },
    /** True if another administrator can log in. */
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
    /** True if a published item names the account as its contributor. */
    async isCredited(id: number): Promise<boolean> {
      const items = db.selectFrom('item').select('id').where('author_id', '=', id)
      const credited = items.where('credit', '=', 1).where('visibility', '=', 'published')
      return (await credited.executeTakeFirst()) !== undefined
    },
    async hasOrganization(id: number): Promise<boolean> {
      return (await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    /** Also deletes expired tokens. */
    async addToken(row: Insertable<Tables['account_token']>): Promise<void> {
      await db.deleteFrom('account_token').where('expires_at', '<=', row.created_at).execute()
      await db.insertInto('account_token').values(row).execute()
    },
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
