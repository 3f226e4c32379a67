import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { requiredName } from '#contract/fields.ts'
import { API } from '#contract/messages.ts'
import { SETTING_NAMES, societySettings, type SettingsEdit } from '#contract/settings.ts'
import type { Db } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { changesBetween } from '../records/audit.ts'
import { bundlePicture } from '../records/from-columns.ts'
import { createAccounts } from '../repositories/accounts.ts'
import { readSettings, readStoredSettings } from '../repositories/settings.ts'
import { readLogoOriginal } from '../settings/logo.ts'
import { requireFreeIds } from '../settings/write-settings.ts'
import { originalKey } from '../storage/keys.ts'
import { readBundleJson } from './bundle-path.ts'
import type { Conflict, Issue } from './bundle-row.ts'
import type { BroughtPicture, PictureFiles } from './picture-files.ts'
import type { RowIdentity } from './row-identity.ts'

/** What a society has set for its archive, in a bundle; optional. */
export const SETTINGS_FILE = 'settings.json'
const logo = v.object({ file: requiredName(), file_name: requiredName() }, 'Give its file and its file_name.')
const ENTRIES: v.ObjectEntries = { ...societySettings.entries, logo }

/** Writes what has been set, and nothing else of the table: keys and the like are no settings. Notes the picture of the logo in `files`. */
export async function exportSettings(folder: string, files: Map<string, string>, db: Db): Promise<void> {
  const stored = await readStoredSettings(db)
  const logo = await readLogoOriginal(db)
  // The society's organization may be still to come, with its first member.
  const isThere = await createAccounts(db).hasOrganization(stored.organizationId ?? 0)
  const names = SETTING_NAMES.filter((name) => name in stored && (name !== 'organizationId' || isThere))
  if (names.length === 0 && !logo) return
  const settings: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, stored[name]]))
  if (logo) {
    const file = bundlePicture(logo.sha256, logo.format)
    settings['logo'] = { file, file_name: logo.file }
    files.set(file, originalKey(logo.sha256, logo.format))
  }
  await writeFile(join(folder, SETTINGS_FILE), `${JSON.stringify(settings, null, 2)}\n`)
}

const issue = (field: string, reason: string): Issue => ({ file: SETTINGS_FILE, line: 0, row: 0, field, reason })

export interface BundleSettings {
  issues: Issue[]
  settings: SettingsEdit
  logo?: BroughtPicture & { name: string }
}
export const NO_BUNDLE_SETTINGS: BundleSettings = { issues: [], settings: {} }

/** Reads the settings of a bundle, each by the contract's schema. */
export async function readBundleSettings(folder: string, pictures: PictureFiles): Promise<BundleSettings> {
  const needed = 'A JSON object with the settings is needed.'
  const read = await readBundleJson(folder, SETTINGS_FILE, v.record(v.string(), v.unknown(), needed))
  if ('issues' in read) return { ...NO_BUNDLE_SETTINGS, issues: read.issues }
  const found: BundleSettings = { issues: [], settings: {} }
  for (const [name, value] of Object.entries(read.output)) {
    const parsed = Object.hasOwn(ENTRIES, name) ? v.safeParse(ENTRIES[name] as typeof logo, value) : undefined
    if (!parsed) found.issues.push(issue(name, 'There is no such setting.'))
    else if (!parsed.success)
      found.issues.push(
        ...parsed.issues.map((each) => issue([name, v.getDotPath(each)].filter(Boolean).join('.'), each.message)),
      )
    else if (name !== 'logo') Object.assign(found.settings, { [name]: parsed.output })
    else {
      const picture = await pictures.inspect(parsed.output.file, 'scans')
      if ('reason' in picture) found.issues.push(issue(name, picture.reason))
      else found.logo = { ...picture, name: parsed.output.file_name }
    }
  }
  return found
}

/** What an import writes of the settings of a bundle: `names` of them all, those that differ here, and a logo. */
export interface SettingsPlan extends BundleSettings {
  names: string[]
  conflicts: Conflict[]
}

/** Compares with the archive. `takes`: it has none of its own yet, or is to have these; otherwise what differs is in conflict. The lists of the bundle have their ids. */
export async function planSettings(
  db: Db,
  { issues, settings, logo }: BundleSettings,
  { identity, takes }: { identity: RowIdentity; takes: boolean },
): Promise<SettingsPlan> {
  const plan: SettingsPlan = { issues: [...issues], settings: { ...settings }, names: [], conflicts: [] }
  const [before, stored, shown] = [await readSettings(db), await readStoredSettings(db), await readLogoOriginal(db)]
  if (settings.organizationId !== undefined) {
    await identity.load('organizations')
    const society = identity.find('organizations', settings.organizationId)
    if (society === undefined) plan.issues.push(issue('organizationId', API.noSuchRecord(settings.organizationId)))
    plan.settings.organizationId = society as number | undefined
  }
  await requireFreeIds(db, before.baseMaps, settings.baseMaps).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    plan.issues.push(issue('baseMaps', Object.values(error.body).flat().join(' ')))
  })
  const changes = changesBetween(before, { ...before, ...plan.settings })
  if (logo && logo.picture.sha256 !== shown?.sha256)
    changes.push({ field: 'logo', before: shown?.file ?? null, after: logo.name })
  if (!takes) {
    const reason = 'The archive has other settings.'
    if (changes.length > 0)
      plan.conflicts.push({ file: SETTINGS_FILE, line: 0, row: 0, key: 'settings', reason, changes })
    return { ...plan, settings: {} }
  }
  const isNew = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[name as keyof SettingsEdit])
  plan.settings = Object.fromEntries(Object.entries(plan.settings).filter(isNew))
  if (changes.some(({ field }) => field === 'logo')) plan.logo = logo!
  return { ...plan, names: [...Object.keys(plan.settings), ...(plan.logo ? ['logo'] : [])] }
}
