import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Issue } from '#server/bundle/bundle-row.ts'
import { importBundle, type ImportReport, type Progress } from '#server/bundle/import-bundle.ts'
import { watchInterruption } from './interruption.ts'
import { UserError, archiveConfig, fromCaller, withArchive } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'

/** Problems printed on the terminal; a longer list goes to a file. */
const LISTED = 40

const STEPS: Record<Progress['step'], { label: string; unit: string; scale: number }> = {
  check: { label: 'Checking', unit: 'kB', scale: 1024 },
  pictures: { label: 'Pictures', unit: 'pictures', scale: 1 },
  maps: { label: 'Old maps', unit: 'maps', scale: 100 },
  write: { label: 'Writing', unit: 'records', scale: 1 },
}

interface Options {
  dryRun?: boolean
  skipBad?: boolean
  ignore: string[]
  report: string
  rejected: string
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('Import a bundle: a folder of lists (items.csv, people.json, locations.geojson, …) and pictures.')
    .argument('<folder>', 'the folder of the bundle')
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
    .option('--report <file>', 'file for a long list of problems', 'import-problems.txt')
    .option('--rejected <file>', 'file for rows that were left out', 'rejected-rows.json')
    .action(async (name: string, options: Options) => {
      const folder = fromCaller(name)
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new UserError(`There is no folder ${name}.`)
      const report = await withArchive(options.dryRun ? 'pretend' : 'make', (archive) => run(folder, options, archive))
      await printReport(report, options)
    })
}

type ImportArguments = Parameters<typeof importBundle>[0]

async function run(
  folder: string,
  { dryRun, skipBad, ignore: ignored, rejected }: Options,
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
    const rejectedFile = fromCaller(rejected)
    return await importBundle({ folder, ...archive, limits, onProgress, dryRun, skipBad, ignored, rejectedFile })
  } finally {
    interruption.stop()
    shown?.line.end()
  }
}

/** `people.csv:12 sex: …`; for JSON, which may be a single line, with the row number. */
const issueLine = ({ file, line, row, field, reason }: Issue) =>
  `${file}${line > 0 ? `:${line}` : ''}${row > 0 && !file.endsWith('.csv') ? ` row ${row}` : ''}${field ? ` ${field}` : ''}: ${reason}`

async function printReport({ issues, warnings, imported, lists }: ImportReport, options: Options): Promise<void> {
  const lines = [...issues.map(issueLine), ...warnings.map((each) => `Please check: ${issueLine(each)}`)]
  for (const line of lines.slice(0, LISTED)) console.error(line)
  if (lines.length > LISTED) {
    await writeFile(fromCaller(options.report), `${lines.join('\n')}\n`)
    console.error(`… and ${lines.length - LISTED} more. The full list is in ${options.report}.`)
  }
  for (const { list, rows, rejected, written } of lists) {
    const what = written
      ? `${written.added} added, ${written.updated} updated, ${written.unchanged} unchanged`
      : `${rows} rows`
    console.log(`${list}: ${what}${rejected > 0 ? `, ${rejected} left out` : ''}`)
  }
  if (imported) {
    console.log(issues.length > 0 ? `Imported. What was left out is in ${options.rejected}.` : 'Imported.')
  } else if (issues.length > 0) {
    console.error(`${issues.length} ${issues.length === 1 ? 'problem' : 'problems'}. Nothing was imported.`)
    // A file that can't be read, or was not, stops the import whatever the options.
    const stops = issues.some(({ row, field }) => row === 0 && field === '')
    const skip = 'or add --skip-bad to leave out what is wrong: a value where the row can do without it, else the row.'
    console.error(`Correct the bundle and import it again${stops ? '.' : `, ${skip}`}`)
    process.exitCode = 1
  } else console.log('No problems. Nothing was imported (--dry-run).')
}
