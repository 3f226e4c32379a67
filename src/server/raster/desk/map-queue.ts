import { MAP_REFUSED, type MapWork } from '#contract/old-maps.ts'
import { ANONYMOUS } from '#rules/access/permissions.ts'
import type { MapTask, MapUploads } from './map-uploads.ts'
import { MapWorkFailed, runMapWorker, type MapStorage } from './run-map-worker.ts'

interface Options {
  uploads: MapUploads
  storage: MapStorage
  log?: (error: unknown) => void
  /** Does the work; tests pass a fake. */
  run?: typeof runMapWorker
}
/** The map that is cut now. */
interface Running {
  upload: string
  done: number
  total: number
  /** Aborted by `cancel`. */
  cancelled: AbortController
  ended: Promise<void>
}

/** How often a map waits for an import to end, and how long. */
const TRIES = 20
const WAIT = 3000

/** Makes the tiles of uploaded maps, one after the other. What waits is stored beside each upload, so that a restart continues. */
export function createMapQueue({ uploads, storage, log, run: runWorker = runMapWorker }: Options) {
  const end = new AbortController()
  let running: Running | undefined
  let remaking = false
  let loop: Promise<void> | undefined

  async function cut(upload: string, task: MapTask): Promise<void> {
    const found = await uploads.find(upload)
    if (!found) {
      await uploads.writeTask(upload, { ...task, error: MAP_REFUSED.gone })
      return
    }
    const { layer, replace, texts, asked_by } = task
    const georeference = await uploads.pointsOf(upload)
    const { promise: ended, resolve: settle } = Promise.withResolvers<void>()
    const mine: Running = { upload, done: 0, total: 0, cancelled: new AbortController(), ended }
    running = mine
    const signal = AbortSignal.any([end.signal, mine.cancelled.signal])
    const caller = { ...ANONYMOUS, id: asked_by }
    try {
      // It may have been cancelled while this was read.
      if ((await uploads.taskOf(upload))?.error !== null) return
      await waitForLock(signal, () =>
        runWorker(
          { is: 'add', ...storage, ...found, georeference, layer, replace, texts, caller },
          { signal, onProgress: (done, total) => Object.assign(mine, { done, total }) },
        ),
      )
      await uploads.remove(upload)
    } catch (error) {
      if (end.signal.aborted) return
      const isCancelled = mine.cancelled.signal.aborted
      if (!isCancelled) log?.(error)
      await uploads.writeTask(upload, isCancelled ? cancelled(task) : { ...task, error: (error as Error).message })
    } finally {
      running = undefined
      settle()
    }
  }
  /** An import of somebody else ends after a while. */
  async function waitForLock(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted()
      try {
        await work()
        return
      } catch (error) {
        const isBusy = error instanceof MapWorkFailed && error.kind === 'busy'
        if (!isBusy || tries === TRIES || signal.aborted) throw error
        await new Promise<void>((resolve) => {
          setTimeout(resolve, WAIT).unref()
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      if (end.signal.aborted) return
      if (remaking) {
        remaking = false
        await runWorker({ is: 'remake', ...storage }, { signal: end.signal }).catch((error: unknown) => log?.(error))
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
    /** Stops making the tiles of an upload, which stays. False where it is not waiting or being cut, or was finished first. */
    async cancel(upload: string): Promise<boolean> {
      const task = await uploads.taskOf(upload)
      if (task?.error !== null) return false
      if (running?.upload === upload) {
        const { ended } = running
        running.cancelled.abort()
        await ended
      } else await uploads.writeTask(upload, cancelled(task))
      return (await uploads.taskOf(upload))?.cancelled === true
    },
    /** What is cut, waits, failed or was cancelled, the oldest first; then uploads that nobody has placed for a day. */
    async list(): Promise<MapWork[]> {
      const asked = (await uploads.tasks()).map(({ upload, task }): MapWork => {
        const { done, total } = running?.upload === upload ? running : { done: 0, total: 0 }
        const { layer, texts, error, replace } = task
        return {
          ...{ upload, layer, title: texts.title, error, done, total, ...(replace && { replaces: layer }) },
          state: task.cancelled
            ? 'cancelled'
            : error !== null
              ? 'failed'
              : running?.upload === upload
                ? 'cutting'
                : 'waiting',
        }
      })
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
const cancelled = (task: MapTask): MapTask => ({ ...task, error: MAP_REFUSED.cancelled, cancelled: true })
export type MapQueue = ReturnType<typeof createMapQueue>
