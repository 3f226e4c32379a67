import * as v from 'valibot'
import { SETTING_NAMES, societySettings, type SettingName, type SocietySettings } from '#contract/settings.ts'
import { settingFromText } from '#rules/settings/setting-texts.ts'

const typed = (name: SettingName) =>
  v.pipe(
    v.string(),
    v.transform((text) => settingFromText(name, text)),
    societySettings.entries[name] as v.GenericSchema<unknown, SocietySettings[SettingName]>,
  )

/** The form: every setting as it is typed. */
export const settingsFormSchema = v.object(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, typed(name)])),
) as unknown as v.GenericSchema<Record<string, string>, SocietySettings>

/** The sentence at a field; that of a list may be about one of its entries. */
export const errorAt = (errors: Readonly<Record<string, string>>, name: SettingName): string | undefined =>
  errors[name] || Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1]
