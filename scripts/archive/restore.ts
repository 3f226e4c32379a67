import { createReadStream, statSync } from 'node:fs'
import type { Command } from 'commander'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { watchInterruption } from './interruption.ts'
import { UserError, archiveConfig, fromCaller } from './open-archive.ts'
import { showProgress } from './progress.ts'

const MEGABYTE = 1024 * 1024

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description(
      'Put the archive of a backup in place of this one, after proving all of it. The one from before is kept. Stop the server first.',
    )
    .argument('<file>', 'a file that backup wrote; - is standard input')
    .option('--keep-going', 'also a backup that was made with --keep-going')
    .action(async (file: string, { keepGoing }: { keepGoing?: boolean }) => {
      const { databaseFile, mediaDir } = archiveConfig()
      const path = fromCaller(file)
      const there = file === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
      if (file !== '-' && !there?.isFile()) throw new UserError(`There is no file ${file}.`)
      const source = file === '-' ? process.stdin : createReadStream(path)
      const interruption = watchInterruption(() => false)
      const bar = showProgress('Proving', 'MB', MEGABYTE)
      const onProgress = (done: number, total: number) => {
        interruption.check()
        bar.update(done, total)
      }
      const { manifest, kept } = await restoreBackup({
        source,
        bytes: there?.size,
        databaseFile,
        mediaDir,
        keepGoing,
        onProgress,
      }).finally(() => {
        bar.end()
        interruption.stop()
      })
      console.log(
        `Restored the archive of ${manifest.made_at}: ${manifest.counts['item']} items, ${manifest.counts['original']} pictures.`,
      )
      for (const folder of kept)
        console.log(`The archive from before lies in ${folder}. Remove it when you no longer need it.`)
      console.log(
        'Accounts and passwords are as they were then, and everybody logs in again. Letters that waited to be sent are gone.',
      )
      console.log(
        'Now start the server, which makes the sizes of the pictures and the tiles of old maps again, and the site.',
      )
    })
}
