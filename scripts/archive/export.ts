import type { Command } from 'commander'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { fromCaller, withArchive } from './open-archive.ts'
import { showProgress } from './progress.ts'

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Write the whole archive, including drafts, as a bundle that imports to an equal archive.')
    .argument('<folder>', 'a new or empty folder')
    .action(async (folder: string) => {
      const bar = showProgress('Pictures', 'pictures')
      const report = await withArchive('refuse', ({ db, media }) =>
        exportBundle({ folder: fromCaller(folder), db, media, onProgress: bar.update }),
      )
      bar.end()
      for (const { list, rows } of report.lists) console.log(`${list}: ${rows}`)
      console.log(`Exported to ${folder}, with ${report.pictures} pictures and ${report.maps} old maps.`)
    })
}
