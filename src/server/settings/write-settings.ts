import type { ForeignBaseMap } from '#contract/map-layers.ts'
import { type SettingName, type SettingsEdit, SETTING_NAMES } from '#contract/settings.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { markEverybody } from '../database/person-privacy.ts'
import type { Trx, Db } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { changesBetween, recordAudit } from '../records/audit.ts'
import { createAccounts } from '../repositories/accounts.ts'
import { readStoredLayers } from '../repositories/map-layers.ts'
import { readSettings, toRow, writeSetting } from '../repositories/settings.ts'

/** The audit trail needs a key; there is one set of settings. */
const KEY = 1

/** Writes settings that were checked, with an audit entry and a request for a build if any of them changes. */
export async function writeSettings(trx: Trx, edit: SettingsEdit, caller?: Caller): Promise<void> {
  const before = await readSettings(trx)
  await requireSociety(trx, before.organizationId, edit.organizationId)
  await requireFreeIds(trx, before.baseMaps, edit.baseMaps)
  await storeSettings(trx, edit)
  if (edit.living !== undefined || edit.livingYears !== undefined) await markEverybody(trx)
  const changes = changesBetween(before, { ...before, ...edit })
  if (changes.length > 0) await recordSettingsChange(trx, { changes, caller })
}

export async function storeSettings(trx: Trx, edit: SettingsEdit): Promise<void> {
  for (const [name, value] of Object.entries(edit) as [SettingName, unknown][])
    await writeSetting(trx, name, toRow(name, value))
}

/** Another organization can be the society if it is there. A new archive has none yet: its own is added with its first member (accounts/manage.ts). */
async function requireSociety(trx: Trx, before: number, after = before): Promise<void> {
  if (after === before || (await createAccounts(trx).hasOrganization(after))) return
  throw new DomainError('invalid', { organizationId: [API.noSuchRecord(after)] })
}

/** Shared links name a base map by its id: a new one can't have that of an old map or of the archive's imagery. */
async function requireFreeIds(trx: Trx, before: readonly ForeignBaseMap[], after = before): Promise<void> {
  const known = new Set(before.map(({ id }) => id))
  const { overlays, baseMaps } = await readStoredLayers(trx)
  const taken = new Set([...overlays, ...baseMaps].map(({ id }) => id))
  const clash = after.find(({ id }) => !known.has(id) && taken.has(id))
  if (clash) throw new DomainError('invalid', { baseMaps: [API.mapNameTaken(clash.title)] })
}

/** The audit entry of a change, and a request for a build. */
export async function recordSettingsChange(
  trx: Trx,
  { caller, changes }: { caller: Caller | undefined; changes: ReturnType<typeof changesBetween> },
): Promise<void> {
  await recordAudit(trx, { caller, action: 'edited', kind: 'settings', key: KEY, changes })
  await requestRebuild(trx, 'Changed the settings', { atOnce: true })
}

/** The row that says so has this name. */
const POSTPONED = 'first-run-postponed'
/** An archive with any of these is in use. */
const RECORDS = ['item', 'location', 'person'] as const

/** True for a new archive whose settings were neither made nor put off. */
export async function isFirstRun(db: Db): Promise<boolean> {
  const set = await db
    .selectFrom('setting')
    .select('name')
    .where('name', 'in', [...SETTING_NAMES, POSTPONED])
    .limit(1)
    .executeTakeFirst()
  if (set) return false
  for (const table of RECORDS) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}

export const postponeFirstRun = (trx: Trx) => writeSetting(trx, POSTPONED, new Date().toISOString())
