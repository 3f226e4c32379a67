import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'astro'
import { bundleFolder } from './bundle-folder.ts'
import { listenToPageWorkers } from './page-workers.ts'
import type { InlineFindings, PageFacts } from './page-facts.ts'

export interface PagesBuild {
  /** The snapshot folder that the pages show. */
  snapshot: string
  /** An empty folder that becomes the site. */
  folder: string
  /** The address of the site, for canonical links. */
  site: string
  onProgress?: (done: number, of: number | null) => void
}
export interface PagesReport {
  pages: PageFacts[]
  inline: InlineFindings
  /** Milliseconds: all of it, and of that the rendering and writing of pages. */
  total: number
  rendering: number
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Builds every page of a snapshot. Astro's own output (scripts, styles, public/) goes to a folder inside the project first, because its
 * prerender bundle must find node_modules and its renames must stay on one disk; the release may lie on another.
 */
export async function buildPages({ snapshot, folder, site, onProgress }: PagesBuild): Promise<PagesReport> {
  const began = performance.now()
  const out = bundleFolder(join(ROOT, '.astro'))
  const before = { ...process.env }
  Object.assign(process.env, {
    LOTLINE_SNAPSHOT: snapshot,
    LOTLINE_OUT: out,
    LOTLINE_PAGES: folder,
    SITE_URL: site,
    ASTRO_TELEMETRY_DISABLED: '1',
  })
  let report: Omit<PagesReport, 'total' | 'rendering'> & { milliseconds: number } = {
    pages: [],
    inline: { scripts: new Set(), styles: new Set(), refused: new Set() },
    milliseconds: 0,
  }
  listenToPageWorkers({ onProgress, onDone: (done) => (report = done) })
  try {
    mkdirSync(out, { recursive: true })
    await build({ root: ROOT, logLevel: 'error' })
    cpSync(out, folder, { recursive: true, filter: (source) => !source.includes(`${out}/.`) })
  } finally {
    listenToPageWorkers({})
    rmSync(out, { recursive: true, force: true })
    for (const name of ['LOTLINE_OUT', 'LOTLINE_PAGES', 'LOTLINE_SNAPSHOT', 'SITE_URL']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  const { milliseconds, ...found } = report
  if (found.pages.length === 0) throw new Error('Astro built no page.')
  return { ...found, total: performance.now() - began, rendering: milliseconds }
}
