import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RELEASE, SEARCH_FOLDER } from '#rules/addresses/site-routing.ts'
import { openArchive } from '#snapshot/archive.ts'
import { writeFirstView } from '#snapshot/files.ts'
import type { ChangedItems } from '#snapshot/pull-changes.ts'
import type { Build } from '../build-steps.ts'
import { writeDump } from '../dump/write-dump.ts'
import { archiveFiles } from '../files/archive-files.ts'
import type { Renderer } from '../renderer/open-renderer.ts'
import { recordAddress, recordOfPath } from '#rules/addresses/record-address.ts'
import { listFiles } from '../files/link-unchanged.ts'
import { addressOfFile, type BuildReport, reportJson } from '../report.ts'
import { checkFiles, type Secrets } from '../firewall.ts'
import { affectedBy } from './affected.ts'
import { type Base, writeContents } from './base.ts'
import { type Contents, hashOf, partsOf } from './contents.ts'
import { type Copies, compressWritten, openUpdate, type Update, updateFiles, updatePages } from './write-update.ts'
import { type Journal, UPDATE } from './journal.ts'

const ENDINGS = ['.br', '.gz']

export interface FinishedUpdate {
  report: BuildReport
  journal: Journal
}

/** Affected is what shows something of every item, and is small. */
const NOTHING_CHANGED: ChangedItems = { before: [], after: [] }

/**
 * Makes the files of the release whose bytes have changed in the build's folder, and says in a journal which they are and what goes. The search index stays as it is.
 * @param most pages to make; the addresses of others that may have changed are in `left` afterwards.
 * @param continues makes pages that the slice before has left, with the same archive.
 */
export async function updateRelease(
  build: Build,
  base: Base,
  renderer: Renderer,
  { most = Infinity, continues = false } = {},
): Promise<FinishedUpdate & { hasWithdrawnWords: boolean; left: number }> {
  const { options, steps, folder, snapshot, timed } = build
  const { site, onProgress } = options
  const { release, contents: before } = base
  const update = openUpdate(folder, release)
  if (before.firstView) writeFirstView(snapshot, before.firstView)
  const archive = openArchive(snapshot)

  const { meta, changed, ...found } = build.pulled
  const items = continues ? NOTHING_CHANGED : changed
  const affected = items && affectedBy(archive, items)
  const slice = { affected, continues, most }
  const onPage = (done: number) => onProgress?.('pages', done, null)
  return await compressWritten(steps.compress, update.fresh, async (copies) => {
    const pages = await timed('pages', () =>
      updatePages({ update, archive, snapshot, renderer, slice, before, onWritten: copies.add, onPage }),
    )
    const all = archiveFiles(archive, pages.pages, site, affected?.hasFile)
    // New pages are in the sitemap when all are made.
    const files = continues && pages.left.length > 0 ? before.files : updateFiles(update, all, before, affected)
    const { searchRecords = 0 } = base.report.counts
    const counts = { ...meta.counts, pages: pages.pages.length, searchRecords }
    const earlier = base.report.update
    // A new day (map-home.ts) or a rebuild by hand: the state of the site stays the one that it was.
    const isSame =
      affected?.items.size === 0 && meta.counter === base.report.counter && !(build.rollback ?? base.report.rollback)
    // Caches have not been told of an update that was not finished.
    const isUntold = before.hasWithdrawnWords === true || (before.left?.length ?? 0) > 0
    const report = {
      ...base.report,
      ...found,
      // Pages that are left are of before.
      ...(!isSame && pages.left.length === 0 && { changedAt: build.startedAt }),
      ...{ counter: meta.counter, counts, rollback: build.rollback ?? null },
      ...(!continues && {
        update: { number: (earlier?.number ?? 0) + Number(!isSame), items: affected?.items.size ?? null },
        ...(!isUntold && { changed: { written: [], added: [], removed: [] } }),
      }),
    }
    const parts = new Set(partsOf(archive))
    const hasWithdrawnWords =
      before.hasWithdrawnWords === true ||
      Object.keys(before.views).some((page) => !(page in pages.views) && isRecord(page)) ||
      before.parts.some((part) => !parts.has(part))
    // Changes of items alone wait for the next build of everything; what is not to be shown any more does not.
    if (!continues && (hasWithdrawnWords || !affected)) {
      const dumped = join(folder, 'dump')
      writeDump(archive, dumped, site)
      for (const file of listFiles(dumped)) update.write(file, readFileSync(join(dumped, file)))
    }
    const contents = { ...before, ...pages, files, parts: [...parts], hasWithdrawnWords }
    const finished = await finishUpdate(build, update, copies, { release, contents, report })
    return { ...finished, hasWithdrawnWords, left: pages.left.length }
  })
}

