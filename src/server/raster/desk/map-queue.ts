import { setTimeout as pause } from 'node:timers/promises'
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
  /** False in a process that leaves it to another one with the same folder. */
  cutsMaps?: () => boolean
}
/** The map that this process cuts now. */
interface Running {
  upload: string
  /** Aborted by `cancel`. */
  cancelled: AbortController
  ended: Promise<void>
}

/** How often a map waits for an import to end, and how long. */
const TRIES = 20
const WAIT = 3000

/** Milliseconds between looks at what another process has asked for, and that a cancelled cut has to end. */
const LOOK_EVERY = 300
const END_WITHIN = 15_000

/**
 * Makes the tiles of uploaded maps, one after the other. What waits, and how far it is, is stored beside each upload: a restart continues, and every
 * process with this folder can show and cancel it.
 */
export function createMapQueue({
  uploads,
  storage,
  log,
  run: runWorker = runMapWorker,
  cutsMaps = () => true,
}: Options) {
  const end = new AbortController()
  let running: Running | undefined
  let remaking = false
  let loop: Promise<void> | undefined
  let again = false

  async function cut(upload: string, task: MapTask): Promise<void> {
    const found = await uploads.find(upload)
    if (!found) {
      await uploads.writeTask(upload, { ...task, error: MAP_REFUSED.gone })
      return
    }
    const { layer, replace, texts, asked_by } = task
    const georeference = await uploads.pointsOf(upload)
    const { promise: ended, resolve: settle } = Promise.withResolvers<void>()
    const mine: Running = { upload, cancelled: new AbortController(), ended }
    running = mine
    let noted = Promise.resolve()
    const note = (done: number, total: number) => {
      noted = noted.then(() => uploads.writeProgress(upload, { done, total })).catch(() => {})
    }
    const looking = setInterval(() => void cancelIfAsked(mine), LOOK_EVERY)
    const signal = AbortSignal.any([end.signal, mine.cancelled.signal])
    const caller = { ...ANONYMOUS, id: asked_by }
    try {
      // It may have been cancelled while this was read.
      if ((await uploads.taskOf(upload))?.error !== null) return
      note(0, 0)
      await waitForLock(signal, () =>
        runWorker(
          { is: 'add', ...storage, ...found, georeference, layer, replace, texts, caller },
          { signal, onProgress: note },
        ),
      )
      await uploads.remove(upload)
    } catch (error) {
      if (end.signal.aborted) return
      const isCancelled = mine.cancelled.signal.aborted
      if (!isCancelled) log?.(error)
      await uploads.writeTask(upload, isCancelled ? cancelled(task) : { ...task, error: (error as Error).message })
    } finally {
      clearInterval(looking)
      await noted
      await uploads.endProgress(upload).catch(() => {})
      running = undefined
      settle()
    }
  }
  /** Another process was asked to cancel it. */
  async function cancelIfAsked(mine: Running): Promise<void> {
    if ((await uploads.taskOf(mine.upload))?.cancelled === true) mine.cancelled.abort()
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
        await pause(WAIT, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async function run(): Promise<void> {
    if (cutsMaps()) await uploads.endAllProgress()
    for (;;) {
      if (end.signal.aborted) return
      if (remaking) {
        remaking = false
        await runWorker({ is: 'remake', ...storage }, { signal: end.signal }).catch((error: unknown) => log?.(error))
        continue
      }
      const next = cutsMaps() ? (await uploads.tasks()).find(({ task }) => task.error === null) : undefined
      if (!next) return
      await cut(next.upload, next.task)
    }
  }
  /** Looks for work: now, or when the present work is done. */
  function wake(): void {
    if (again) return
    again = true
    const next = () => {
      again = false
      return run()
    }
    loop = (loop ?? Promise.resolve()).then(next).catch((error: unknown) => log?.(error))
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
      } else {
        await uploads.writeTask(upload, cancelled(task))
        const deadline = performance.now() + END_WITHIN
        while (performance.now() < deadline && (await uploads.progressOf(upload))) await pause(LOOK_EVERY)
      }
      return (await uploads.taskOf(upload))?.cancelled === true
    },
    /** What is cut, waits, failed or was cancelled, the oldest first; then uploads that nobody has placed for a day. */
    async list(): Promise<MapWork[]> {
      const works = (await uploads.tasks()).map(async ({ upload, task }): Promise<MapWork> => {
        const progress = await uploads.progressOf(upload)
        const { done, total } = progress ?? { done: 0, total: 0 }
        const { layer, texts, error, replace } = task
        return {
          ...{ upload, layer, title: texts.title, error, done, total, ...(replace && { replaces: layer }) },
          state: task.cancelled ? 'cancelled' : error !== null ? 'failed' : progress ? 'cutting' : 'waiting',
        }
      })
      const left = (await uploads.left()).map(({ upload, fileName }): MapWork => ({
        ...{ upload, layer: 0, title: fileName, done: 0, total: 0 },
        ...{ state: 'failed', error: MAP_REFUSED.unplaced },
      }))
      return [...(await Promise.all(works)), ...left]
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
