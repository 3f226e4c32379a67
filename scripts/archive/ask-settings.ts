import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import {
  PALETTES,
  societySettings,
  type SettingName,
  type SettingsEdit,
  type SocietySettings,
} from '#contract/settings.ts'
import { NO_CHOICES, logoOf, organizationOf, placeOf, type Choices, type LogoFile } from './init-choices.ts'
import { SETTING_LABELS, settingFromText, settingText } from '#rules/settings/setting-texts.ts'

/** What a new archive has to say itself. The others have defaults; what is not asked is an option, and on the settings page. */
export const REQUIRED = ['name', 'siteName', 'town', 'email'] as const satisfies readonly SettingName[]
const ASKED = [
  ...REQUIRED,
  ...(['organizationId', 'mainWebsite', 'latitude', 'longitude', 'language', 'palette', 'watermarkText'] as const),
]
const HINTS: Partial<Record<SettingName, string>> = {
  organizationId: ' (its number, or its name; its members have more rights)',
  palette: ` (${PALETTES.join(', ')})`,
  latitude: ' of the centre of the map, in degrees',
  longitude: ' of the centre of the map, in degrees',
  language: ' (a code such as en-CA)',
}
const PLACE = 'Place where the map opens (the name of a place of the archive; empty for latitude and longitude): '
const LOGO = 'Logo (a picture file; empty for none, or to leave it as it is): '

interface Terminal {
  question(text: string): Promise<string>
  close(): void
}

const openTerminal = (): Terminal => createInterface({ input: process.stdin, output: process.stdout })

/** A setting as it is typed. @throws {Error} with what is wrong. */
export function parseSetting<Name extends SettingName>(name: Name, text: string): SocietySettings[Name] {
  const result = v.safeParse(societySettings.entries[name], settingFromText(name, text))
  if (!result.success) throw new Error(result.issues[0].message)
  return result.output as SocietySettings[Name]
}

interface Known {
  current: SocietySettings
  fresh: boolean
  choices?: Choices
  hasLogo?: boolean
}
export interface Answers {
  settings: SettingsEdit
  logo?: LogoFile
}

/**
 * Asks for the settings that were not given, and again after an invalid answer. An empty answer keeps a setting (`current`); in a new archive that is
 * no answer to what it has to say itself.
 */
export async function askSettings(
  given: SettingsEdit,
  { current, fresh, choices = NO_CHOICES, hasLogo = false }: Known,
  terminal = openTerminal(),
): Promise<Answers> {
  const settings: SettingsEdit = {}
  /** Undefined for an empty answer. */
  async function ask<T>(question: string, parse: (answer: string) => T | Promise<T>, isRequired = false) {
    for (;;) {
      const answer = await terminal.question(question)
      if (answer.trim() === '' && !isRequired) return undefined
      try {
        return { value: await parse(answer) }
      } catch (problem) {
        console.error((problem as Error).message)
      }
    }
  }
  async function askSetting(name: SettingName): Promise<void> {
    // A new archive burns its own name into pictures.
    const known = name === 'watermarkText' && fresh ? (given.name ?? settings.name!) : settingText(current[name])
    const isRequired = fresh && (REQUIRED as readonly SettingName[]).includes(name)
    const question = `${SETTING_LABELS[name]}${HINTS[name] ?? ''}${isRequired ? '' : ` [${known}]`}: `
    const parse = (text: string) =>
      name === 'organizationId' ? organizationOf(choices, text) : parseSetting(name, text)
    const answer = await ask<unknown>(question, parse, isRequired)
    if (answer) Object.assign(settings, { [name]: answer.value })
    else if (known !== settingText(current[name])) Object.assign(settings, { [name]: known })
  }
  try {
    for (const name of ASKED.filter((each) => given[each] === undefined)) {
      if (name === 'organizationId' && choices.organizations.length === 0) continue
      if (name === 'latitude' && choices.zones.length > 0) {
        const place = await ask(PLACE, (text) => placeOf(choices, text))
        Object.assign(settings, place?.value)
      }
      if (settings[name] === undefined) await askSetting(name)
    }
    const logo = hasLogo ? undefined : await ask(LOGO, logoOf)
    return { settings, ...(logo && { logo: logo.value }) }
  } finally {
    terminal.close()
  }
}