/** Whether a page is that of a record: its list may have further ones, which come and go as it is divided. */
function isRecord(page: string): boolean {
  const record = recordOfPath(page)
  return record !== undefined && recordAddress(record.kind, record.key) === page
}

/** Makes the search index of the release anew. Nothing of the one before stays. */
export async function renewSearch(build: Build, base: Base): Promise<FinishedUpdate> {
  const { steps, folder, snapshot, timed } = build
  const update = openUpdate(folder, base.release)
  const indexed = join(folder, 'index')
  const searchRecords = await timed('search', () => steps.search(snapshot, indexed))
  const onSite = (file: string) => join(SEARCH_FOLDER, file)
  for (const file of listFiles(indexed)) update.write(onSite(file), readFileSync(join(indexed, file)))
  for (const file of listFiles(join(update.live, SEARCH_FOLDER)))
    if (!ENDINGS.some((ending) => file.endsWith(ending))) update.remove(onSite(file))
  const report = { ...base.report, counts: { ...base.report.counts, searchRecords } }
  const contents = { ...base.contents, hasWithdrawnWords: false }
  return await compressWritten(steps.compress, update.fresh, (copies) =>
    finishUpdate(build, update, copies, { ...base, contents, report }),
  )
}

/** Searches what was made, and when something became private all other files, too: but the search index, which follows. Returns what all were searched for. */
function checkUpdate(update: Update, made: string[], { left = [], secrets: before }: Contents, secrets: Secrets) {
  checkFiles(update.fresh, made, secrets)
  const now = hashOf(JSON.stringify(secrets))
  // Pages that are left for another slice still tell what has become private.
  if (now === before || left.length > 0) return before
  const isNew = (file: string) => update.writes.has(file) || update.removals.has(file) || file.startsWith(SEARCH_FOLDER)
  const stay = listFiles(update.live).filter((file) => !isNew(file))
  checkFiles(update.live, stay, secrets)
  return now
}

/** Completes the contents while the new files are compressed, and then report and journal. */
async function finishUpdate(
  { options, folder, seconds, timed }: Build,
  update: Update,
  copies: Copies,
  { release, contents, report: before }: Base,
): Promise<FinishedUpdate> {
  const made = [...update.writes].sort()
  if (options.secrets) contents.secrets = checkUpdate(update, made, contents, await options.secrets())
  const compressing = timed('compress', () => copies.finish(made))
  // Awaited below, unless something fails before.
  compressing.catch(() => undefined)
  mkdirSync(dirname(update.fresh), { recursive: true })
  writeContents(join(folder, UPDATE.fresh, RELEASE.contents), contents)
  const size = (root: string, path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.size
  const added: string[] = []
  let grown = 0
  for (const path of made) {
    const earlier = size(update.live, path)
    if (earlier === undefined) added.push(path)
    grown += size(update.fresh, path)! - (earlier ?? 0)
  }
  const shrunk = [...update.removals].reduce((sum, path) => sum + (size(update.live, path) ?? 0), 0)
  const total = before.bytes.files + added.length - update.removals.size
  const joined = (earlier: readonly string[], paths: Iterable<string>) =>
    [...new Set([...earlier, ...[...paths].map(addressOfFile)])].sort()
  const { changed } = before
  const compressed = await compressing
  const report: BuildReport = {
    ...before,
    builtAt: new Date().toISOString(),
    seconds,
    bytes: {
      pages: contents.pages.reduce((sum, page) => sum + page.bytes, 0),
      site: before.bytes.site + grown - shrunk,
      compressed,
      files: total,
      unchangedFiles: total - made.length,
    },
    changed: {
      written: joined(changed.written, made),
      added: joined(changed.added, added),
      removed: joined(changed.removed, update.removals),
    },
  }
  writeFileSync(join(folder, UPDATE.fresh, RELEASE.report), reportJson(report))
  const beside = [RELEASE.contents, RELEASE.report]
  return { report, journal: { release: basename(release), ...filesOf(update, made), beside } }
}

/** With the compressed copies, of which some come, some go, and some are replaced. */
function filesOf(update: Update, made: readonly string[]): Pick<Journal, 'writes' | 'removals'> {
  const writes = [...made]
  const removals = [...update.removals]
  const isThere = (root: string, path: string) => existsSync(join(root, path))
  for (const ending of ENDINGS) {
    for (const path of made) {
      if (isThere(update.fresh, path + ending)) writes.push(path + ending)
      else if (isThere(update.live, path + ending)) removals.push(path + ending)
    }
    for (const path of update.removals) if (isThere(update.live, path + ending)) removals.push(path + ending)
  }
  const onSite = (path: string) => join(RELEASE.site, path)
  return { writes: writes.map(onSite), removals: removals.map(onSite) }
}
