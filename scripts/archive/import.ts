import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { Progress } from '#server/bundle/import-options.ts'
import type { ImportReport } from '#server/bundle/import-report.ts'
import { importTables, type TablesImport } from '#server/mapping/import-tables.ts'
import { InvalidMapping, readMapping } from '#server/mapping/known-mapping.ts'
import { lockFile } from '#locks/lock-file.ts'
import { searchText } from '#rules/search/search-text.ts'
import { removeUploads } from '#server/storage/removal.ts'
import { openGiven } from '#server/mapping/open-given.ts'
import { printTables } from './tables-report.ts'
import { besideBundle, printReport } from './import-report.ts'
import { watchInterruption } from './interruption.ts'
import { UserError, archiveConfig, fromCaller, withArchive } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'
import { fetchWebPictures } from './web-pictures.ts'

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
  map?: string
  pictures: string[]
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      'Import a bundle (a folder of lists such as items.csv or locations.geojson, and pictures), or tables of another program with folders of pictures.',
    )
    .argument(
      '<path...>',
      'the folder of a bundle; or spreadsheets, and folders with spreadsheets, pictures, documents',
    )
    .option(
      '--source <name>',
      'where it comes from (default: what its bundle.json says, else the name of the first path)',
    )
    .option('--map <file>', 'what the columns of tables are; --dry-run writes one for you to correct')
    .option(
      '--pictures <host>',
      'fetch the pictures whose addresses on this server the tables name, such as iiif.example.org; can be repeated',
      (name, all: string[]) => [...all, name],
      [],
    )
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
    .action(async (names: string[], options: Options) => {
      const paths = names.map(fromCaller)
      for (const [at, path] of paths.entries())
        if (!existsSync(path)) throw new UserError(`There is no file or folder ${names[at]}.`)
      const { dataDir } = archiveConfig()
      const source = options.source ?? basename(paths[0]!).replace(/\.[^.]*$/, '')
      const workFolder = join(dataDir, 'imports', searchText(source).replaceAll(' ', '-') || 'tables')
      await removeUploads(join(workFolder, 'unpacked'))
      const { bundle: folder, problems, ...given } = await openGiven(paths, join(workFolder, 'unpacked'))
      if (problems.length > 0) throw new UserError(problems.join('\n'))
      if (options.map !== undefined || folder === undefined)
        return await importForeign(paths[0]!, { ...given, source, workFolder }, options)
      const fileOf = (given: string | undefined, ending: string) =>
        given === undefined ? besideBundle(folder, ending, dataDir) : fromCaller(given)
      const rejected = options.skipBad && !options.dryRun ? fileOf(options.rejected, 'rejected-rows.json') : ''
      const report = await withArchive(options.dryRun ? 'pretend' : 'make', (archive) =>
        run(folder, options, rejected, archive),
      )
      printReport(report, { problems: () => fileOf(options.report, 'problems.txt'), rejected })
    })
}

/** Tables of another program. */
async function importForeign(
  first: string,
  { ignored, ...found }: Pick<TablesImport, 'paths' | 'source' | 'workFolder'> & { ignored: string[] },
  options: Options,
): Promise<void> {
  const { dryRun = false, skipBad = false, replace = false } = options
  const { dataDir, scans: limits } = archiveConfig()
  const beside = (ending: string) => besideBundle(first.replace(/\.[^./]*$/, ''), ending, dataDir)
  const mapFile = options.map === undefined ? undefined : fromCaller(options.map)
  const rejectedFile = skipBad && !dryRun ? beside('rejected-rows.json') : ''
  try {
    const mapping = mapFile === undefined ? undefined : readMapping(readFileSync(mapFile, 'utf8'), options.map!)
    const given = { ...found, mapping, rebuild: true, limits, rejectedFile, ignored: [...ignored, ...options.ignore] }
    const run = (isDry: boolean) =>
      withArchive(isDry ? 'pretend' : 'make', (archive) =>
        withLock(found, () =>
          withProgress((onProgress) =>
            importTables({ ...archive, ...given, dryRun: isDry, skipBad, replace, onProgress }),
          ),
        ),
      )
    if (options.pictures.length > 0 && !dryRun) {
      // What they are says a look at the tables.
      const looked = await run(true)
      const folder = beside('pictures')
      if (looked.report) await fetchPictures([...looked.mapped!.webFiles], { hosts: options.pictures, folder, limits })
      if (existsSync(folder)) given.paths = [...given.paths, folder]
    }
    const done = await run(dryRun)
    printTables(done, { isDry: dryRun, mapFile: () => mapFile ?? beside('mapping.json') })
    if (done.report)
      printReport(done.report, { problems: () => beside('problems.txt'), rejected: rejectedFile }, 'table')
  } catch (error) {
    throw error instanceof InvalidMapping ? new UserError(error.message) : error
  } finally {
    await removeUploads(join(found.workFolder, 'unpacked'))
  }
}

/** One import of a source at a time: they share a folder. */
async function withLock<T>(
  { workFolder, source }: Pick<TablesImport, 'workFolder' | 'source'>,
  work: () => Promise<T>,
) {
  await mkdir(workFolder, { recursive: true })
  const lock = lockFile(join(workFolder, 'lock'), 'exclusive')
  if (!lock) throw new UserError(`Another import of “${source}” is running. Wait until it has finished.`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

async function fetchPictures(addresses: string[], options: Parameters<typeof fetchWebPictures>[1]): Promise<void> {
  const line = showProgress('Fetching', 'pictures', 1)
  const failed = await fetchWebPictures(addresses, options, (done) => line.update(done, addresses.length))
  line.end()
  for (const each of failed) console.error(`Not fetched: ${each}`)
  console.log(`Fetched pictures are in ${options.folder}. Give this folder, too, when you import again.`)
}

type ImportArguments = Parameters<typeof importBundle>[0]

function run(
  folder: string,
  { dryRun, skipBad, source, replace, ignore: ignored }: Options,
  rejectedFile: string,
  archive: Pick<ImportArguments, 'db' | 'media' | 'tilesDir'>,
): Promise<ImportReport> {
  const { scans: limits } = archiveConfig()
  const options = { dryRun, skipBad, source, replace, ignored, rejectedFile }
  return withProgress((onProgress) =>
    importBundle({ folder, ...archive, limits, rebuild: true, onProgress, ...options }),
  )
}

async function withProgress<T>(work: (onProgress: (progress: Progress) => void) => Promise<T>): Promise<T> {
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
    return await work(onProgress)
  } finally {
    interruption.stop()
    shown?.line.end()
  }
}
