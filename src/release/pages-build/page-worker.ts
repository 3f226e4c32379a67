import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { readPage } from './page-facts.ts'
import type { InlineFindings, PageFacts } from './page-facts.ts'
import { loadRenderBundle } from './render-bundle.ts'
import type { RenderContext } from './render-bundle.ts'

/** One thread of the page build: renders and writes every page whose number leaves `share` when divided by `of`. */
export interface WorkerTask {
  context: RenderContext
  folder: string
  share: number
  of: number
}
export interface WorkerResult {
  pages: PageFacts[]
  inline: InlineFindings
  /** Bytes of memory at the end of the thread's work. */
  heap: number
}
export type WorkerMessage = { done: number } | { result: WorkerResult } | { failed: string }

const PROGRESS_EVERY = 100

/** A page's file: `/itemview/12` is itemview/12/index.html; Astro keeps 404 as a file of its own. */
export function fileOf(pathname: string): string {
  const path = pathname.replace(/^\/|\/$/g, '')
  if (path === '404' || path === '500') return `${path}.html`
  return path === '' ? 'index.html' : `${path}/index.html`
}

async function work({ context, folder, share, of }: WorkerTask, say: (message: WorkerMessage) => void) {
  const bundle = await loadRenderBundle(context)
  const paths = await bundle.paths()
  const inline: InlineFindings = { scripts: new Set(), styles: new Set(), refused: new Set() }
  const pages: PageFacts[] = []
  const made = new Set<string>()
  for (let at = share; at < paths.length; at += of) {
    const page = paths[at]!
    const html = await bundle.render(page).catch((problem: unknown) => {
      throw new Error(`${page.pathname} could not be rendered: ${String(problem)}`, { cause: problem })
    })
    const file = join(folder, fileOf(page.pathname))
    const parent = dirname(file)
    if (!made.has(parent)) made.add(mkdirSync(parent, { recursive: true }) ?? parent)
    writeFileSync(file, html)
    pages.push(readPage(page.pathname.replace(/\/?$/, '/'), html, inline))
    if (pages.length % PROGRESS_EVERY === 0) say({ done: PROGRESS_EVERY })
  }
  const images = (globalThis as { astroAsset?: { staticImages?: Map<string, unknown> } }).astroAsset?.staticImages
  if (images?.size) throw new Error('A page asks Astro to make pictures; put them in public/ instead.')
  say({ result: { pages, inline, heap: process.memoryUsage().heapUsed } })
}

if (parentPort && workerData) {
  const port = parentPort
  work(workerData as WorkerTask, (message) => port.postMessage(message)).catch((problem: unknown) => {
    port.postMessage({ failed: problem instanceof Error ? problem.message : String(problem) } satisfies WorkerMessage)
  })
}
