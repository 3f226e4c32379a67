import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { requireDatabase } from '#server/identity/open-archive.ts'
import { moveArchive, type MoveReport, type MoveStep } from '#server/move/move-archive.ts'
import { mediaPlace } from '#server/storage/open-media-store.ts'
import { tellOfFinishedRestore } from '../start/finished-restore.ts'
import { UserError, archiveConfig, fromCaller } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'

const MEGABYTE = 1024 * 1024

interface Options {
  database?: string
  media?: string
  trash?: boolean
}

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description(
      'Carry the archive to another database, to other media, or both, and prove that all of it arrived. Stop the server first. The old archive stays as it is. Interrupted, it goes on where it was.',
    )
    .option('--database <address>', 'postgres://USER:PASSWORD@HOST/DATABASE, or sqlite:FILE')
    .option('--media <address>', 's3://BUCKET/FOLDER (with S3_ENDPOINT and AWS_… as for MEDIA_URL), or file:FOLDER')
    .option('--trash', 'with --media: the trash too')
    .action(move)
}

async function move({ database, media, trash }: Options): Promise<void> {
  if (database === undefined && media === undefined)
    throw new UserError('Say where to: --database ADDRESS, --media ADDRESS, or both.')
  if (trash && media === undefined) throw new UserError('The trash goes with the media: add --media ADDRESS.')
  const from = archiveConfig()
  tellOfFinishedRestore(from)
  requireDatabase(from)
  if (from.databaseUrl === undefined && !existsSync(from.databaseFile))
    throw new UserError(`There is no archive at ${from.databaseFile}. DATA_DIR and DATABASE_URL name the one to move.`)
  const to = targetConfig({ database, media })
  let line: { step: MoveStep; shown: ProgressLine } | undefined
  const report = await moveArchive({
    ...{ from, to, moves: { database: database !== undefined, media: media !== undefined, trash } },
    onProgress(step, done, total) {
      if (line?.step !== step) {
        line?.shown.end()
        line = { step, shown: lineOf(step) }
      }
      line.shown.update(done, total)
    },
  }).finally(() => line?.shown.end())
  printReport(report)
  console.log(`\nNow put into the environment, in place of what is there, and start the server:\n`)
  if (database !== undefined) console.log(`DATABASE_URL=${databaseSetting(to)}`)
  if (media !== undefined) console.log(`MEDIA_URL=${to.s3 ? mediaPlace(to) : `file:${to.mediaDir}`}`)
  console.log(
    `\nThe old archive is as it was. Start no server on it any more: what is written there does not come along. Remove it when you no longer need it. ${from.dataDir} stays the data folder: it has the secret key${media !== undefined && !to.s3 ? ' and the trash' : ''}.`,
  )
}

const lineOf = (step: MoveStep): ProgressLine => {
  if (step === 'media') return showProgress('Media', 'MB', MEGABYTE)
  return showProgress(step === 'rows' ? 'Rows' : 'Comparing', 'rows')
}

/** The settings of the environment with another database and media; paths are the caller's. */
function targetConfig({ database, media }: Options): Config {
  const resolved = (address: string) =>
    address.replace(
      /^(sqlite|file):(?:\/\/(?=\/))?(.*)$/,
      (_, scheme: string, path: string) => `${scheme}:${fromCaller(path)}`,
    )
  const { MEDIA_PUBLIC_URL, DATABASE_REPLICA_URL: _, LEADER: _leader, ...environment } = process.env
  const toBucket = (media ?? environment['MEDIA_URL'])?.startsWith('s3:')
  try {
    return readConfig({
      ...environment,
      ...(toBucket && { MEDIA_PUBLIC_URL }),
      ...(database !== undefined && { DATABASE_URL: resolved(database) }),
      ...(media !== undefined && { MEDIA_URL: resolved(media) }),
    })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UserError(error.message.replaceAll('DATABASE_URL', '--database').replaceAll('MEDIA_URL', '--media'))
  }
}

/** Without the password, which should not stay on a screen. */
const databaseSetting = ({ databaseUrl, databaseFile }: Config): string => {
  if (databaseUrl === undefined) return `sqlite:${databaseFile}`
  const address = new URL(databaseUrl)
  if (address.password === '') return databaseUrl
  address.password = ''
  return `${address.href}   (with its password)`
}

function printReport({ tables, media }: MoveReport): void {
  const numbers = (value: number) => value.toLocaleString('en')
  for (const { table, rows, sha256 } of tables) console.log(`${table}: ${numbers(rows)} rows, SHA-256 ${sha256}`)
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  const parts = [
    tables.length > 0 && `${numbers(rows)} rows of ${tables.length} tables`,
    media && `${numbers(media.files)} files (${numbers(Math.ceil(media.bytes / MEGABYTE))} MB)`,
  ].filter(Boolean)
  console.log(
    `Moved ${parts.join(' and ') || 'an empty archive'}. All of it was compared and is the same on both sides.`,
  )
}
