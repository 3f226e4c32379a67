import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import {
  PALETTES,
  societySettings,
  type SettingName,
  type SettingsEdit,
  type SocietySettings,
} from '#contract/settings.ts'
import { SETTING_LABELS, settingFromText, settingText } from '#rules/settings/setting-texts.ts'

/** What a new archive has to say itself. The others have defaults; what is not asked is an option, and on the settings page. */
export const REQUIRED = ['name', 'siteName', 'town', 'email'] as const satisfies readonly SettingName[]
const ASKED = [
  ...REQUIRED,
  ...(['mainWebsite', 'latitude', 'longitude', 'language', 'palette', 'watermarkText'] as const),
]
const CHOICES: Partial<Record<SettingName, string>> = {
  palette: ` (${PALETTES.join(', ')})`,
  latitude: ' of the centre of the map, in degrees',
  longitude: ' of the centre of the map, in degrees',
}

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

/**
 * Asks for the settings that were not given, and again after an invalid answer. An empty answer keeps a setting (`current`); in a new archive that is
 * no answer to what it has to say itself.
 */
export async function askSettings(
  given: SettingsEdit,
  { current, fresh }: { current: SocietySettings; fresh: boolean },
  terminal = openTerminal(),
): Promise<SettingsEdit> {
  const answers: SettingsEdit = {}
  try {
    for (const name of ASKED.filter((each) => given[each] === undefined)) {
      // A new archive burns its own name into pictures.
      const known = name === 'watermarkText' && fresh ? (given.name ?? answers.name!) : settingText(current[name])
      const isRequired = fresh && (REQUIRED as readonly SettingName[]).includes(name)
      const question = `${SETTING_LABELS[name]}${CHOICES[name] ?? ''}${isRequired ? '' : ` [${known}]`}: `
      for (;;) {
        const answer = await terminal.question(question)
        if (answer.trim() === '' && !isRequired) {
          if (known !== settingText(current[name])) Object.assign(answers, { [name]: known })
          break
        }
        try {
          Object.assign(answers, { [name]: parseSetting(name, answer) })
          break
        } catch (problem) {
          console.error((problem as Error).message)
        }
      }
    }
  } finally {
    terminal.close()
  }
  return answers
}
