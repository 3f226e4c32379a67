import { readSecretKey, createTokens } from '#server/accounts/tokens.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { claimsOf } from '../server/claims.ts'

/** Adds accounts with these roles to an archive, numbered from `first` on. Answers what signs their access tokens, as the server itself does. */
export async function addAccounts(config: Config, roles: readonly ('volunteer' | 'staff')[], first = 1) {
  await using db = await openDatabase(config.databaseUrl ?? config.databaseFile)
  const now = new Date().toISOString()
  for (const [at, role] of roles.entries()) {
    const id = first + at
    await db
      .insertInto('account')
      .values({ id, email: `${id}@example.org`, name: `${role} ${id}`, role, created_at: now, activated_at: now })
      .execute()
  }
  const claims = await claimsOf(db, first)
  const tokens = createTokens(readSecretKey(config))
  return (account: number) => tokens.sign('access', { ...claims, account })
}
