import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { importBundle, type Progress } from '#server/bundle/import-bundle.ts'
import type { ImportReport } from '#server/bundle/import-report.ts'
import { besideBundle, printReport } from './import-report.ts'
import { watchInterruption } from './interruption.ts'
import { UserError, archiveConfig, fromCaller, withArchive } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'

const STEPS: Record<Progress['step'], { label: string; unit: string; scale: number }> = {
  check: { label: 'Checking', unit: 'kB', scale: 1024 },
  pictures: { label: 'Pictures', unit: 'pictures', scale: 1 },
  maps: { label: 'Old maps', unit: 'maps', scale: 100 },
  write: { label: 'Writing', unit: 'records', scale: 1 },
}

interface Options {
  source?: string
  replace?: boolean
  dryRun?: boolean
  skipBad?: boolean
  ignore: string[]
  report?: string
  rejected?: string
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('Import a bundle: a folder of lists (items.csv, people.json, locations.geojson, …) and pictures.')
    .argument('<folder>', 'the folder of the bundle')
    .option('--source <name>', 'where it comes from (default: what its bundle.json says, else the name of the folder)')
    .option('--dry-run', 'check everything and report, but write nothing')
    .option(
      '--skip-bad',
      'leave out what is wrong: a value where the row can do without it, else the row; write it to a file',
    )
    .option(
      '--ignore <file>',
      'leave aside this file or folder of the bundle; can be repeated',
      (name, all: string[]) => [...all, name],
      [],
    )
    .option('--replace', 'take the values of the bundle also where somebody changed the record here')
    .option('--report <file>', 'file for a long list of problems (default: beside the bundle)')
    .option('--rejected <file>', 'file for rows that were left out (default: beside the bundle)')
    .action(async (name: string, options: Options) => {
      const folder = fromCaller(name)
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new UserError(`There is no folder ${name}.`)
      const { dataDir } = archiveConfig()
      const fileOf = (given: string | undefined, ending: string) =>
        given === undefined ? besideBundle(folder, ending, dataDir) : fromCaller(given)
      const rejected = options.skipBad && !options.dryRun ? fileOf(options.rejected, 'rejected-rows.json') : ''
      const report = await withArchive(options.dryRun ? 'pretend' : 'make', (archive) =>
        run(folder, options, rejected, archive),
      )
      printReport(report, { problems: () => fileOf(options.report, 'problems.txt'), rejected })
    })
}

type ImportArguments = Parameters<typeof importBundle>[0]

async function run(
  folder: string,
  { dryRun, skipBad, source, replace, ignore: ignored }: Options,
  rejectedFile: string,
  archive: Pick<ImportArguments, 'db' | 'media' | 'tilesDir'>,
): Promise<ImportReport> {
  let shown: { step: Progress['step']; line: ProgressLine } | undefined
  const interruption = watchInterruption(() => shown === undefined || shown.step === 'check')
  const onProgress = ({ step, done, total }: Progress) => {
    interruption.check()
    if (shown?.step !== step) {
      shown?.line.end()
      const { label, unit, scale } = STEPS[step]
      shown = { step, line: showProgress(label, unit, scale) }
    }
    shown.line.update(done, total)
  }
  try {
    const { scans: limits } = archiveConfig()
    const options = { onProgress, dryRun, skipBad, source, replace, ignored, rejectedFile }
    return await importBundle({ folder, ...archive, limits, rebuild: true, ...options })
  } finally {
    interruption.stop()
    shown?.line.end()
  }
}
