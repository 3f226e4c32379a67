import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE } from '#rules/site-routing.ts'
import { sortKeys } from '#snapshot/files.ts'
import { openArchive } from '#snapshot/archive.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import type { PullReport } from '#snapshot/pull.ts'
import { codeVersion } from './code-version.ts'
import { writeCatalogueFiles } from './files/catalogue-files.ts'
import { earlierWords } from './files/earlier-words.ts'
import { feed } from './files/feed.ts'
import { linkUnchanged, listFiles } from './files/link-unchanged.ts'
import { writeIiif } from './files/iiif/write-iiif.ts'
import { writeMapData } from './files/map-data.ts'
import { precompress } from './files/precompress.ts'
import { joinStyles } from './files/join-styles.ts'
import { preloadModules, SCRIPTED } from './files/preload-modules.ts'
import { headersFile, nginxHeaders, redirectsFile } from './files/routing.ts'
import { takeFirstView, writeFirstViewFiles } from './files/take-first-view.ts'
import { contentSecurityPolicy, securityHeaders } from './files/security.ts'
import { robots, sitemaps } from './files/sitemap.ts'
import { writeZoneData } from './files/zone-data.ts'
import { giveBackMemory } from './give-back-memory.ts'
import type { PagesReport } from './pages-build/build-pages.ts'
import { buildPagesApart } from './pages-build/build-pages-apart.ts'
import { openReleases } from './releases.ts'
import type { BuildReport } from './report.ts'
import { buildSearchIndex } from './search/build-index.ts'

export type Step = 'pull' | 'pages' | 'search' | 'compress'

/** The steps that a release is made of; a test may put another in the place of one. */
export interface Steps {
  pull: typeof pullSnapshot
  pages: typeof buildPagesApart
  search: typeof buildSearchIndex
  compress: typeof precompress
}
export const STEPS: Steps = {
  pull: pullSnapshot,
  pages: buildPagesApart,
  search: buildSearchIndex,
  compress: precompress,
}

export interface ReleaseOptions {
  /** Holds `releases/`, `current` and the snapshot: DATA_DIR/site. */
  siteFolder: string
  /** Where the API is read, and how the report names it. */
  api: string
  source: string
  /** What pages put before `/api/…`; empty for the same origin. */
  apiBase: string
  /** The address of the site. */
  site: string
  onProgress?: (step: Step, done: number, of: number | null) => void
}

/**
 * Pulls, builds, indexes and compresses a release, and lets visitors see it in one step at the end. Whatever goes wrong before leaves the
 * site as it was: the half release is removed, and the reason is thrown.
 */
export async function makeRelease(options: ReleaseOptions, steps: Steps = STEPS): Promise<BuildReport> {
  const releases = openReleases(options.siteFolder)
  const folder = releases.begin()
  const snapshot = releases.snapshot()
  try {
    const report = await fill(folder, snapshot, releases.current(), options, steps)
    releases.publish(folder)
    return report
  } catch (problem) {
    releases.abandon(folder)
    throw problem
  } finally {
    rmSync(snapshot, { recursive: true, force: true })
  }
}

async function fill(
  folder: string,
  snapshot: string,
  before: string | undefined,
  options: ReleaseOptions,
  steps: Steps,
): Promise<BuildReport> {
  const { api, source, apiBase, site, onProgress } = options
  const code = codeVersion()
  const seconds: Record<string, number> = {}
  const timed = async <Result>(step: Step, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    onProgress?.(step, 0, null)
    const result = await work()
    seconds[step] = (performance.now() - began) / 1000
    return result
  }
  const root = join(folder, RELEASE.site)
  mkdirSync(root)

  const pulled = await timed('pull', () =>
    steps.pull({ api, source, apiBase, folder: snapshot, onProgress: (done, of) => onProgress?.('pull', done, of) }),
  )
  const archive = openArchive(snapshot)
  // Before the pages, which name it.
  const first = await takeFirstView(api, archive, snapshot)
  giveBackMemory()
  const built = await timed('pages', () =>
    steps.pages({ snapshot, folder: root, site, onProgress: (done, of) => onProgress?.('pages', done, of) }),
  )
  preloadModules(root, SCRIPTED)
  joinStyles(root, SCRIPTED)
  const policy = contentSecurityPolicy(built.inline, apiBase)
  const security = securityHeaders(policy, site)
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  for (const [name, text] of sitemaps(built.pages, archive, site)) write(name, text)
  write('robots.txt', robots(site))
  write('feed.xml', feed(archive, site))
  writeZoneData(archive, root)
  writeMapData(archive, root)
  writeIiif(archive, root, site)
  writeCatalogueFiles(archive, root)
  if (typeof first === 'object') writeFirstViewFiles(first, root)
  write('_redirects', redirectsFile())
  write('_headers', headersFile(security))
  writeFileSync(join(folder, RELEASE.headers), json(security))
  writeFileSync(join(folder, RELEASE.nginxHeaders), nginxHeaders(security))

  giveBackMemory()
  const searchRecords = await timed('search', () =>
    steps.search(snapshot, join(root, 'pagefind'), (done) => onProgress?.('search', done, null)),
  )
  const files = listFiles(root)
  const previous = before && join(before, RELEASE.site)
  const bytes = { pages: built.pages.reduce((sum, page) => sum + page.bytes, 0), site: 0, compressed: 0 }
  for (const file of files) bytes.site += statSync(join(root, file)).size
  const same = linkUnchanged(root, files, previous)
  writeFileSync(join(folder, RELEASE.earlierWords), JSON.stringify(earlierWords(before, same)))
  bytes.compressed = await timed('compress', () => steps.compress(root, files, same, previous))

  const report: BuildReport = {
    builtAt: new Date().toISOString(),
    site,
    code,
    source,
    apiBase,
    counter: pulled.meta.counter,
    counts: { ...pulled.meta.counts, pages: built.pages.length, searchRecords },
    ...pickPull(pulled),
    notes: [...pulled.notes, ...(typeof first === 'string' ? [first] : []), ...refusedNotes(built)],
    contentSecurityPolicy: policy,
    seconds,
    bytes: { ...bytes, files: files.length, unchangedFiles: same.size },
  }
  writeFileSync(join(folder, RELEASE.report), json(report))
  return report
}

const json = (value: object) => `${JSON.stringify(sortKeys(value), null, 2)}\n`
const pickPull = ({ leftOut, unpublished, oneByOne }: PullReport) => ({ leftOut, unpublished, oneByOne })

function refusedNotes({ inline }: PagesReport): string[] {
  const pages = [...inline.refused]
  if (pages.length === 0) return []
  return [
    `${pages.length} pages have a style or script attribute, which the Content-Security-Policy switches off: ${pages.slice(0, 3).join(', ')}`,
  ]
}
