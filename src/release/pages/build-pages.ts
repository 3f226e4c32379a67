import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { releaseMemory } from '../memory.ts'
import { bundleFolder } from './bundle-folder.ts'
import { type InlineCode, readPages, type PageFacts } from './page-facts.ts'
import { ROOT, runAstro } from './run-astro.ts'

interface PagesBuild {
  snapshot: string
  /** An empty folder for the site. */
  folder: string
  site: string
  onPage?: (done: number, of: number) => void
}

/** Written by pages/inline-code.json.ts; not published. */
export const INLINE_CODE = 'inline-code.json'

/**
 * Builds every page of a snapshot with Astro, in a child process, so that its memory is freed before the search index is built. Throws if the build fails or
 * a page has unknown inline code.
 */
export async function buildPages({
  snapshot,
  folder,
  site,
  onPage,
}: PagesBuild): Promise<{ pages: PageFacts[]; inline: InlineCode }> {
  // In the project, because Astro's bundle must resolve node_modules, and because Astro renames files: the release may be on another disk.
  const { folder: out, remove } = bundleFolder(join(ROOT, '.astro'))
  try {
    mkdirSync(out, { recursive: true })
    releaseMemory()
    await runAstro({ LOTLINE_SNAPSHOT: snapshot, LOTLINE_OUT: out, SITE_URL: site }, onPage)
    moveFolder(out, folder)
  } finally {
    remove()
  }
  const inline = JSON.parse(readFileSync(join(folder, INLINE_CODE), 'utf8')) as InlineCode
  rmSync(join(folder, INLINE_CODE))
  const pages = readPages(folder, inline)
  if (pages.length === 0) throw new Error('Astro built no page.')
  return { pages, inline }
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EXDEV') throw problem
    cpSync(from, to, { recursive: true })
  }
}
