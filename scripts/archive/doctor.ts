import type { Command } from 'commander'
import { examineArchive } from '#server/bundle/doctor.ts'
import { withArchive } from './open-archive.ts'
import { showProgress } from './progress.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Examine the whole archive: records, links, dates, checksums of originals, sizes of pictures, old maps and their tiles, full text.',
    )
    .option('--repair', 'make missing sizes of pictures and tiles of old maps, remove files that nothing names')
    .action(async ({ repair = false }: { repair?: boolean }) => {
      const bar = showProgress('Checksums', 'pictures')
      const { findings, looked } = await withArchive('refuse', (archive) =>
        examineArchive({ ...archive, repair, onProgress: bar.update }),
      )
      bar.end()
      console.log(
        `Looked at ${Object.entries(looked)
          .map(([what, count]) => `${count} ${what}`)
          .join(', ')}.`,
      )
      for (const { where, what, mended } of findings) console.log(`${where}: ${what}${mended ? ' Mended.' : ''}`)
      const wrong = findings.filter(({ mended }) => !mended).length
      console.log(wrong === 0 ? 'The archive is well.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`)
      if (wrong > 0) process.exitCode = 1
    })
}
