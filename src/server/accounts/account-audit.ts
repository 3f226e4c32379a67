import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { changesBetween, recordAudit, type Change } from '../records/audit.ts'
import type { AccountRow } from './links.ts'

/** The audited fields of an account. Staff read the audit trail: no address and no secrets. */
const auditFields = ({ name, organization_id: organization, role, disabled_at }: AccountRow) => {
  return { name, organization, role, disabled: disabled_at !== null }
}

/** The changes of an account; all fields of a new one. */
export const accountChanges = (before: AccountRow | undefined, after: AccountRow): Change[] =>
  changesBetween(before && auditFields(before), auditFields(after))
/** Records which kind of link was sent to the account's owner. */
export const linkSentChange = ({ activated_at }: AccountRow): Change => {
  return { field: 'link', before: null, after: activated_at === null ? 'invitation' : 'reset' }
}
export const SESSIONS_ENDED: Change = { field: 'sessions', before: null, after: 'ended' }

/** Records a change of an account, if there is any. Without a `caller` it came from the command line. */
export async function recordAccountAudit(
  trx: Trx,
  caller: Caller | undefined,
  { id, name }: AccountRow,
  changes: Change[],
  action: 'added' | 'edited' = 'edited',
): Promise<void> {
  if (changes.length === 0) return
  await recordAudit(trx, { ...(caller && { caller }), action, kind: 'accounts', key: id, changes, note: name })
}
