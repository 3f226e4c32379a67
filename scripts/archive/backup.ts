import type { Command } from 'commander'
import { makeBackup, type BackupReport } from '#server/backup/make-backup.ts'
import { writeWholeFile } from '#server/backup/whole-file.ts'
import { watchInterruption } from './interruption.ts'
import { fromCaller, withArchive } from './open-archive.ts'
import { showProgress } from './progress.ts'

const MEGABYTE = 1024 * 1024

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'Write the whole archive into one file, also while the server runs. Sizes of pictures and tiles of old maps are not in it: they are made again.',
    )
    .argument('<file>', 'a new file, for example /media/usb/archive-2026-11-21.tar; - is standard output')
    .option('--force', 'replace the file if it is there')
    .option('--keep-going', 'also where an original has changed or is missing, or a link leads nowhere')
    .action(async (file: string, { force, keepGoing }: { force?: boolean; keepGoing?: boolean }) => {
      const interruption = watchInterruption(() => false)
      const bar = showProgress('Originals', 'MB', MEGABYTE)
      const onProgress = (done: number, total: number) => {
        interruption.check()
        bar.update(done, total)
      }
      const report = await withArchive('refuse', ({ db, media }) => {
        const write = (output: NodeJS.WritableStream) =>
          makeBackup({ db, media, output: output as never, keepGoing, onProgress })
        return file === '-' ? write(process.stdout) : writeWholeFile(fromCaller(file), { force }, write)
      }).finally(() => {
        bar.end()
        interruption.stop()
      })
      // Standard output may be the backup itself.
      say(file, report, file === '-' ? console.error : console.log)
    })
}

function say(file: string, { manifest, lettersLeftOut }: BackupReport, tell: (line: string) => void): void {
  const { counts, files, damaged, missing, dangling } = manifest
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0)
  const pictures = files.filter(({ path }) => path.startsWith('originals/')).length
  const maps = files.filter(({ path }) => path.startsWith('overlays/')).length
  const and = maps > 0 ? `, ${pictures} pictures and ${maps} old maps` : ` and ${pictures} pictures`
  tell(`Backed up ${counts['item']} items${and}, ${Math.ceil(bytes / MEGABYTE)} MB, to ${file}.`)
  if (lettersLeftOut > 0) tell(`${lettersLeftOut} letters that wait to be sent are not in it.`)
  for (const path of damaged) console.error(`${path}: The file has changed: its SHA-256 is another.`)
  for (const path of missing) console.error(`${path}: The file is missing.`)
  for (const what of dangling) console.error(`${what}.`)
  if (damaged.length + missing.length + dangling.length > 0) process.exitCode = 1
}
