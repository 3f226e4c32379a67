import type { Transaction } from 'kysely'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { changesBetween, keepStep } from '../records/journal.ts'
import type { Change } from '../records/journal.ts'
import type { AccountRow } from './links.ts'

/** What the audit trail says of an account: staff read it, so no address, and no secret. */
const told = ({ name, organization_id: organization, role, disabled_at }: AccountRow) => {
  return { name, organization, role, disabled: disabled_at !== null }
}

/** What differs between an account and what it was; everything of a new one. */
export const accountChanges = (before: AccountRow | undefined, after: AccountRow): Change[] =>
  changesBetween(before && told(before), told(after))
/** That its owner was sent a link, and which. */
export const linkSent = ({ activated_at }: AccountRow): Change => {
  return { field: 'link', before: null, after: activated_at === null ? 'invitation' : 'reset' }
}
export const SESSIONS_ENDED: Change = { field: 'sessions', before: null, after: 'ended' }

/** Keeps a step of an account's administration; no changes are no step. Without a `caller` it was the command line. */
export async function keepAccountStep(
  trx: Transaction<Tables>,
  caller: Caller | undefined,
  { id, name }: AccountRow,
  changes: Change[],
  action: 'added' | 'edited' = 'edited',
): Promise<void> {
  if (changes.length === 0) return
  await keepStep(trx, { ...(caller && { caller }), action, kind: 'accounts', key: id, changes, note: name })
}
