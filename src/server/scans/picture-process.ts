import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PICTURE } from '#contract/picture-messages.ts'
import { childEnvironment, type MediaLocation } from '../storage/open-media-store.ts'
import type { PictureSource } from './derivatives.ts'
import type { PictureLimits } from './inspect-picture.ts'
import { PictureRefused } from './picture-refused.ts'
import type { PictureWork } from './picture-work.ts'
import { processMemory } from './picture-memory.ts'
import {
  nextPictureJob,
  OUT_OF_MEMORY_FILE,
  type QueuedTask,
  type PictureAnswer,
  type PictureMethod,
} from './picture-queue.ts'
import { trySetPriority } from '../jobs/priority.ts'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '#s3/settings.ts'

/** Nice value: everything else on the machine comes first. */
const PRIORITY = 15
/** Bytes that the process may hold between two pictures, or two pages of a document; above, it is replaced, as decoders fragment memory. */
const MAX_IDLE_MEMORY = 220 * 1024 * 1024
const MAX_BETWEEN_PAGES = 2 * MAX_IDLE_MEMORY
/** In milliseconds. An idle process is stopped. */
const DECODE_TIMEOUT = 120_000
const IDLE_TIMEOUT = 60_000
/** Milliseconds that running work may take to finish when the server closes. */
const SHUTDOWN_TIMEOUT = 10_000
const CLOSED_MESSAGE = 'The archive is shutting down.'

interface Options extends Pick<MediaLocation, 'mediaDir' | 's3'> {
  limits: PictureLimits
  /** Other timeouts, and another memory limit in bytes, for tests. */
  decodeTimeout?: number
  idleTimeout?: number
  mostMemory?: number
  /** Called with each new process; for tests. */
  onStart?: (child: ChildProcess) => void
}

/** Does the work in a child process: started on demand, replaced when it dies, hangs or has grown. A picture that crashed it twice is refused. */
export function createPictureProcess({
  mediaDir,
  s3,
  limits,
  decodeTimeout = DECODE_TIMEOUT,
  idleTimeout = IDLE_TIMEOUT,
  mostMemory = processMemory(limits),
  onStart,
}: Options): PictureWork {
  let child: ChildProcess | undefined
  let outgrown = false
  let drawsPages = false
  let closed = false
  let counter = 0
  const waiting: QueuedTask[] = []
  const running = new Map<number, { job: QueuedTask; timer: NodeJS.Timeout }>()
  let idleTimer: NodeJS.Timeout | undefined
  let onIdle: (() => void) | undefined

  function start(): ChildProcess {
    drawsPages = false
    // Temporary files of tiling, hundreds of megabytes: removed with the process, however it ends.
    const scratch = mkdtempSync(join(tmpdir(), 'lotline-pictures-'))
    const started = startPictureWorker({ mediaDir, s3, limits, mostMemory, scratch, priority: PRIORITY })
    // For systems where no shell does it (`startPictureWorker`).
    if (started.pid !== undefined) trySetPriority(started.pid, PRIORITY)
    started.on('message', (answer: PictureAnswer) => onAnswer(answer))
    started.on('error', (error) => {
      if (started.pid !== undefined) return
      void rm(scratch, { recursive: true, force: true })
      onSpawnError(error)
    })
    started.once('exit', () => {
      const outOfMemory = existsSync(join(scratch, OUT_OF_MEMORY_FILE))
      void rm(scratch, { recursive: true, force: true })
      onExit(started, outOfMemory)
    })
    onStart?.(started)
    return started
  }

  function onAnswer({ number, memory, ...answer }: PictureAnswer) {
    const entry = running.get(number)
    if (!entry) return
    clearTimeout(entry.timer)
    running.delete(number)
    drawsPages ||= entry.job.task.method === 'drawPage'
    outgrown ||= memory > (drawsPages ? MAX_BETWEEN_PAGES : MAX_IDLE_MEMORY)
    entry.job.settle(answer)
    schedule()
  }

  function onExit(exited: ChildProcess, outOfMemory: boolean) {
    if (exited !== child) return
    child = undefined
    outgrown = false
    clearRunning((job) => {
      if (closed) job.settle({ failed: CLOSED_MESSAGE })
      else if (job.suspect) job.settle({ refused: outOfMemory ? PICTURE.outOfMemory : PICTURE.stopped })
      else waiting.unshift(Object.assign(job, { suspect: true }))
    })
  }

  function clearRunning(end: (job: QueuedTask) => void) {
    for (const { job, timer } of running.values()) {
      clearTimeout(timer)
      end(job)
    }
    running.clear()
    schedule()
  }

  /** Out of processes or memory: the caller may try again. */
  function onSpawnError(error: Error) {
    child = undefined
    clearRunning((job) => job.settle({ failed: error.message }))
  }

  function stopWorker() {
    const stopped = child
    child = undefined
    outgrown = false
    if (stopped?.connected) stopped.disconnect()
  }

  function run(job: QueuedTask) {
    waiting.splice(waiting.indexOf(job), 1)
    try {
      child ??= start()
    } catch (error) {
      // No room for temporary files: the caller may try again.
      return job.settle({ failed: (error as Error).message })
    }
    const number = ++counter
    const timer = setTimeout(() => {
      running.delete(number)
      job.settle({ refused: PICTURE.slow })
      child?.kill('SIGKILL')
    }, decodeTimeout)
    running.set(number, { job, timer })
    child.send({ ...job.task, number }, () => {})
  }

  function schedule() {
    clearTimeout(idleTimer)
    if (outgrown && running.size > 0) return
    if (outgrown) stopWorker()
    for (let job = next(); job; job = next()) run(job)
    if (running.size > 0) return
    onIdle?.()
    idleTimer = setTimeout(stopWorker, idleTimeout).unref()
  }
  const next = () =>
    nextPictureJob(
      waiting,
      [...running.values()].map(({ job }) => job),
    )

  function call<M extends PictureMethod>(
    method: M,
    args: Parameters<PictureWork[M]>,
    urgent = true,
  ): ReturnType<PictureWork[M]> {
    const called = new Promise<unknown>((resolve, reject) => {
      const settle: QueuedTask['settle'] = ({ result, refused, failed, code }) => {
        if (result !== undefined) resolve(result ?? undefined)
        else
          reject(
            refused === undefined ? Object.assign(new Error(failed), code && { code }) : new PictureRefused(refused),
          )
      }
      if (closed) return settle({ failed: CLOSED_MESSAGE })
      waiting.push({ task: { method, args }, urgent, suspect: false, settle })
      schedule()
    })
    return called as ReturnType<PictureWork[M]>
  }

  return {
    inspect: (...args) => call('inspect', args),
    inspectUpload: (...args) => call('inspectUpload', args),
    drawPage: (...args) => call('drawPage', args, args[0].path !== undefined),
    preview: (...args) => call('preview', args),
    ensure: (source, formats, options) => call('ensure', [plain(source), formats, options], options?.urgent),
    makeTiles: (source, options) => call('makeTiles', [plain(source)], options?.urgent),
    frame: (...args) => call('frame', args),
    ocrPage: (...args) => call('ocrPage', args, false),
    async close() {
      closed = true
      for (const { settle } of waiting.splice(0)) settle({ failed: CLOSED_MESSAGE })
      if (running.size > 0) {
        const late = setTimeout(() => child?.kill('SIGKILL'), SHUTDOWN_TIMEOUT)
        await new Promise<void>((resolve) => (onIdle = resolve))
        clearTimeout(late)
      }
      clearTimeout(idleTimer)
      stopWorker()
    },
  }
}

