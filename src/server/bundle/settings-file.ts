import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { requiredName } from '#contract/fields.ts'
import { API } from '#contract/messages.ts'
import { SETTING_NAMES, societySettings, type SettingsEdit } from '#contract/settings.ts'
import type { Db } from '../database/tables.ts'
import { changesBetween } from '../records/audit.ts'
import { createAccounts } from '../repositories/accounts.ts'
import { readSettings, readStoredSettings } from '../repositories/settings.ts'
import { readLogoFile } from '../settings/logo.ts'
import { readBundleJson } from './bundle-path.ts'
import type { Conflict, Issue } from './bundle-row.ts'
import type { BroughtPicture, PictureFiles } from './picture-files.ts'
import type { RowIdentity } from './row-identity.ts'

/** What a society has set for its archive, in a bundle; optional. */
export const SETTINGS_FILE = 'settings.json'
const logo = v.object({ file: requiredName(), file_name: requiredName() }, 'Give its file and its file_name.')
const ENTRIES: v.ObjectEntries = { ...societySettings.entries, logo }
const PLACE = { file: SETTINGS_FILE, line: 0, row: 0 }

/** Writes what has been set, and nothing else of the table: keys and the like are no settings. `files` have the picture of the logo. */
export async function exportSettings(folder: string, files: ReadonlyMap<string, string>, db: Db): Promise<void> {
  const [stored, logo] = [await readStoredSettings(db), await readLogoFile(db)]
  // The society's organization may be still to come, with its first member.
  const isThere = await createAccounts(db).hasOrganization(stored.organizationId ?? 0)
  const names = SETTING_NAMES.filter((name) => name in stored && (name !== 'organizationId' || isThere))
  const settings: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, stored[name]]))
  const file = logo && [...files.keys()].find((name) => name.includes(logo.sha256))
  if (file) settings['logo'] = { file, file_name: logo.file }
  const text = JSON.stringify(settings, null, 2)
  if (text !== '{}') await writeFile(join(folder, SETTINGS_FILE), `${text}\n`)
}

/** Settings of a bundle, and what is wrong with others. */
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
  const refuse = (field: string, reason: string) => void found.issues.push({ ...PLACE, field, reason })
  for (const [name, value] of Object.entries(read.output)) {
    const parsed = Object.hasOwn(ENTRIES, name) ? v.safeParse(ENTRIES[name] as typeof logo, value) : undefined
    if (!parsed) refuse(name, 'There is no such setting.')
    else if (!parsed.success)
      for (const each of parsed.issues) refuse([name, v.getDotPath(each)].filter(Boolean).join('.'), each.message)
    else if (name !== 'logo') Object.assign(found.settings, { [name]: parsed.output })
    else {
      const picture = await pictures.inspect(parsed.output.file, 'scans')
      if ('reason' in picture) refuse(name, picture.reason)
      else found.logo = { ...picture, name: parsed.output.file_name }
    }
  }
  return found
}

/** Those that an import writes. `takes`: the archive has none of its own yet, or is to have these; otherwise what differs is in conflict. */
export async function planSettings(
  db: Db,
  { settings, logo, issues }: BundleSettings,
  { identity, takes }: { identity: RowIdentity; takes: boolean },
): Promise<BundleSettings & { conflicts: Conflict[] }> {
  const given = { ...settings }
  const [before, stored, shown] = [await readSettings(db), await readStoredSettings(db), await readLogoFile(db)]
  if (settings.organizationId !== undefined) {
    await identity.load('organizations')
    given.organizationId = identity.find('organizations', settings.organizationId) as number | undefined
    if (given.organizationId === undefined) {
      delete given.organizationId
      issues.push({ ...PLACE, field: 'organizationId', reason: API.noSuchRecord(settings.organizationId) })
    }
  }
  const isNewLogo = logo !== undefined && logo.picture.sha256 !== shown?.sha256
  if (takes) {
    const isNew = (name: string) => JSON.stringify(given[name as 'zoom']) !== JSON.stringify(stored[name as 'zoom'])
    const written = Object.fromEntries(Object.entries(given).filter(([name]) => isNew(name)))
    return { issues, settings: written, ...(isNewLogo && { logo }), conflicts: [] }
  }
  const changes = changesBetween(before, { ...before, ...given })
  if (isNewLogo) changes.push({ field: 'logo', before: shown?.file ?? null, after: logo.name })
  const conflict = { ...PLACE, key: 'settings', reason: 'The archive has other settings.', changes }
  return { issues, settings: {}, conflicts: changes.length > 0 ? [conflict] : [] }
}
