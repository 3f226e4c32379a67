import type * as v from 'valibot'
import type { Account, accountCreate, accountEdit } from '#contract/account.ts'
import { API, FIELD } from '#contract/messages.ts'
import { COMMAND_LINE, effectiveRole, type Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError } from '../errors/domain-error.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { createAccounts, foldEmail } from '../repositories/accounts.ts'
import { readSettings, readSocietyId } from '../repositories/settings.ts'
import { changesBetween, recordAudit, type Change } from '../records/audit.ts'
import { addRecord } from '../records/write-record.ts'
import { NEVER } from '../mail/retry-delay.ts'
import { dropUndelivered, undeliveredLetters, type UndeliveredLetter } from '../mail/queue-mail.ts'
import { sendLink, type AccountRow } from './links.ts'

type Accounts = ReturnType<typeof createAccounts>

/** An account as administrators see it. */
const toAccount = (row: AccountRow, letter?: UndeliveredLetter): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  organization: row.organization_id,
  role: row.role,
  state: row.disabled_at !== null ? 'disabled' : row.activated_at === null ? 'invited' : 'active',
  created_at: row.created_at,
  last_login_at: row.last_login_at,
  ...(letter && {
    undelivered: {
      since: letter.created_at,
      reason: letter.last_error,
      given_up: letter.next_attempt_at === NEVER,
    },
  }),
})

const roleOf = ({ role, organization_id }: AccountRow, society: number) =>
  effectiveRole({ role, organization: organization_id }, society)
const canAdminister = (row: AccountRow) =>
  row.role === 'administrator' && row.activated_at !== null && row.disabled_at === null

/** Adds the society's own organization to an archive that has none yet: without it, members could not be told from volunteers. */
async function addSociety(trx: Trx, caller: Caller = COMMAND_LINE): Promise<void> {
  const dates = { date_opened: null, date_opened_text: '', date_closed: null, date_closed_text: '' }
  const { name, organizationId } = await readSettings(trx)
  const fields = { name, altname: [], ...dates, description: '' }
  const columns = { id: organizationId }
  await addRecord(trx, caller, { kind: 'organizations', fields, action: 'added', columns })
}

async function requireOrganization(trx: Trx, caller: Caller | undefined, id: number | null | undefined): Promise<void> {
  if (id == null || (await createAccounts(trx).hasOrganization(id))) return
  if (id === (await readSocietyId(trx))) return addSociety(trx, caller)
  throw new DomainError('invalid', { organization: [API.noSuchRecord(id)] })
}

/** Refuses to leave the archive without an administrator who can log in. */
async function requireAdministrator(accounts: Accounts, before: AccountRow, after: AccountRow): Promise<void> {
  if (!canAdminister(before) || canAdminister(after) || (await accounts.hasOtherAdministrator(before.id))) return
  throw new DomainError('invalid', { [before.role === after.role ? 'disabled' : 'role']: [API.lastAdministrator] })
}

/** Nobody locks themselves out; on the command line there is no `caller`. */
function requireOther(caller: Caller | undefined, before: AccountRow, after: AccountRow): void {
  if (caller?.id !== before.id) return
  const field = before.role !== after.role ? 'role' : before.disabled_at !== after.disabled_at ? 'disabled' : undefined
  if (field) throw new DomainError('invalid', { [field]: [API.ownAccount] })
}

