import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { openArchive } from '#snapshot/archive.ts'
import { writeFirstView } from '#snapshot/first-view.ts'
import type { Build, ReleaseOptions } from '../build-steps.ts'
import { json } from '../build-whole.ts'
import { archiveFiles } from '../files/archive-files.ts'
import type { Renderer } from '../renderer/open-renderer.ts'
import { addressOfFile, type BuildReport } from '../report.ts'
import { type Contents, openingOf } from './contents.ts'
import { type Journal, UPDATE } from './journal.ts'
import { openUpdate, updateFiles, updatePages, updateSearch } from './write-update.ts'

/** The release that an update starts from. */
interface Base {
  release: string
  contents: Contents
  report: BuildReport
}

const SEARCH = 'pagefind'
const ENDINGS = ['.br', '.gz']

/** The current release if it can be updated: made by the same code with the same settings. */
export function findBase(release: string, code: string, { source, apiBase, site }: ReleaseOptions): Base | undefined {
  const contents = readBeside<Contents>(release, RELEASE.contents)
  const report = readBeside<BuildReport>(release, RELEASE.report)
  if (!contents || !report) return undefined
  const same = report.code === code && report.source === source && report.apiBase === apiBase && report.site === site
  return same ? { release, contents, report } : undefined
}

/** False if the map opens with other pictures, which only a full build draws. */
export const opensAlike = ({ contents }: Base, { snapshot }: Build): boolean =>
  contents.opening === openingOf(openArchive(snapshot))

/** Undefined in a release by an older version of Lotline. */
function readBeside<Value>(release: string, name: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(join(release, name), 'utf8')) as Value
  } catch {
    return undefined
  }
}

/** Makes the files of the release whose bytes have changed in the build's folder, and says in a journal which they are and what goes. */
export async function updateRelease(
  build: Build,
  base: Base,
  renderer: Renderer,
): Promise<{ report: BuildReport; journal: Journal }> {
  const { options, steps, folder, snapshot, pulled, timed } = build
  const { site, onProgress } = options
  const { release, contents: before } = base
  const update = openUpdate(folder, release)
  if (before.firstView) writeFirstView(snapshot, before.firstView)

  const onPage = (done: number, of: number) => onProgress?.('pages', done, of)
  const archive = openArchive(snapshot)
  const indexed = join(folder, 'index')
  const both = [
    timed('pages', () => updatePages({ update, archive, snapshot, renderer, before, onPage })),
    timed('search', () => steps.search(snapshot, indexed)),
  ] as const
  // When one fails, the folder is removed: the other must not write there any more.
  await Promise.allSettled(both)
  const [pages, searchRecords] = await Promise.all(both)
  const files = updateFiles(update, archiveFiles(archive, pages.pages, site), before)
  const compatible = updateSearch(update, SEARCH, indexed)
  const made = [...update.writes].sort()
  const compressed = await timed('compress', () => steps.compress(update.fresh, made, new Set(), undefined))

  const contents: Contents = { ...before, ...pages, files }
  const { meta, ...found } = pulled
  const size = (root: string, path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0
  const grown = made.reduce((sum, path) => sum + size(update.fresh, path) - size(update.live, path), 0)
  const shrunk = [...update.removals].reduce((sum, path) => sum + size(update.live, path), 0)
  const added = made.filter((path) => !existsSync(join(update.live, path)))
  const total = base.report.bytes.files + added.length - update.removals.size
  const report: BuildReport = {
    ...base.report,
    ...found,
    builtAt: new Date().toISOString(),
    counter: meta.counter,
    counts: { ...meta.counts, pages: contents.pages.length, searchRecords },
    seconds: build.seconds,
    bytes: {
      pages: contents.pages.reduce((sum, page) => sum + page.bytes, 0),
      site: base.report.bytes.site + grown - shrunk,
      compressed,
      files: total,
      unchangedFiles: total - made.length,
    },
    rollback: build.rollback ?? null,
    update: { number: (base.report.update?.number ?? 0) + 1 },
    changed: {
      written: made.map(addressOfFile),
      added: added.map(addressOfFile),
      removed: [...update.removals].sort().map(addressOfFile),
    },
  }
  const beside: Record<string, string> = {
    [RELEASE.contents]: JSON.stringify(contents),
    [RELEASE.report]: json(report),
    ...(!compatible && { [RELEASE.searchCompatible]: '[]' }),
  }
  mkdirSync(dirname(update.fresh), { recursive: true })
  for (const [name, text] of Object.entries(beside)) writeFileSync(join(folder, UPDATE.fresh, name), text)
  return { report, journal: { release: basename(release), ...filesOf(update, made), beside: Object.keys(beside) } }
}

/** With the compressed copies, of which some come, some go, and some are replaced. */
function filesOf(update: ReturnType<typeof openUpdate>, made: readonly string[]): Pick<Journal, 'writes' | 'removals'> {
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
