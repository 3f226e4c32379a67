import { createReadStream, statSync } from 'node:fs'
import type { Command } from 'commander'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { withInterruptibleProgress } from './interruption.ts'
import { UserError, archiveConfig, fromCaller } from './open-archive.ts'

const MEGABYTE = 1024 * 1024

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description(
      'Replace the archive by a backup, after verifying all of it. The previous archive is kept beside it. Stop the server first.',
    )
    .argument('<file>', 'a file written by backup; - for standard input')
    .option('--keep-going', 'also restore a backup that was made with --keep-going')
    .option(
      '--replace',
      'on PostgreSQL: also where the database holds an archive, which is then kept in a schema of it',
    )
    .action(async (file: string, options: { keepGoing?: boolean; replace?: boolean }) => {
      const { databaseUrl, databaseFile, mediaDir, trashDir, s3 } = archiveConfig()
      const path = fromCaller(file)
      const there = file === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
      if (file !== '-' && !there?.isFile()) throw new UserError(`There is no file ${file}.`)
      const source = file === '-' ? process.stdin : createReadStream(path)
      const { manifest, previousFolders, keptSchema } = await withInterruptibleProgress(
        ...(['Verifying', 'MB', MEGABYTE] as const),
        (onProgress) =>
          restoreBackup({
            ...{ source, bytes: there?.size, databaseUrl, databaseFile, mediaDir, trashDir, s3 },
            ...{ ...options, onProgress },
          }),
      )
      console.log(
        `Restored the archive of ${manifest.made_at}: ${manifest.counts['item']} items, ${manifest.counts['original']} pictures.`,
      )
      for (const folder of previousFolders)
        console.log(`The previous archive is in ${folder}. Remove it when you no longer need it.`)
      if (keptSchema !== undefined)
        console.log(
          `The previous records are in the schema ${keptSchema} of the database. When you no longer need them: drop schema ${keptSchema} cascade`,
        )
      console.log(
        'Accounts and passwords are as they were then, and everybody has to log in again. Unsent letters are gone.',
      )
      console.log('Now start the server. It makes the sizes of pictures, the tiles of old maps and the site again.')
    })
}
