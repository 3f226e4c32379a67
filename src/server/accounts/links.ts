import { createHash, randomBytes } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { LINK_LIFETIME } from '#contract/limits.ts'
import { secretAddress } from '#rules/addresses.ts'
import type { AccountTable, Tables } from '../database/tables.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { createAccounts } from '../repositories/accounts.ts'
import type { LinkPurpose } from '../repositories/accounts.ts'

export type AccountRow = Selectable<AccountTable>

/** What a link holds (spec §2): whose it is, and a secret that is good once. */
export interface Link {
  uid: string
  token: string
}

/** An id as djoser writes it into links: its digits in base64url. */
export const uidOf = (id: number): string => Buffer.from(String(id)).toString('base64url')

/** The id of a uid; undefined for everything that `uidOf` does not write. */
export function idOf(uid: string): number | undefined {
  const digits = Buffer.from(uid.slice(0, 40), 'base64url').toString('latin1')
  if (!/^[1-9]\d{0,14}$/.test(digits) || uidOf(Number(digits)) !== uid) return undefined
  return Number(digits)
}

/** Only this is kept: whoever reads a backup can use no link. A hash without salt does for 32 random bytes. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Makes a link, in the caller's transaction. Those that were sent before stay good: mail may overtake mail. */
export async function makeLink(trx: Transaction<Tables>, account: number, purpose: LinkPurpose): Promise<Link> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await createAccounts(trx).addToken({
    hash: hashOf(token),
    account_id: account,
    purpose,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + LINK_LIFETIME[purpose]).toISOString(),
  })
  return { uid: uidOf(account), token }
}

/**
 * Writes to whom an account is for: the link to choose a new password, or their invitation once more while it was not followed. In the caller's
 * transaction. Returns the page of the link.
 */
export async function sendLink(
  trx: Transaction<Tables>,
  { id, email, name, activated_at }: Pick<AccountRow, 'id' | 'email' | 'name' | 'activated_at'>,
): Promise<string> {
  const purpose = activated_at === null ? 'activation' : 'reset'
  const link = await makeLink(trx, id, purpose)
  await queueMail(trx, { kind: purpose === 'reset' ? 'reset' : 'invitation', to: email, name, ...link })
  return secretAddress(purpose, link)
}

/** The account whose good link this is; undefined alike for every reason why it is none. */
export async function followLink(
  accounts: ReturnType<typeof createAccounts>,
  purpose: LinkPurpose,
  { uid, token }: Link,
): Promise<AccountRow | undefined> {
  const id = await accounts.findToken(hashOf(token), purpose, new Date().toISOString())
  if (id === undefined || id !== idOf(uid)) return undefined
  const account = await accounts.find(id)
  // An account is activated once; a password is chosen for one that is.
  const wanted = purpose === 'reset'
  return account && account.disabled_at === null && (account.activated_at !== null) === wanted ? account : undefined
}
