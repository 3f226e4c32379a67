import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MAP_REFUSED } from '#contract/old-maps.ts'
import type { S3Settings } from '#s3/settings.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { MapTexts } from '../../repositories/map-layers.ts'
import { childEnvironment } from '../../storage/open-media-store.ts'
import { trySetPriority } from '../../jobs/priority.ts'
import { createLimiter } from '../../limits/concurrency.ts'

const SCRIPT = fileURLToPath(new URL('./map-worker.ts', import.meta.url))
/** Nice values: requests come first, then what somebody asked for, then lost tiles, then pictures (15). */
const PRIORITY = { asked: 5, remake: 10 }
/** Bounds of what a person waits for: milliseconds, MiB of JavaScript's memory, and how many run at once. */
const WAITED = { time: 120_000, memory: 1024, atOnce: 2 }
const oneOfFew = createLimiter(WAITED.atOnce)
/** Milliseconds to undo unfinished work when the server closes. */
const SHUTDOWN_TIMEOUT = 10_000

export interface MapStorage {
  /** Both are handed on in the environment. */
  s3?: S3Settings | undefined
  database: string
  mediaDir: string
  /** Default: beside the media. */
  trashDir?: string
  tilesDir: string
}
interface Picture {
  file: string
  georeference?: string | undefined
}
/** The map that a sentence of the log is about. */
type MapRow = { layer: number; file_name: string }

/** What the process is to do; `remake`: makes missing tiles again, and removes those of no map. */
export type WorkerTask =
  | { is: 'inspect'; file: string }
  | ({ is: 'check' } & Picture)
  | ({ is: 'remake' } & MapStorage)
  | ({ is: 'add'; fileName: string; layer: number; replace: boolean; texts: MapTexts; caller: Caller } & Picture &
      MapStorage)
/** Its messages. */
export type WorkerReply =
  | { result: unknown }
  | { error: string; kind: 'refused' | 'busy' | 'failed' }
  | { sentence: string; row?: MapRow | undefined; problem?: string | undefined }
  | { done: number; total: number }

/** A task that did not succeed. `refused`: the sentence is for the person who asked. */
export class MapWorkFailed extends Error {
  readonly kind: 'refused' | 'busy' | 'failed'
  constructor(message: string, kind: MapWorkFailed['kind']) {
    super(message)
    this.kind = kind
  }
}

export interface WorkerOptions {
  signal?: AbortSignal | undefined
  onProgress?: (done: number, total: number) => void
  log?: (sentence: string, row?: MapRow, error?: Error) => void
  /** Milliseconds to undo unfinished work after the signal; then the process is killed. */
  killAfter?: number
  /** Called with the pid of the process; for tests. */
  onStart?: (pid: number) => void
  isWaitedFor?: boolean
}

/**
 * Does work on the pixels of a map in a process of its own. One that a person waits for ends at once when its signal says that nobody does any more.
 * @throws {MapWorkFailed}
 */
export function runMapWorker<Result>(task: WorkerTask, { signal, ...options }: WorkerOptions = {}): Promise<Result> {
  if (task.is !== 'inspect' && task.is !== 'check') return run(task, { signal, ...options })
  const isOver = (timeout: AbortSignal) => (signal ? AbortSignal.any([signal, timeout]) : timeout)
  return oneOfFew(() => run(task, { signal: isOver(AbortSignal.timeout(WAITED.time)), isWaitedFor: true }))
}

function run<Result>(task: WorkerTask, options: WorkerOptions): Promise<Result> {
  const { signal, onProgress, log, killAfter = SHUTDOWN_TIMEOUT, onStart, isWaitedFor = false } = options
  const { database, s3, ...args } = { database: undefined, s3: undefined, ...task }
  if (isWaitedFor && signal?.aborted) return Promise.reject(new MapWorkFailed(MAP_REFUSED.tooMuch, 'refused'))
  const child = fork(SCRIPT, [JSON.stringify(args)], {
    execArgv: isWaitedFor ? [`--max-old-space-size=${WAITED.memory}`] : [],
    env: childEnvironment({ database, s3 }),
    serialization: 'advanced',
  })
  return new Promise((resolve, reject) => {
    let late: NodeJS.Timeout | undefined
    let answer: WorkerReply | undefined
    const stopChild = () => {
      if (isWaitedFor) child.kill('SIGKILL')
      // A message, not a disconnection: the process still says what became of its task.
      if (child.connected) child.send('stop', () => {})
      late = setTimeout(() => child.kill('SIGKILL'), killAfter)
    }
    signal?.addEventListener('abort', stopChild, { once: true })
    child.on('message', (reply: WorkerReply) => {
      if ('done' in reply) onProgress?.(reply.done, reply.total)
      else if ('sentence' in reply)
        log?.(reply.sentence, reply.row, reply.problem === undefined ? undefined : new Error(reply.problem))
      else answer = reply
    })
    child.once('error', reject)
    child.once('exit', (code, by) => {
      signal?.removeEventListener('abort', stopChild)
      clearTimeout(late)
      if (answer && 'result' in answer) resolve(answer.result as Result)
      else if (answer && 'error' in answer) reject(new MapWorkFailed(answer.error, answer.kind))
      else if (isWaitedFor && by !== null) reject(new MapWorkFailed(MAP_REFUSED.tooMuch, 'refused'))
      else reject(new MapWorkFailed(`The process that works on maps ended with ${by ?? code}.`, 'failed'))
    })
    if (child.pid === undefined) return
    trySetPriority(child.pid, task.is === 'remake' ? PRIORITY.remake : PRIORITY.asked)
    onStart?.(child.pid)
  })
}