/** Account administration, in the browser and on the command line (no `caller`). Each change is audited; unknown accounts are undefined. */
export function createManagement(db: ArchiveDatabase) {
  return {
    async list(): Promise<Account[]> {
      const letters = new Map((await undeliveredLetters(db)).map((letter) => [letter.recipient, letter]))
      return (await createAccounts(db).list()).map((row) => toAccount(row, letters.get(row.email)))
    },
    findByEmail: (email: string) => createAccounts(db).findByEmail(foldEmail(email)),

    /** Creates an account and sends its invitation; `path` is the page that the invitation links to. */
    create: (
      input: v.InferOutput<typeof accountCreate>,
      caller?: Caller,
    ): Promise<{ account: Account; path: string }> =>
      inTransaction(db, async (trx) => {
        const accounts = createAccounts(trx)
        const email = foldEmail(input.email)
        if (await accounts.findByEmail(email)) throw new DomainError('invalid', { email: [FIELD.emailInUse] })
        await requireOrganization(trx, caller, input.organization)
        const row = await accounts.add({
          email,
          name: input.name,
          organization_id: input.organization,
          role: input.role,
          created_at: new Date().toISOString(),
        })
        await recordAccountAudit(trx, caller, row, [...accountChanges(undefined, row), linkSentChange(row)], 'added')
        return { account: toAccount(row), path: await sendLink(trx, row) }
      }),

    /** Changing the role or disabling the account ends all its sessions. */
    edit: (
      id: number,
      { disabled, ...change }: v.InferOutput<typeof accountEdit>,
      caller?: Caller,
    ): Promise<Account | undefined> =>
      inTransaction(db, async (trx) => {
        const accounts = createAccounts(trx)
        const before = await accounts.find(id)
        if (!before) return undefined
        await requireOrganization(trx, caller, change.organization)
        const { name = before.name, role = before.role, organization = before.organization_id } = change
        const since = disabled === true ? (before.disabled_at ?? new Date().toISOString()) : null
        const disabled_at = disabled === undefined ? before.disabled_at : since
        const fields = { name, role, organization_id: organization, disabled_at }
        const after = { ...before, ...fields }
        await requireAdministrator(accounts, before, after)
        requireOther(caller, before, after)
        await accounts.edit(id, fields)
        const society = await readSocietyId(trx)
        if (roleOf(before, society) !== roleOf(after, society) || disabled_at !== null) await accounts.endSessions(id)
        if (disabled_at !== null) await accounts.removeTokens(id)
        await recordAccountAudit(trx, caller, after, accountChanges(before, after))
        const isNamed = name !== before.name || (disabled_at === null) !== (before.disabled_at === null)
        if (isNamed && (await accounts.isCredited(id))) await requestRebuild(trx, 'A contributor’s name changed')
        return toAccount(after)
      }),

    /** Sends another invitation, or a reset link if the account is activated. Returns the path of the link. */
    sendLink: (id: number, caller?: Caller): Promise<string | undefined> =>
      inTransaction(db, async (trx) => {
        const row = await createAccounts(trx).find(id)
        if (row && row.disabled_at !== null) throw new DomainError('invalid', API.accountDisabled)
        if (!row) return undefined
        await recordAccountAudit(trx, caller, row, [linkSentChange(row)])
        await dropUndelivered(trx, row.email)
        return sendLink(trx, row)
      }),

    endSessions: (id: number, caller?: Caller): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        const accounts = createAccounts(trx)
        const row = await accounts.find(id)
        if (row) await recordAccountAudit(trx, caller, row, [SESSIONS_ENDED])
        return accounts.endSessions(id)
      }),
  }
}
export type Management = ReturnType<typeof createManagement>

/** The audited fields of an account. Staff read the audit trail: no address and no secrets. */
const auditFields = ({ name, organization_id: organization, role, disabled_at }: AccountRow) => {
  return { name, organization, role, disabled: disabled_at !== null }
}

/** The changes of an account; all fields of a new one. */
const accountChanges = (before: AccountRow | undefined, after: AccountRow): Change[] =>
  changesBetween(before && auditFields(before), auditFields(after))
/** Records which kind of link was sent to the account's owner. */
const linkSentChange = ({ activated_at }: AccountRow): Change => {
  return { field: 'link', before: null, after: activated_at === null ? 'invitation' : 'reset' }
}
const SESSIONS_ENDED: Change = { field: 'sessions', before: null, after: 'ended' }

/** Records a change of an account, if there is any. Without a `caller` it came from the command line. */
async function recordAccountAudit(
  trx: Trx,
  caller: Caller | undefined,
  { id, name }: AccountRow,
  changes: Change[],
  action: 'added' | 'edited' = 'edited',
): Promise<void> {
  if (changes.length === 0) return
  await recordAudit(trx, { caller, action, kind: 'accounts', key: id, changes, note: name })
}
