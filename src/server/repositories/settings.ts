import * as v from 'valibot'
import {
  SETTING_NAMES,
  societySettings,
  type SettingName,
  type SettingsEdit,
  type SocietySettings,
} from '#contract/settings.ts'
import { defaultSettings, settingsWith } from '#rules/settings/society-settings.ts'
import type { Db } from '../database/tables.ts'

/** The row of the society's own organization. */
export const SOCIETY_ID = 'organizationId' satisfies SettingName

/** Texts are kept as they are, everything else as JSON. */
const isText = (name: SettingName) => typeof defaultSettings()[name] === 'string'
export const toRow = (name: SettingName, value: unknown): string =>
  isText(name) ? String(value) : JSON.stringify(value)

function fromRow(name: SettingName, text: string): unknown {
  if (isText(name)) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The settings that have been set. A row that does not fit any more counts as not set. */
export async function readStoredSettings(db: Db): Promise<SettingsEdit> {
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', SETTING_NAMES).execute()
  const parsed = rows.flatMap((row) => {
    const name = row.name as SettingName
    const { success, output } = v.safeParse(societySettings.entries[name], fromRow(name, row.value))
    return success ? [[name, output] as const] : []
  })
  return Object.fromEntries(parsed)
}

/** All settings as they apply; society.ts has those that were never set. */
export const readSettings = async (db: Db): Promise<SocietySettings> => settingsWith(await readStoredSettings(db))

/** The id of the society's own organization, as its row has it. */
export const societyIdOf = (value: string | null | undefined): number =>
  Number(value ?? '') || defaultSettings().organizationId

export const readSocietyId = async (db: Db): Promise<number> => societyIdOf(await readSetting(db, SOCIETY_ID))

export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
export async function writeSetting(trx: Db, name: string, value: string): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
