import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import { TRASH_FILE } from '#server/backup/format.ts'
import { makeBackup, type BackupReport, writeFileAtomically } from '#server/backup/make-backup.ts'
import { openMediaObjects } from '#server/backup/copy-media.ts'
import { recordBackup } from '#server/backup/backup-job.ts'
import { RECORD_ENDING } from '#server/storage/trash.ts'
import { withInterruptibleProgress } from './interruption.ts'
import { archiveConfig, fromCaller, withArchive } from './open-archive.ts'

const MEGABYTE = 1024 * 1024

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'Write the whole archive to one file, even while the server runs. Sizes of pictures and tiles of old maps are not included: they can be made again.',
    )
    .argument('<file>', 'a new file, for example /media/usb/archive-2026-11-21.tar; - for standard output')
    .option('--force', 'replace the file if it exists')
    .option('--keep-going', 'continue where an original has changed or is missing, or a link is dangling')
    .option('--trash', 'also the trash: originals that were removed, and why')
    .action(async (file: string, { force, keepGoing, trash }: Record<'force' | 'keepGoing' | 'trash', boolean>) => {
      const config = archiveConfig()
      const { databaseFile: beside } = config
      const trashOf = trash ? openMediaObjects(config) : undefined
      const report = await withInterruptibleProgress('Originals', 'MB', MEGABYTE, (onProgress) =>
        withArchive('refuse', async ({ db, media }) => {
          const write = (output: Writable) => makeBackup({ db, media, trashOf, beside, output, keepGoing, onProgress })
          const report =
            file === '-' ? await write(process.stdout) : await writeFileAtomically(fromCaller(file), { force }, write)
          // The backup is good also if the database cannot be written to.
          await recordBackup(db, report.manifest).catch(() => undefined)
          return report
        }),
      )
      // Standard output may be the backup itself.
      printReport(file, report, file === '-' ? console.error : console.log)
    })
}

function printReport(file: string, { manifest, lettersLeftOut }: BackupReport, print: (line: string) => void): void {
  const { counts, files, damaged, missing, dangling } = manifest
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0)
  const pictures = files.filter(({ path }) => path.startsWith('originals/')).length
  const maps = files.filter(({ path }) => path.startsWith('overlays/')).length
  const originals = maps > 0 ? `, ${pictures} pictures and ${maps} old maps` : ` and ${pictures} pictures`
  print(`Backed up ${counts['item']} items${originals}, ${Math.ceil(bytes / MEGABYTE)} MB, to ${file}.`)
  const trashed = files.filter(({ path }) => TRASH_FILE.test(path) && !path.endsWith(RECORD_ENDING)).length
  if (trashed > 0) print(`The trash is included: ${trashed} originals.`)
  if (lettersLeftOut > 0) print(`${lettersLeftOut} unsent letters are not included.`)
  for (const path of damaged) console.error(`${path}: The file has changed: its SHA-256 is different.`)
  for (const path of missing) console.error(`${path}: The file is missing.`)
  for (const what of dangling) console.error(`${what}.`)
  if (damaged.length + missing.length + dangling.length > 0) process.exitCode = 1
}
