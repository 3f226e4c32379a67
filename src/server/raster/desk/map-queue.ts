import { MAP_REFUSED, type MapWork } from '#contract/old-maps.ts'
import type { MapTask, MapUploads } from './map-uploads.ts'
import { MapWorkFailed, runMapWorker, type MapStorage } from './run-map-worker.ts'

interface Options {
  uploads: MapUploads
  storage: MapStorage
  log?: (error: unknown) => void
}

/** How often a map waits for an import to end, and how long. */
const TRIES = 20
const WAIT = 3000

/** Makes the tiles of uploaded maps, one after the other. What waits is stored beside each upload, so that a restart continues. */
export function createMapQueue({ uploads, storage, log }: Options) {
  const end = new AbortController()
  let running: { upload: string; done: number; total: number } | undefined
  let remaking = false
  let loop: Promise<void> | undefined

  async function cut(upload: string, task: MapTask): Promise<void> {
    const found = await uploads.find(upload)
    if (!found) {
      await uploads.writeTask(upload, { ...task, error: MAP_REFUSED.gone })
      return
    }
    const { layer, replace, texts } = task
    const georeference = await uploads.pointsOf(upload)
    running = { upload, done: 0, total: 0 }
    try {
      await patiently(() =>
        runMapWorker(
          { is: 'add', ...storage, ...found, georeference, layer, replace, texts },
          {
            signal: end.signal,
            onProgress: (done, total) => (running = { upload, done, total }),
          },
        ),
      )
      await uploads.remove(upload)
    } catch (error) {
      if (end.signal.aborted) return
      log?.(error)
      await uploads.writeTask(upload, { ...task, error: (error as Error).message })
    } finally {
      running = undefined
    }
  }
  /** An import of somebody else ends after a while. */
  async function patiently(work: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await work()
        return
      } catch (error) {
        const isBusy = error instanceof MapWorkFailed && error.kind === 'busy'
        if (!isBusy || tries === TRIES || end.signal.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, WAIT).unref())
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      if (end.signal.aborted) return
      if (remaking) {
        remaking = false
        await runMapWorker({ is: 'remake', ...storage }, { signal: end.signal }).catch((error: unknown) => log?.(error))
        continue
      }
      const next = (await uploads.tasks()).find(({ task }) => task.error === null)
      if (!next) return
      await cut(next.upload, next.task)
    }
  }
  function wake(): void {
    const before = loop
    loop = (before ?? Promise.resolve()).then(run).catch((error: unknown) => log?.(error))
  }

  return {
    wake,
    /** Makes the tiles of a map that was brought back. */
    remake() {
      remaking = true
      wake()
    },
    /** What is cut, waits or failed, the oldest first; then uploads that nobody has placed for a day. */
    async list(): Promise<MapWork[]> {
      const asked = (await uploads.tasks()).map(({ upload, task: { layer, texts, error } }): MapWork => ({
        ...{ upload, layer, title: texts.title, error },
        state: error !== null ? 'failed' : running?.upload === upload ? 'cutting' : 'waiting',
        done: running?.upload === upload ? running.done : 0,
        total: running?.upload === upload ? running.total : 0,
      }))
      const left = (await uploads.left()).map(({ upload, fileName }): MapWork => ({
        ...{ upload, layer: 0, title: fileName, done: 0, total: 0 },
        ...{ state: 'failed', error: MAP_REFUSED.unplaced },
      }))
      return [...asked, ...left]
    },
    /** Resolves when nothing is left to do. */
    settled: async () => await loop,
    async stop(): Promise<void> {
      end.abort()
      await loop
    },
  }
}
export type MapQueue = ReturnType<typeof createMapQueue>
