import { society } from '#society'
import { ORGANIZATIONS } from '#demo/organizations-table.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import type { ArchivePaths } from '#server/identity/missing-database.ts'
import { openArchive } from '#server/identity/open-archive.ts'

/** Public: these accounts only exist in the demo town, and are disabled in production. */
const PASSWORD = 'Brannock-Bay-1835'
const lakeshore = ORGANIZATIONS.findIndex(({ key }) => key === 'lakeshore') + 1
const ACCOUNTS = [
  ['admin@brannockbay.example', 'Ada Calder', 'administrator', society.organizationId, 'administrator'],
  ['cataloguer@brannockbay.example', 'Cora Béland', 'staff', society.organizationId, 'staff cataloguer'],
  ['member@brannockbay.example', 'Martin Doyle', 'volunteer', society.organizationId, 'member of the society'],
  ['volunteer@lakeshore.example', 'Vera Quigley', 'volunteer', lakeshore, 'volunteer of another organization'],
] as const
const EMAILS = ACCOUNTS.map(([email]) => email)

/** Adds missing ones. */
export async function addDemoAccounts(db: ArchiveDatabase): Promise<void> {
  const now = new Date().toISOString()
  const rows = await Promise.all(
    ACCOUNTS.map(async ([email, name, role, organization_id]) => {
      const password_hash = await hashPassword(PASSWORD)
      return { email, name, role, organization_id, password_hash, created_at: now, activated_at: now }
    }),
  )
  await db
    .insertInto('account')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/**
 * A message about this archive's demo accounts; undefined if it has none. In production it disables them first, so that a public server is not open to
 * everybody.
 */
export async function demoAccounts(
  place: ArchivePaths,
  environment: Record<string, string | undefined>,
): Promise<string | undefined> {
  const db = await openArchive(place)
  try {
    const open = db.selectFrom('account').select('email').where('email', 'in', EMAILS).where('disabled_at', 'is', null)
    const there = new Set((await open.execute()).map(({ email }) => email))
    if (there.size === 0) return undefined
    if (environment.NODE_ENV === 'production') {
      await db
        .updateTable('account')
        .set(({ eb }) => ({ disabled_at: new Date().toISOString(), epoch: eb('epoch', '+', 1) }))
        .where('email', 'in', [...there])
        .execute()
      return 'The demo accounts of this archive were disabled, because NODE_ENV is production.'
    }
    const lines = ACCOUNTS.filter(([email]) => there.has(email)).map(
      ([email, , , , who]) => `  ${email.padEnd(32)}${who}`,
    )
    return [`Demo accounts (password ${PASSWORD}):`, ...lines].join('\n')
  } finally {
    await db.destroy()
  }
}
