import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { sortKeys } from '#snapshot/files.ts'
import { openArchive } from '#snapshot/archive.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import type { Archive } from '#snapshot/types.ts'
import { codeVersion } from './code-version.ts'
import { catalogueFiles } from './files/catalogue-files.ts'
import { searchCompatibleReleases, hardLinkUnchanged, listFiles } from './files/link-unchanged.ts'
import { feed } from './files/feed.ts'
import { iiifDocuments } from './files/iiif/collection-manifest.ts'
import { mapFiles } from './files/map-data.ts'
import { mergedPages } from './files/merged-pages.ts'
import { precompress } from './files/precompress.ts'
import { joinStyles, preloadModules, SCRIPTED_PAGES } from './files/preload-modules.ts'
import { headersFile, nginxHeaders, redirectsFile, contentSecurityPolicy, securityHeaders } from './files/security.ts'
import { renderFirstView } from './files/first-view.ts'
import { robots, sitemaps } from './files/sitemap.ts'
import { buildPages } from './pages/build-pages.ts'
import type { PageFacts } from './pages/page-facts.ts'
import { openReleases } from './releases.ts'
import type { BuildReport } from './report.ts'
import { buildSearchIndex } from './search/build-index.ts'

/** The slow steps of a build, which tests replace. */
export const STEPS = { pull: pullSnapshot, pages: buildPages, search: buildSearchIndex, compress: precompress }
export type Steps = typeof STEPS
export type Step = keyof Steps

export interface ReleaseOptions {
  /** DATA_DIR/site: holds `releases/`, `current` and the snapshot. */
  siteFolder: string
  /** Base URL of the API, and its name in the report. */
  api: string
  source: string
  /** What precedes `/api/…` in pages; empty for the same origin. */
  apiBase: string
  /** URL of the site. */
  site: string
  onProgress?: (step: Step, done: number, of: number | null) => void
}

/**
 * Pulls, builds, indexes and compresses a release, then switches to it atomically. On failure the current site stays, the unfinished release is removed and
 * the reason is thrown.
 */
export async function makeRelease(options: ReleaseOptions, steps: Steps = STEPS): Promise<BuildReport> {
  const releases = openReleases(options.siteFolder)
  const folder = releases.begin()
  const snapshot = releases.snapshot()
  try {
    const report = await buildInto(folder, snapshot, releases.current(), options, steps)
    releases.publish(folder)
    return report
  } catch (problem) {
    releases.abandon(folder)
    throw problem
  } finally {
    rmSync(snapshot, { recursive: true, force: true })
  }
}

async function buildInto(
  folder: string,
  snapshot: string,
  previousRelease: string | undefined,
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

  const { meta, ...pulled } = await timed('pull', () =>
    steps.pull({ api, source, apiBase, folder: snapshot, onProgress: (done, of) => onProgress?.('pull', done, of) }),
  )
  // Before the pages, which reference it.
  const firstView = await renderFirstView(api, openArchive(snapshot), snapshot)
  const built = await timed('pages', () => steps.pages({ snapshot, folder: root, site }))
  preloadModules(root, SCRIPTED_PAGES)
  joinStyles(root, SCRIPTED_PAGES)
  const policy = contentSecurityPolicy(built.inline, apiBase)
  const security = securityHeaders(policy, site)
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  writeFiles(root, archiveFiles(openArchive(snapshot), built.pages, site))
  write('robots.txt', robots(site))
  if (typeof firstView === 'object') writeFiles(root, firstView.files)
  write('_redirects', redirectsFile())
  write('_headers', headersFile(security))
  writeFileSync(join(folder, RELEASE.headers), json(security))
  writeFileSync(join(folder, RELEASE.nginxHeaders), nginxHeaders(security))

  const searchRecords = await timed('search', () =>
    steps.search(snapshot, join(root, 'pagefind'), (done) => onProgress?.('search', done, null)),
  )
  const files = listFiles(root)
  const previous = previousRelease && join(previousRelease, RELEASE.site)
  const bytes = { pages: built.pages.reduce((sum, page) => sum + page.bytes, 0), site: 0, compressed: 0 }
  for (const file of files) bytes.site += statSync(join(root, file)).size
  const same = hardLinkUnchanged(root, files, previous)
  writeFileSync(join(folder, RELEASE.searchCompatible), JSON.stringify(searchCompatibleReleases(previousRelease, same)))
  bytes.compressed = await timed('compress', () => steps.compress(root, files, same, previous))

  const report: BuildReport = {
    builtAt: new Date().toISOString(),
    site,
    code,
    source,
    apiBase,
    counter: meta.counter,
    counts: { ...meta.counts, pages: built.pages.length, searchRecords },
    ...pulled,
    notes: [...pulled.notes, ...(typeof firstView === 'string' ? [firstView] : [])],
    contentSecurityPolicy: policy,
    seconds,
    bytes: { ...bytes, files: files.length, unchangedFiles: same.size },
  }
  writeFileSync(join(folder, RELEASE.report), json(report))
  return report
}

/** By itself, so that nothing else holds the archive while Pagefind needs the memory. */
function* archiveFiles(archive: Archive, pages: readonly PageFacts[], site: string): Generator<SiteFile> {
  yield* sitemaps(pages, archive, site)
  yield ['feed.xml', feed(archive, site)]
  yield* mapFiles(archive)
  yield* iiifDocuments(archive, site)
  yield* catalogueFiles(archive)
  yield* mergedPages(archive, site)
}

const json = (value: object) => `${JSON.stringify(sortKeys(value), null, 2)}\n`

type SiteFile = [address: string, content: string | object]

/** Writes files by their path on the site; an object is written as JSON. */
function writeFiles(root: string, files: Iterable<SiteFile>): void {
  for (const [address, content] of files) {
    const path = join(root, address)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
    )
  }
}
