import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Command } from 'commander'
import { openFolderWriter, type FolderWriter } from '#release/copy/folder-writer.ts'
import { inParallel } from '#server/limits/concurrency.ts'
import { tell } from '../build-site/build-messages.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { writeBag, type BagReport } from './bag.ts'
import { errorMessage } from './error-message.ts'
import { archiveConfig, fromCaller, UserError, withArchive } from './open-archive.ts'
import { showProgress } from './progress.ts'

export interface CopyOptions {
  folder: string
  bag?: boolean
  private?: boolean
}

export function addCopyCommand(program: Command): void {
  program
    .command('copy')
    .description(
      'Write what is published into a folder that opens by a double click, without a server. Repeated, it writes only what has changed.',
    )
    .argument('<folder>', 'a new or empty folder, or that of an earlier copy')
    .option('--bag', 'a bag (BagIt) for other archives: with the originals and all records')
    .option('--private', 'with --bag: also drafts and all that only staff see, for the safe of the society')
    .action(async (folder: string, options: Omit<CopyOptions, 'folder'>) => {
      if (process.send) endWithServer()
      try {
        await copyArchive({ ...options, folder: fromCaller(folder) })
      } catch (error) {
        tell({ failure: errorMessage(error) ?? String(error) })
        throw error
      }
    })
}

/** A server that started it makes the copy again when it starts. */
function endWithServer(): void {
  process.once('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
  process.channel?.unref()
}

/** Makes a copy, or brings it up to date, and prints what was done. Interrupted at any moment, it is marked as not finished. */
export async function copyArchive({ folder, bag, private: isPrivate = false }: CopyOptions): Promise<void> {
  if (isPrivate && !bag) throw new UserError('Use --private together with --bag.')
  const config = archiveConfig()
  const bar = process.send ? undefined : showProgress('Copying', 'files')
  const onProgress = (done: number, of: number) => {
    bar?.update(done, of)
    tell({ step: 'Copying', done, of })
  }
  const now = new Date()
  const writeSite = (site: FolderWriter) => writeRelease(join(config.dataDir, 'site', 'current'), site)
  const report = await withArchive('refuse', async ({ db, media }): Promise<BagReport> => {
    if (bag) return writeBag({ folder, db, media, isPrivate, address: siteAddress(config), now, onProgress, writeSite })
    const writer = await openFolderWriter(folder, { now })
    await writeSite(writer)
    return { ...(await writer.finish()), problems: [] }
  }).finally(() => bar?.end())
  printReport(folder, report)
}

const MEGABYTE = 1_000_000

function printReport(folder: string, report: BagReport): void {
  const { files, bytes, writtenFiles, writtenBytes, removed, problems } = report
  const count = (value: number) => value.toLocaleString('en')
  const size = (value: number) => `${count(Math.ceil(value / MEGABYTE))} MB`
  console.log(`The copy in ${folder} is whole: ${count(files)} files, ${size(bytes)}.`)
  const gone = removed > 0 ? `, ${count(removed)} removed` : ''
  console.log(
    writtenFiles + removed === 0
      ? 'Nothing has changed since the last one.'
      : `${count(writtenFiles)} files were written (${size(writtenBytes)})${gone}.`,
  )
  for (const path of problems) console.error(`${path}: The original is missing or damaged in the archive.`)
  if (problems.length > 0) process.exitCode = 1
}

/** A stand-in for makeCopy (release/copy). */
async function writeRelease(release: string, site: FolderWriter): Promise<void> {
  const entries = await readdir(release, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.parentPath.includes('fragment'),
  )
  await inParallel(files, 8, async ({ parentPath, name }) => {
    const file = join(parentPath, name)
    await site.write(relative(release, file).replaceAll(sep, '/'), () => readFile(file))
  })
  await site.write('OPEN.html', '<!doctype html><meta http-equiv="refresh" content="0; url=index.html">')
}
