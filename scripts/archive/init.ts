import type { Command } from 'commander'
import * as v from 'valibot'
import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { databaseIsMissing, leftoverParts } from '#server/identity/missing-database.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { compareOriginals } from '#server/identity/compare-identities.ts'
import {
  SETTING_NAMES,
  archiveSettings,
  readSettings,
  writeSettings,
  type ArchiveSettings,
} from '#server/repositories/settings.ts'
import { tellOfFinishedRestore } from '../start/finished-restore.ts'
import { QUESTIONS, askSettings } from './ask-settings.ts'
import { UserError, archiveConfig } from './open-archive.ts'

type Settings = Partial<ArchiveSettings>

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description(
      'Set who runs this archive, and create its database if there is none. Asks for missing options. On an existing archive it only changes these settings.',
    )
    .option('--name <name>', 'the name of the society')
    .option('--site-name <name>', 'the name of the archive')
    .option('--town <town>', 'the town')
    .option('--email <address>', 'the sender address of e-mails')
    .action(init)
}

async function init(options: Settings): Promise<void> {
  const config = archiveConfig()
  tellOfFinishedRestore(config)
  const checked = check(options)
  const fresh = databaseIsMissing(config)
  const parts = fresh ? leftoverParts(config) : []
  // Asked before anything is created, so that Ctrl+C leaves nothing behind. Settings without an answer keep their value.
  const settings = { ...(await ask(checked, config, fresh)), ...checked }
  await using db = await openArchive(config, { adopt: fresh })
  await db.transaction().execute((trx) => writeSettings(trx, settings))
  if (fresh) console.log(`Created an archive in ${config.databaseFile}.`)
  const now = await readSettings(db)
  for (const name of SETTING_NAMES) console.log(`${QUESTIONS[name]}: ${now[name]}`)
  console.log('E-mails use these settings from now on. What pages show is set in src/society.ts.')
  if (parts.length > 0) {
    const { onlyMedia } = await compareOriginals(db.sqlite, createFolderStore(config.mediaDir))
    console.log(
      `The database is new and empty: it knows none of the ${onlyMedia.length} originals in ${config.mediaDir}. "npm run archive -- restore FILE" restores a backup.`,
    )
  }
}

function check(options: Settings): Settings {
  const result = v.safeParse(v.partial(archiveSettings), options)
  if (!result.success) throw new UserError(result.issues.map(({ message }) => message).join('\n'))
  return result.output
}

/** Asks for missing settings on a terminal; elsewhere the options must do. */
async function ask(options: Settings, config: Config, fresh: boolean): Promise<Settings> {
  if (process.stdin.isTTY) return await askSettings(options, fresh ? undefined : await knownSettings(config))
  if (Object.keys(options).length > 0) return {}
  throw new UserError("This isn't a terminal. Give --name, --site-name, --town and --email.")
}

async function knownSettings(config: Config): Promise<ArchiveSettings> {
  await using db = await openArchive(config)
  return await readSettings(db)
}
