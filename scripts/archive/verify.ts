import type { Command } from 'commander'
import { fromCaller } from './open-archive.ts'
import { showProgress } from './progress.ts'
import { verifyCopy } from './verify-copy.ts'

/** Files of a kind that are named at most. */
const NAMED = 50

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('Check a copy or a bag file by file: names what is damaged, missing or not part of it.')
    .argument('<folder>', 'the folder of the copy')
    .action(async (folder: string) => {
      const bar = showProgress('Checking', 'files')
      const { files, damaged, missing, extra, isUnfinished } = await verifyCopy(fromCaller(folder), bar.update).finally(
        bar.end,
      )
      print('Damaged', damaged)
      print('Missing', missing)
      print('Not part of it', extra)
      if (isUnfinished) console.error('The copy is not finished. Make it into the same folder again.')
      if (damaged.length + missing.length + extra.length === 0 && !isUnfinished) {
        console.log(`All ${files.toLocaleString('en')} files are as they were written.`)
        return
      }
      process.exitCode = 1
      if (damaged.length > 0)
        console.error('Delete the damaged files, then make the copy into the same folder again: it writes them anew.')
    })
}

function print(what: string, paths: readonly string[]): void {
  for (const path of paths.slice(0, NAMED)) console.error(`${what}: ${path}`)
  if (paths.length > NAMED) console.error(`${what}: … and ${paths.length - NAMED} more.`)
}
