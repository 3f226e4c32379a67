import type { Db } from '../database/tables.ts'
import { INITIAL_ROTATION, type Rotation } from './rotation.ts'
import { LIFETIME, type Claims } from './tokens.ts'

type Change = Partial<{ ended: 1; latest: number; used: 0 | 1; rotated: string }>

/** Stored session state: ended, and refresh token rotation. Create it from a transaction to write. */
export function createSessionRows(db: Db) {
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