/** Drops other columns of the row. */
const plain = ({ sha256, format, width, watermark, turn = 0 }: PictureSource) => ({
  ...{ sha256, format, width, watermark, turn },
})

const SCRIPT = fileURLToPath(new URL('./picture-worker.ts', import.meta.url))
const SHELL = '/bin/sh'

/** Kilobytes added for `ulimit`, which catches what grows faster than the process checks: Node reserves 600 MB that it never touches. */
const RESERVED = 1024 * 1024

const environment = (scratch: string, s3: S3Settings | undefined) => ({
  ...childEnvironment({ s3 }),
  TMPDIR: scratch,
  // More arenas hold more memory than two pictures at once need.
  MALLOC_ARENA_MAX: '2',
})

/** Starts picture-worker.ts. Linux enforces the memory limit too (`ulimit -d`); elsewhere the process only checks itself. */
function startPictureWorker({
  s3,
  priority,
  ...options
}: {
  mediaDir: string
  s3?: S3Settings | undefined
  limits: PictureLimits
  mostMemory: number
  scratch: string
  /** Nice value. */
  priority: number
}): ChildProcess {
  const env = environment(options.scratch, s3)
  const argument = JSON.stringify(options)
  if (process.platform !== 'linux' || !existsSync(SHELL))
    return fork(SCRIPT, [argument], { execArgv: [], env, serialization: 'advanced' })
  const kilobytes = Math.ceil(options.mostMemory / 1024) + RESERVED
  // A lower limit of the machine stays. With `exec` the shell becomes the process, under the same pid. Linux keeps a priority for each thread: set later,
  // by the server, it would not reach those that Node has started already.
  const command = `ulimit -d ${kilobytes} 2>/dev/null; renice ${priority} -p $$ >/dev/null 2>&1; exec "$0" "$@"`
  return spawn(SHELL, ['-c', command, process.execPath, SCRIPT, argument], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    env,
  })
}
