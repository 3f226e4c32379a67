import type { Command } from 'commander'
import { writeTemplate } from '#server/bundle/export-bundle.ts'
import { fromCaller } from './open-archive.ts'

export function addTemplateCommand(program: Command): void {
  program
    .command('template')
    .description('Write the tables of a bundle without rows, with their headings, to fill in with a spreadsheet.')
    .argument('<folder>', 'a new or empty folder')
    .action(async (folder: string) => {
      const files = await writeTemplate(fromCaller(folder))
      console.log(`Wrote ${files.length} tables to ${folder}. docs/society/columns.md explains their columns.`)
    })
}
