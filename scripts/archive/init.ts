import type { Command } from 'commander'
import { SETTING_NAMES, type SettingName, type SettingsEdit, type SocietySettings } from '#contract/settings.ts'
import { SETTING_LABELS, settingText } from '#rules/settings/setting-texts.ts'
import { defaultSettings } from '#rules/settings/society-settings.ts'
import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { databaseIsMissing, hasDatabase, leftoverParts } from '#server/identity/missing-database.ts'
import { mediaPlace, openMediaStore } from '#server/storage/open-media-store.ts'
import { compareOriginals, originalsFingerprint } from '#server/identity/compare-identities.ts'
import { raiseGeneration } from '#server/identity/generation.ts'
import { inTransaction } from '#server/database/write.ts'
import { DomainError } from '#server/errors/domain-error.ts'
import { readSettings } from '#server/repositories/settings.ts'
import { changeLogoToFile } from '#server/settings/logo.ts'
import { writeSettings } from '#server/settings/write-settings.ts'
import { tellOfFinishedRestore } from '../start/finished-restore.ts'
import { REQUIRED, askSettings, parseSetting, type Answers } from './ask-settings.ts'
import { NO_CHOICES, logoOf, placeOf, readChoices, type Choices } from './init-choices.ts'
import { UserError, archiveConfig } from './open-archive.ts'

/** Each setting has an option, such as `--site-name`. */
const flagOf = (name: SettingName) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

type Options = Partial<Record<SettingName | 'place' | 'logo', string>>

export function addInitCommand(program: Command): void {
  const command = program.command('init')
  command
    .description(
      'Set who runs this archive and how it looks, and create its database if there is none. On a terminal it asks for what is missing. On an existing archive it only changes these settings.',
    )
    .action(init)
  for (const name of SETTING_NAMES) command.option(`${flagOf(name)} <value>`, SETTING_LABELS[name])
  command.option('--place <name>', 'a place of the archive where the map opens, instead of latitude and longitude')
  command.option('--logo <file>', 'a picture for the header; a PNG with a transparent background looks best')
}

async function init({ place, logo: file, ...options }: Options): Promise<void> {
  const config = archiveConfig()
  tellOfFinishedRestore(config)
  const checked = check(options)
  const givenLogo = file === undefined ? undefined : await logoOf(file).catch(refuse('--logo'))
  const fresh = config.databaseUrl === undefined ? databaseIsMissing(config) : !(await hasDatabase(config))
  const parts = fresh ? leftoverParts(config) : []
  // Asked before anything is created, so that Ctrl+C leaves nothing behind. Settings without an answer keep their value.
  const known = { fresh, ...(fresh ? { current: defaultSettings(), choices: NO_CHOICES } : await readKnown(config)) }
  if (place !== undefined) Object.assign(checked, placeFrom(known.choices, place))
  const asked = await ask(checked, { ...known, hasLogo: givenLogo !== undefined })
  await using db = await openArchive(config, { adopt: fresh, say: console.error })
  const before = await originalsFingerprint(db)
  await inTransaction(db, (trx) => writeSettings(trx, { ...asked.settings, ...checked })).catch(refuseInvalid)
  const logo = givenLogo ?? asked.logo
  if (logo) await changeLogoToFile({ db, media: openMediaStore(config) }, logo.path, logo.picture)
  if ((await originalsFingerprint(db)) !== before)
    await raiseGeneration({ db, mediaDir: config.mediaDir, s3: config.s3 })
  if (fresh) console.log(`Created an archive in ${db.engine.place}.`)
  const now = await readSettings(db)
  for (const name of SETTING_NAMES)
    console.log(`${SETTING_LABELS[name]}: ${settingText(now[name]).replaceAll('\n', ', ')}`)
  if (logo) console.log(`Logo: ${logo.path}`)
  console.log(
    'E-mails use these settings from now on, and pages after the next build. Administrators change them on the settings page too.',
  )
  if (parts.length > 0) {
    const { onlyMedia } = await compareOriginals(db, openMediaStore(config))
    console.log(
      `The database is new and empty: it knows none of the ${onlyMedia.length} originals in ${mediaPlace(config)}. "npm run archive -- restore FILE" restores a backup.`,
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

const refuse =
  (flag: string) =>
  (problem: Error): never => {
    throw new UserError(`${flag}: ${problem.message}`)
  }
function placeFrom(choices: Choices, text: string) {
  try {
    return placeOf(choices, text)
  } catch (problem) {
    return refuse('--place')(problem as Error)
  }
}
/** What only the archive can tell: an organization that is not there. */
function refuseInvalid(problem: unknown): never {
  if (!(problem instanceof DomainError)) throw problem
  const lines = Object.entries(problem.body).map(([name, reason]) => `${flagOf(name as SettingName)}: ${reason}`)
  throw new UserError(lines.join('\n'))
}

/** Asks for missing settings on a terminal; elsewhere the options must do. */
async function ask(options: SettingsEdit, known: Parameters<typeof askSettings>[1]): Promise<Answers> {
  if (process.stdin.isTTY) return await askSettings(options, known)
  if (Object.keys(options).length > 0 || known.hasLogo) return { settings: {} }
  throw new UserError(`This isn't a terminal. Give ${REQUIRED.map(flagOf).join(', ')}.`)
}

async function readKnown(config: Config): Promise<{ current: SocietySettings; choices: Choices }> {
  await using db = await openArchive(config)
  return { current: await readSettings(db), choices: await readChoices(db) }
}
