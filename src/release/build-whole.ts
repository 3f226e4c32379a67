import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { labelPicture, logoAddress } from '#rules/addresses/page-addresses.ts'
import { RELEASE, SEARCH_FOLDER } from '#rules/addresses/site-routing.ts'
import { forgetArchive, openArchive } from '#snapshot/archive.ts'
import { readZones } from '#snapshot/files.ts'
import { mapLayersOf } from '#snapshot/pages/page-view.ts'
import type { Build } from './build-steps.ts'
import { writeDump } from './dump/write-dump.ts'
import { archiveFiles } from './files/archive-files.ts'
import { renderFirstView } from './files/first-view.ts'
import { hardLinkUnchanged, listFiles } from './files/link-unchanged.ts'
import { joinStyles, preloadModules, SCRIPTED_PAGES } from './files/preload-modules.ts'
import { caddyHeaders, contentSecurityPolicy, headersFile, nginxHeaders, securityHeaders } from './files/security.ts'
import { robots } from './files/sitemap.ts'
import { type BuildReport, json, reportJson, changedBetween } from './report.ts'
import { checkInThreads } from './files/file-thread.ts'
import { findBase } from './update/base.ts'
import { type Contents, hashOf, openingOf, OVERVIEWS, partsOf, viewHashes } from './update/contents.ts'

/** Builds a whole release into the build's folder: pages, everything made from the archive, search index, compressed copies. */
export async function buildWhole(build: Build, previousRelease: string | undefined): Promise<BuildReport> {
  const { options, steps, code, settings, folder, snapshot, pulled, seconds, timed } = build
  const { api, source, apiBase, pictures, site, mediaUrl, onProgress } = options
  const { meta, changed: _, ...found } = pulled
  const root = join(folder, RELEASE.site)
  mkdirSync(root)

  // Astro's process reads it: two would be in memory.
  forgetArchive()
  // Before the pages, which reference it.
  const firstView = await renderFirstView(api, { meta, lists: { locations: readZones(snapshot) } }, snapshot)
  const built = await timed('pages', () =>
    steps.pages({ snapshot, folder: root, site, onPage: (done, of) => onProgress?.('pages', done, of) }),
  )
  preloadModules(root, SCRIPTED_PAGES)
  joinStyles(root, SCRIPTED_PAGES)
  const policy = contentSecurityPolicy(built.inline, { apiBase, mediaUrl }, mapLayersOf(meta).baseMaps)
  const security = securityHeaders(policy, site)
  const write = writerInto(root)
  const contents: Contents = {
    views: viewHashes(openArchive(snapshot)),
    files: {},
    parts: partsOf(openArchive(snapshot)),
    pages: built.pages,
    opening: openingOf(openArchive(snapshot)),
    firstView: typeof firstView === 'object' ? firstView.view : null,
  }
  const forgotten = previousRelease ? forgottenPages(previousRelease, build, contents.views) : []
  for (const [path, text] of archiveFiles(openArchive(snapshot), built.pages, site)) {
    write(path, text)
    contents.files[path] = hashOf(text)
  }
  if (typeof firstView === 'object') for (const [address, bytes] of firstView.files) write(address, bytes)
  if (build.logo) write(logoAddress(build.logo).slice(1), Buffer.from(build.logo.png, 'base64'))
  for (const { version, png } of meta.contexts?.flatMap(({ labels }) => labels) ?? [])
    write(labelPicture(version).slice(1), Buffer.from(png!, 'base64'))
  writeDump(openArchive(snapshot), root, site)
  write('robots.txt', robots(site))
  write('_headers', headersFile(security))
  writeFileSync(join(folder, RELEASE.headers), json(security))
  writeFileSync(join(folder, RELEASE.nginxHeaders), nginxHeaders(security))
  writeFileSync(join(folder, RELEASE.caddyHeaders), caddyHeaders(security))

  const searchRecords = await timed('search', () =>
    steps.search(snapshot, join(root, SEARCH_FOLDER), { onProgress: (done) => onProgress?.('search', done, null) }),
  )
  // Nothing after this needs it.
  forgetArchive()
  const files = listFiles(root)
  const secrets = await options.secrets?.()
  if (secrets) await checkInThreads(root, files, secrets)
  contents.secrets = secrets && hashOf(JSON.stringify(secrets))
  writeFileSync(join(folder, RELEASE.contents), JSON.stringify(contents))
  const previous = previousRelease && join(previousRelease, RELEASE.site)
  const bytes = { pages: built.pages.reduce((sum, page) => sum + page.bytes, 0), site: 0, compressed: 0 }
  for (const file of files) bytes.site += statSync(join(root, file)).size
  const same = hardLinkUnchanged(root, files, previous)
  bytes.compressed = await timed('compress', () =>
    steps.compress(root, files, same, previous, (done, of) => onProgress?.('compress', done, of)),
  )

  const report: BuildReport = {
    ...{ builtAt: new Date().toISOString(), changedAt: build.startedAt },
    site,
    code,
    settings,
    source,
    apiBase,
    ...(pictures !== undefined && { pictures }),
    ...(mediaUrl !== undefined && { mediaUrl }),
    counter: meta.counter,
    counts: { ...meta.counts, pages: built.pages.length, searchRecords },
    ...found,
    notes: [...found.notes, ...(typeof firstView === 'string' ? [firstView] : []), ...forgotten],
    contentSecurityPolicy: policy,
    seconds,
    bytes: { ...bytes, files: files.length, unchangedFiles: same.size },
    update: null,
    rollback: null,
    changed: changedBetween(previous, root),
  }
  writeFileSync(join(folder, RELEASE.report), reportJson(report))
  return report
}

/** Of an archive that has not changed since, updates must have given the same pages: this finds what following changed items has missed. */
function forgottenPages(release: string, build: Build, views: Contents['views']): string[] {
  const base = findBase(release, build.code, build.options)
  if (!base?.report.update || base.report.counter !== build.pulled.meta.counter) return []
  const { views: before, left } = base.contents
  const waited = new Set(left)
  const stale = [...new Set([...Object.keys(before), ...Object.keys(views)])].filter(
    (at) => before[at] !== views[at] && !waited.has(at) && !OVERVIEWS.includes(at),
  )
  if (stale.length === 0) return []
  return [
    `Updates since the last full build had missed ${stale.length} pages, which are right now: ${stale.slice(0, 10).join(' ')}. Please report this.`,
  ]
}

const writerInto = (root: string) => (path: string, content: string | Uint8Array) => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
