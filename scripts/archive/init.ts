import type { Command } from 'commander'
import { SETTING_NAMES, type SettingName, type SettingsEdit, type SocietySettings } from '#contract/settings.ts'
import { SETTING_LABELS, settingText } from '#rules/settings/setting-texts.ts'
import { defaultSettings, notOfDemo } from '#rules/settings/society-settings.ts'
import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { databaseIsMissing, leftoverParts } from '#server/identity/missing-database.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { compareOriginals } from '#server/identity/compare-identities.ts'
import { readSettings } from '#server/repositories/settings.ts'
import { writeSettings } from '#server/settings/write-settings.ts'
import { tellOfFinishedRestore } from '../start/finished-restore.ts'
import { REQUIRED, askSettings, parseSetting } from './ask-settings.ts'
import { UserError, archiveConfig } from './open-archive.ts'

/** Each setting has an option, such as `--site-name`. */
const flagOf = (name: SettingName) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export function addInitCommand(program: Command): void {
  const command = program.command('init')
  command
    .description(
      'Set who runs this archive and how it looks, and create its database if there is none. On a terminal it asks for what is missing. On an existing archive it only changes these settings.',
    )
    .action(init)
  for (const name of SETTING_NAMES) command.option(`${flagOf(name)} <value>`, SETTING_LABELS[name])
}

async function init(options: Partial<Record<SettingName, string>>): Promise<void> {
  const config = archiveConfig()
  tellOfFinishedRestore(config)
  const checked = check(options)
  const fresh = databaseIsMissing(config)
  const parts = fresh ? leftoverParts(config) : []
  // Asked before anything is created, so that Ctrl+C leaves nothing behind. Settings without an answer keep their value.
  const start = fresh ? notOfDemo(defaultSettings()) : {}
  const settings = { ...start, ...(await ask(checked, config, fresh)), ...checked }
  await using db = await openArchive(config, { adopt: fresh })
  await db.transaction().execute((trx) => writeSettings(trx, settings))
  if (fresh) console.log(`Created an archive in ${config.databaseFile}.`)
  const now = await readSettings(db)
  for (const name of SETTING_NAMES)
    console.log(`${SETTING_LABELS[name]}: ${settingText(now[name]).replaceAll('\n', ', ')}`)
  console.log(
    'E-mails use these settings from now on, and pages after the next build. Administrators change them on the settings page too.',
  )
  if (parts.length > 0) {
    const { onlyMedia } = await compareOriginals(db.sqlite, createFolderStore(config.mediaDir))
    console.log(
      `The database is new and empty: it knows none of the ${onlyMedia.length} originals in ${config.mediaDir}. "npm run archive -- restore FILE" restores a backup.`,
    )
  }
}

function check(options: Partial<Record<SettingName, string>>): SettingsEdit {
  const problems: string[] = []
  const checked = Object.entries(options).flatMap(([key, text]) => {
    const name = key as SettingName
    try {
      return [[name, parseSetting(name, text)]]
    } catch (problem) {
      problems.push(`${flagOf(name)}: ${(problem as Error).message}`)
      return []
    }
  })
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return Object.fromEntries(checked) as SettingsEdit
}

/** Asks for missing settings on a terminal; elsewhere the options must do. */
async function ask(options: SettingsEdit, config: Config, fresh: boolean): Promise<SettingsEdit> {
  if (process.stdin.isTTY)
    return await askSettings(options, {
      current: fresh ? { ...defaultSettings(), ...notOfDemo(defaultSettings()) } : await knownSettings(config),
      fresh,
    })
  if (Object.keys(options).length > 0) return {}
  throw new UserError(`This isn't a terminal. Give ${REQUIRED.map(flagOf).join(', ')}.`)
}

async function knownSettings(config: Config): Promise<SocietySettings> {
  await using db = await openArchive(config)
  return await readSettings(db)
}
