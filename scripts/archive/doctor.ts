import type { Command } from 'commander'
import type { DoctorReport } from '#server/bundle/doctor-report.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { recordFixity } from '#server/health/check-originals.ts'
import { ArchiveIdentityError } from '#server/identity/identity-error.ts'
import { examineMismatch } from './examine-mismatch.ts'
import { UserError, withArchive } from './open-archive.ts'
import { showProgress } from './progress.ts'

interface Options {
  repair?: boolean
  adopt?: boolean
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Examine the whole archive: records, links, dates, checksums of originals, sizes of pictures, old maps and their tiles, full text.',
    )
    .option(
      '--repair',
      'make missing sizes of pictures and tiles of old maps, move unused originals to the trash; where database and media do not belong together, list what only one of them has',
    )
    .option('--adopt', 'with --repair: accept database and media as belonging together; nothing is deleted')
    .action(doctor)
}

async function doctor({ repair = false, adopt = false }: Options): Promise<void> {
  if (adopt && !repair)
    throw new UserError('Use --adopt together with --repair, which first lists what only one side has.')
  const bar = showProgress('Checksums', 'pictures')
  try {
    const report = await withArchive('refuse', async (archive) => {
      const examined = await examineArchive({ ...archive, repair, onProgress: bar.update })
      // A damaged database is what the doctor reports.
      if (examined.fixity) await recordFixity(archive.db, examined.fixity).catch(() => undefined)
      return examined
    })
    bar.end()
    if (adopt) console.log('Database and media already belong together.')
    printReport(report)
  } catch (error) {
    bar.end()
    if (!(error instanceof ArchiveIdentityError)) throw error
    if (!(await examineMismatch(error, { repair, adopt }, printReport))) process.exitCode = 1
  }
}

function printReport({ findings, notes, checked }: DoctorReport): void {
  console.log(
    `Checked ${Object.entries(checked)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}.`,
  )
  for (const { where, what, repaired } of findings) console.log(`${where}: ${what}${repaired ? ' Repaired.' : ''}`)
  for (const note of notes) console.log(note)
  const unrepaired = findings.filter(({ repaired }) => !repaired).length
  console.log(
    unrepaired === 0 ? 'No problems found.' : `${unrepaired} ${unrepaired === 1 ? 'problem' : 'problems'} found.`,
  )
  if (unrepaired > 0) process.exitCode = 1
}
