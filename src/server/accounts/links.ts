import { createHash, randomBytes } from 'node:crypto'
import { LINK_LIFETIME } from '#contract/limits.ts'
import { accountLinkAddress } from '#rules/addresses/page-addresses.ts'
import type { Row, Trx } from '../database/tables.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { createAccounts, type LinkPurpose } from '../repositories/accounts.ts'

export type AccountRow = Row<'account'>

/** The content of a link (spec §2): an account and a secret, which ends with the choice of a password. */
export interface Link {
  uid: string
  token: string
}

/** An id as djoser encodes it in links: its digits in base64url. */
export const uidOf = (id: number): string => Buffer.from(String(id)).toString('base64url')

/** The id of a uid; undefined if `uidOf` could not have made it. */
export function idOf(uid: string): number | undefined {
  const digits = Buffer.from(uid.slice(0, 40), 'base64url').toString('latin1')
  if (!/^[1-9]\d{0,14}$/.test(digits) || uidOf(Number(digits)) !== uid) return undefined
  return Number(digits)
}

/** Only the hash is stored, so that links in a backup are useless. 32 random bytes need no salt. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Creates a link in the caller's transaction. Earlier ones for a password stay valid: anybody can ask for one. */
export async function makeLink(trx: Trx, account: number, purpose: LinkPurpose): Promise<Link> {
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

/** Mails an invitation, or a reset link if the account is activated, in the caller's transaction. Returns the path of the link. */
export async function sendLink(
  trx: Trx,
  { id, email, name, activated_at }: Pick<AccountRow, 'id' | 'email' | 'name' | 'activated_at'>,
): Promise<string> {
  const purpose = activated_at === null ? 'activation' : 'reset'
  // Whoever invites again wants the first letter to be worthless.
  if (purpose === 'activation') await createAccounts(trx).removeTokens(id, purpose)
  const link = await makeLink(trx, id, purpose)
  await queueMail(trx, { kind: purpose === 'reset' ? 'reset' : 'invitation', to: email, name, ...link })
  return accountLinkAddress(purpose, link)
}

/** The account of a valid link; undefined for any other, whatever the reason. */
export async function followLink(
  accounts: ReturnType<typeof createAccounts>,
  purpose: LinkPurpose,
  { uid, token }: Link,
): Promise<AccountRow | undefined> {
  const id = await accounts.findToken(hashOf(token), purpose, new Date().toISOString())
  if (id === undefined || id !== idOf(uid)) return undefined
  const account = await accounts.find(id)
  if (!account || account.disabled_at !== null) return undefined
  // An account is activated until it has a password, and only an activated one can get a new one.
  const isWanted = purpose === 'reset' ? account.activated_at !== null : account.password_hash === null
  return isWanted ? account : undefined
}
