import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AstroConfig, AstroIntegration } from 'astro'
import { giveBackMemory } from '../give-back-memory.ts'
import type { WorkerMessage, WorkerResult, WorkerTask } from './page-worker.ts'
import type { RenderContext } from './render-bundle.ts'

interface Options {
  /** Where the pages are written; Astro's own output folder only gets scripts, styles and what lies in public/. */
  pagesFolder: string
}

type Report = Omit<WorkerResult, 'heap'> & { milliseconds: number }
type Listener = { onProgress?: (done: number, of: number | null) => void; onDone?: (report: Report) => void }

/** The build that is under way tells here what it did: an integration has no other way to answer its caller. */
let listener: Listener = {}
export const listenToPageWorkers = (next: Listener) => (listener = next)

/** Threads that render pages. More than four do not help: the disk is then the limit, and each holds the archive in memory. */
export const threadCount = () => Math.max(1, Math.min(4, availableParallelism()))

/** Lets threads render the pages instead of Astro's own single one (docs/decisions: the release room). */
export function pageWorkers({ pagesFolder }: Options): AstroIntegration {
  let config: AstroConfig
  let pages: Map<string, { styles: unknown[]; route: { route: string } }>
  return {
    name: 'lotline:page-workers',
    hooks: {
      'astro:config:done': (given) => {
        config = given.config
      },
      'astro:build:setup': (given) => {
        pages = given.pages as unknown as typeof pages
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((standard) => ({
          ...standard,
          name: 'lotline:page-workers',
          async setup() {
            await standard.setup?.()
            // What Vite took to bundle; the threads are about to need it.
            giveBackMemory()
            const began = performance.now()
            const { app } = standard as unknown as {
              app: { getSettings(): { scripts: { stage: string; content: string }[] } }
            }
            const context: RenderContext = {
              entry: findEntry(fileURLToPath(new URL('.prerender/', config.outDir))),
              origin: new URL(config.site!).origin,
              pages: [...pages].map(([key, { styles, route }]) => [key, { styles, route: { route: route?.route } }]),
              scripts: app.getSettings().scripts.map(({ stage, content }) => ({ stage, content })),
            }
            const results = await runWorkers(context, pagesFolder)
            listener.onDone?.({ ...merge(results), milliseconds: performance.now() - began })
          },
          getStaticPaths: () => Promise.resolve([]),
        }))
      },
    },
  }
}

function findEntry(folder: string): string {
  const entry = readdirSync(folder).find((name) => name.startsWith('prerender-entry.'))
  if (!entry) throw new Error(`Astro left no prerender bundle in ${folder}.`)
  return join(folder, entry)
}

function runWorkers(context: RenderContext, folder: string): Promise<WorkerResult[]> {
  const of = threadCount()
  let done = 0
  const workers: Worker[] = []
  const run = (share: number) =>
    new Promise<WorkerResult>((resolve, reject) => {
      const workerData: WorkerTask = { context, folder, share, of }
      const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
        workerData,
        // With a small nursery short-lived strings do not pile up: a third less memory for 15,000 pages.
        resourceLimits: { maxYoungGenerationSizeMb: 16 },
      })
      workers.push(worker)
      worker.on('message', (message: WorkerMessage) => {
        if ('done' in message) listener.onProgress?.((done += message.done), null)
        else if ('result' in message) resolve(message.result)
        else reject(new Error(message.failed))
      })
      worker.on('error', reject)
      worker.on('exit', (code) => reject(new Error(`A page worker ended with ${code}.`)))
    })
  return Promise.all(Array.from({ length: of }, (_, share) => run(share))).finally(() =>
    Promise.all(workers.map((worker) => worker.terminate())),
  )
}

function merge(results: WorkerResult[]): Omit<WorkerResult, 'heap'> {
  const all = (pick: (result: WorkerResult) => Set<string>) =>
    new Set(results.flatMap((each) => [...pick(each)]).sort())
  return {
    pages: results.flatMap((each) => each.pages).sort((a, b) => (a.address < b.address ? -1 : 1)),
    inline: {
      scripts: all((each) => each.inline.scripts),
      styles: all((each) => each.inline.styles),
      refused: all((each) => each.inline.refused),
    },
  }
}
