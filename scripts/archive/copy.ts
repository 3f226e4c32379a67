import type { Command } from 'commander'
import { openFolderWriter, type FolderWriter } from '#release/copy/folder-writer.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import { tell } from '../build-site/build-messages.ts'
import { copySite } from '../build-site/copy-site.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { writeBag, type BagReport } from './bag.ts'
import { errorMessage } from './error-message.ts'
import { archiveConfig, fromCaller, UserError, withArchive } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'

interface Options {
  bag?: boolean
  private?: boolean
  maps?: boolean
  small?: boolean
}

export function addCopyCommand(program: Command): void {
  program
    .command('copy')
    .description(
      'Write what is published into a folder that opens by a double click, without a server. Repeated, it writes only what has changed.',
    )
    .argument('<folder>', 'a new or empty folder, or that of an earlier copy')
    .option('--no-maps', 'without old maps and aerial imagery')
    .option('--small', 'with pictures of at most 1280 pixels')
    .option('--bag', 'a bag (BagIt) for other archives: with the originals and all records')
    .option('--private', 'with --bag: also drafts and all that only staff see, for the safe of the society')
    .action(async (folder: string, options: Options) => {
      try {
        await copyArchive(fromCaller(folder), options)
      } catch (error) {
        tell({ failure: errorMessage(error) ?? String(error) })
        throw error
      }
    })
}

/** Makes a copy, or brings it up to date, and prints what was done. Interrupted at any moment, it is marked as not finished. */
export async function copyArchive(folder: string, options: Options): Promise<void> {
  const { bag = false, private: isPrivate = false, maps = true, small = false } = options
  if (isPrivate && !bag) throw new UserError('Use --private together with --bag.')
  const config = archiveConfig()
  const now = new Date()
  const showing = (label: string) => {
    let bar: ProgressLine | undefined
    const onProgress = (done: number, of: number) => {
      if (!process.send) (bar ??= showProgress(label, 'files')).update(done, of)
      tell({ step: label, done, of })
    }
    return { onProgress, end: () => bar?.end() }
  }
  const writeSite = async (site: FolderWriter) => {
    const { onProgress, end } = showing('Pictures')
    return await copySite(config, { folder: site, maps, small, onProgress }).finally(end)
  }
  const report = bag
    ? await withArchive('refuse', ({ db, media }) => {
        const { onProgress, end } = showing('Originals')
        const address = siteAddress(config)
        return writeBag({ folder, db, media, isPrivate, address, now, onProgress, writeSite }).finally(end)
      })
    : await writePlain(folder, now, writeSite)
  const text = reportText(folder, report)
  console.log(text)
  tell({ changes: null, addresses: [], message: text })
  // A server that started it shows what was said; to a script, something is wrong.
  if (report.problems.length > 0 && !process.send) process.exitCode = 1
}

const OPEN = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta http-equiv="refresh" content="0; url=site/index.html" />
  <title>Open the archive</title>
  <p><a href="site/index.html">Open the archive</a></p>
  <p>If nothing opens, this file is still in a ZIP: unpack the whole folder first.</p>
</html>
`

async function writePlain(
  folder: string,
  now: Date,
  writeSite: (site: FolderWriter) => Promise<{ missing: string[] }>,
): Promise<BagReport> {
  const writer = await openFolderWriter(folder, { now })
  const { missing } = await writeSite(writer.below('site'))
  await writer.write('OPEN.html', OPEN)
  return { ...(await writer.finish()), problems: missing }
}

const MEGABYTE = 1_000_000
const size = (value: number) => `${formatNumber(Math.ceil(value / MEGABYTE))} MB`

function reportText(folder: string, report: BagReport): string {
  const { files, bytes, writtenFiles, writtenBytes, removed, problems } = report
  const gone = removed > 0 ? `, ${formatNumber(removed)} removed` : ''
  const changed = `Written: ${plural(writtenFiles, 'file')}, ${size(writtenBytes)}${gone}.`
  return [
    `The copy in ${folder} is whole: ${plural(files, 'file')}, ${size(bytes)}.`,
    writtenFiles + removed === 0 ? 'Nothing has changed since the last one.' : changed,
    ...problems.map((path) => `${path}: The file is missing or damaged in the archive.`),
  ].join('\n')
}
