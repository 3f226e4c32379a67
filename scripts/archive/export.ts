import { Option, type Command } from 'commander'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { exportDublinCore } from '#server/bundle/export-dublin-core.ts'
import { exportGedcom } from '#server/bundle/export-gedcom.ts'
import { TABLE_FORMATS, type TableFormat } from '#server/bundle/export-tables.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { archiveConfig, fromCaller, withArchive } from './open-archive.ts'
import { showProgress } from './progress.ts'

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Write the whole archive, including drafts, as a bundle that imports to an equal archive.')
    .argument('<folder>', 'a new or empty folder')
    .addOption(
      new Option(
        '--format <format>',
        'csv or xlsx: tables for a spreadsheet, with names beside numbers; gedcom: the family trees that visitors see; dublin-core: the items that visitors see, as OAI-PMH (XML) and as a table (CSV)',
      ).choices([...['bundle', ...TABLE_FORMATS, 'gedcom', 'dublin-core']]),
    )
    .action(async (folder: string, { format }: { format?: TableFormat | 'bundle' | 'gedcom' | 'dublin-core' }) => {
      if (format === 'gedcom') {
        const people = await withArchive('refuse', ({ db }) => exportGedcom(db, fromCaller(folder)))
        console.log(`Exported ${people} people to ${folder}/people.ged.`)
        return
      }
      if (format === 'dublin-core') {
        const site = siteAddress(archiveConfig())
        const items = await withArchive('refuse', ({ db }) => exportDublinCore(db, fromCaller(folder), site))
        console.log(`Exported ${items} items to ${folder}/dublin-core.xml and dublin-core.csv.`)
        return
      }
      const bar = showProgress('Pictures', 'pictures')
      const report = await withArchive('refuse', ({ db, media }) =>
        exportBundle({
          ...{ folder: fromCaller(folder), db, media, onProgress: bar.update },
          format: format === 'bundle' ? undefined : format,
        }),
      )
      bar.end()
      for (const { list, rows } of report.lists) console.log(`${list}: ${rows}`)
      console.log(`Exported to ${folder}, with ${report.pictures} pictures and ${report.maps} old maps.`)
    })
}
