import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { LIST_THREADS } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { ListRequest, ListReads } from './list-reads.ts'
import type { ReadAnswer, ReadWorkerData } from './read-worker.ts'

const SCRIPT = new URL('./read-worker.ts', import.meta.url)
/** Leaves one processor to the main thread. */
const threadCount = () => Math.min(4, Math.max(1, availableParallelism() - 1))

interface Job {
  request: ListRequest
  answer: PromiseWithResolvers<Buffer>
  onCost: (milliseconds: number) => void
  /** Limits the wait for a thread, then the run. */
  timer: NodeJS.Timeout
  start: number
}
/** Overrides of contract/limits.ts, for tests. */
type Options = Partial<Record<'threads' | keyof typeof LIST_THREADS, number>>

interface ReadPool extends ListReads {
  /** Resolves when the first thread is ready; rejects if it cannot start. */
  ready: Promise<void>
}

const unavailable = (sentence: string, seconds: number) =>
  new DomainError('unavailable', sentence, { retryAfter: seconds })

/** Lists without a search or tags take a few milliseconds and go first. */
const isQuick = ({ name, query }: ListRequest): boolean =>
  name === 'items' &&
  !query.search &&
  !(query.people_or ?? query.people_and ?? query.subjects_or ?? query.subjects_and ?? query.organizations)

/**
 * A pool of threads for list reads, so that searches do not block other calls. A read that waits or runs too long is refused, and its
 * thread is terminated and replaced. SQLite calls cannot be interrupted, so up to twice as many threads may exist for a moment.
 */
export function createReadPool(file: string, options: Options = {}): ReadPool {
  const { threads = threadCount(), waiting, wait, run, retryAfter } = { ...LIST_THREADS, ...options }
  const queue: Job[] = []
  const starting = new Set<Worker>()
  const idle: Worker[] = []
  const running = new Map<Worker, Job>()
  const ending = new Set<Promise<unknown>>()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  let closed = false

  function start(): void {
    const worker = new Worker(SCRIPT, { workerData: { file } satisfies ReadWorkerData })
    worker.unref()
    starting.add(worker)
    worker.on('message', (message: ReadAnswer) => {
      const job = finish(worker, 'milliseconds' in message ? message.milliseconds : undefined)
      // Ignore answers that arrive after the timeout.
      if (!job && !starting.delete(worker)) return
      ready.resolve()
      idle.push(worker)
      if ('json' in message) job?.answer.resolve(Buffer.from(message.json.buffer))
      else if ('failed' in message) job?.answer.reject(message.failed)
      schedule()
    })
    // The thread could not start, or ran out of memory; it exits after this.
    worker.on('error', (error) => fail(worker, error))
    worker.on('exit', (code) => {
      fail(worker, new Error(`The thread that reads lists ended with ${code}.`))
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
      // If it could not start, the next read tries again.
      if (!starting.delete(worker)) schedule()
    })
  }

  /** Removes and returns the job of a thread. @param milliseconds of work; default: its whole running time. */
  function finish(worker: Worker, milliseconds?: number): Job | undefined {
    const job = running.get(worker)
    if (!job) return undefined
    running.delete(worker)
    clearTimeout(job.timer)
    job.onCost(milliseconds ?? performance.now() - job.start)
    return job
  }

  /** Rejects the job of a thread; if the thread never started, also those that wait for it. */
  function fail(worker: Worker, error: unknown): void {
    ready.reject(error)
    finish(worker)?.answer.reject(error)
    if (starting.has(worker) && !closed) for (const job of queue.splice(0)) refuse(job, error)
  }

  function refuse(job: Job, reason: unknown): void {
    clearTimeout(job.timer)
    job.answer.reject(reason)
  }

  function terminate(worker: Worker): void {
    const ended = worker.terminate().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  function dispatch(worker: Worker, job: Job): void {
    clearTimeout(job.timer)
    job.start = performance.now()
    job.timer = setTimeout(() => {
      finish(worker)?.answer.reject(unavailable(API.longRead, retryAfter))
      terminate(worker)
      schedule()
    }, run)
    running.set(worker, job)
    worker.postMessage(job.request)
  }

  function schedule(): void {
    if (closed) return
    while (queue.length > 0 && idle.length > 0) {
      const quick = queue.findIndex(({ request }) => isQuick(request))
      dispatch(idle.pop()!, queue.splice(Math.max(quick, 0), 1)[0]!)
    }
    const alive = running.size + starting.size
    if (queue.length > starting.size && alive < threads && alive + ending.size < 2 * threads) start()
  }

  // The first search should not wait for a thread to start.
  start()

  return {
    ready: ready.promise,
    read(request, onCost) {
      if (closed || queue.length >= waiting) return Promise.reject(unavailable(API.manyReads, retryAfter))
      const answer = Promise.withResolvers<Buffer>()
      const giveUp = () => {
        queue.splice(queue.indexOf(job), 1)
        answer.reject(unavailable(API.manyReads, retryAfter))
      }
      const job: Job = { request, answer, onCost, start: 0, timer: setTimeout(giveUp, wait) }
      queue.push(job)
      schedule()
      return answer.promise
    },
    async close() {
      closed = true
      for (const job of queue.splice(0)) refuse(job, unavailable(API.manyReads, retryAfter))
      for (const worker of [...idle.splice(0), ...starting, ...running.keys()]) terminate(worker)
      await Promise.all(ending)
    },
  }
}
