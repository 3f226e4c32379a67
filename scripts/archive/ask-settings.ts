import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { SETTING_NAMES, archiveSettings, type ArchiveSettings } from '#server/repositories/settings.ts'

export const QUESTIONS: Record<keyof ArchiveSettings, string> = {
  name: 'Name of the society',
  siteName: 'Name of the archive',
  town: 'Town',
  email: 'E-mail address of the archive',
}

interface Terminal {
  question(text: string): Promise<string>
  close(): void
}

const openTerminal = (): Terminal => createInterface({ input: process.stdin, output: process.stdout })

/** Asks for all settings that were not given, and again after an invalid answer. For an existing archive, an empty answer keeps a setting. */
export async function askSettings(
  given: Partial<ArchiveSettings>,
  current: ArchiveSettings | undefined,
  terminal = openTerminal(),
): Promise<Partial<ArchiveSettings>> {
  const answers: Partial<ArchiveSettings> = {}
  try {
    for (const name of SETTING_NAMES.filter((each) => given[each] === undefined)) {
      for (;;) {
        const answer = await terminal.question(`${QUESTIONS[name]}${current ? ` [${current[name]}]` : ''}: `)
        if (answer.trim() === '' && current) break
        const result = v.safeParse(archiveSettings.entries[name], answer)
        if (result.success) {
          answers[name] = result.output
          break
        }
        console.error(result.issues[0].message)
      }
    }
  } finally {
    terminal.close()
  }
  return answers
}
