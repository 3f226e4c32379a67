import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PICTURE } from '#contract/messages.ts'
import { PictureRefused, type Picture, type PictureLimits } from './inspect-picture.ts'
import { nextJob, type Job, type PictureAnswer, type PictureTask } from './picture-orders.ts'
import type { PictureWork } from './picture-work.ts'

const SCRIPT = fileURLToPath(new URL('./picture-worker.ts', import.meta.url))
/** Everything else on the machine comes first. */
const PRIORITY = 15
/** Bytes that the process may keep between two pictures; with more it is replaced, for decoders give memory back badly. */
const MOST_MEMORY = 220 * 1024 * 1024
/** Milliseconds after which a decode counts as hung, and after which an idle process is let go. */
const HUNG = 120_000
const IDLE = 60_000
/** Milliseconds that the work under way has to come to its end when the server is closed. */
const LAST_WORK = 10_000

interface Options {
  mediaDir: string
  limits: PictureLimits
  /** Other times, for tests. */
  hung?: number
  idle?: number
  /** Is told of a process that began; for tests. */
  onStart?: (child: ChildProcess) => void
}

/** The variables that the process needs; the server's secrets are not among them. */
const environment = (scratch: string) => ({
  PATH: process.env['PATH'],
  TMPDIR: scratch,
  // More arenas keep more memory than two pictures at once need.
  MALLOC_ARENA_MAX: '2',
})

/**
 * Does the work in a process beside the server: started when there is something to do, replaced when it dies, hangs or has grown, one inspection,
 * one set of sizes and one set of tiles at a time. A picture at which it died twice is refused.
 */
export function createPictureProcess({ mediaDir, limits, hung = HUNG, idle = IDLE, onStart }: Options): PictureWork {
  let child: ChildProcess | undefined
  let grown = false
  let closed = false
  let counter = 0
  const waiting: Job[] = []
  const running = new Map<number, { job: Job; alarm: NodeJS.Timeout }>()
  let rest: NodeJS.Timeout | undefined
  let onQuiet: (() => void) | undefined

  function start(): ChildProcess {
    // Pictures that become tiles lie here meanwhile, hundreds of megabytes: whatever becomes of the process, they go with it.
    const scratch = mkdtempSync(join(tmpdir(), 'lotline-pictures-'))
    const options = JSON.stringify({ mediaDir, limits, scratch })
    const started = fork(SCRIPT, [options], { execArgv: [], env: environment(scratch) })
    // Its threads are yet to begin: all of them inherit it.
    if (started.pid !== undefined) trySetPriority(started.pid)
    started.on('message', (answer: PictureAnswer) => onAnswer(answer))
    started.on('error', (error) => {
      if (started.pid !== undefined) return
      void rm(scratch, { recursive: true, force: true })
      onNoStart(error)
    })
    started.once('exit', () => {
      void rm(scratch, { recursive: true, force: true })
      onExit(started)
    })
    onStart?.(started)
    return started
  }

  function onAnswer({ number, memory, ...said }: PictureAnswer) {
    const entry = running.get(number)
    if (!entry) return
    clearTimeout(entry.alarm)
    running.delete(number)
    grown ||= memory > MOST_MEMORY
    entry.job.settle(said)
    work()
  }

  function onExit(ended: ChildProcess) {
    if (ended !== child) return
    child = undefined
    grown = false
    for (const { job, alarm } of running.values()) {
      clearTimeout(alarm)
      if (job.suspect || closed) job.settle({ refused: PICTURE.broken })
      else waiting.unshift(Object.assign(job, { suspect: true }))
    }
    running.clear()
    work()
  }

  /** The system is out of processes or of memory: who asked may ask again. */
  function onNoStart(error: Error) {
    child = undefined
    for (const { job, alarm } of running.values()) {
      clearTimeout(alarm)
      job.settle({ failed: error.message })
    }
    running.clear()
    work()
  }

  function letGo() {
    const ended = child
    child = undefined
    grown = false
    if (ended?.connected) ended.disconnect()
  }

  function begin(job: Job) {
    waiting.splice(waiting.indexOf(job), 1)
    try {
      child ??= start()
    } catch (error) {
      // No place for temporary files: who asked may ask again.
      return job.settle({ failed: (error as Error).message })
    }
    const number = ++counter
    const alarm = setTimeout(() => {
      running.delete(number)
      job.settle({ refused: PICTURE.slow })
      child?.kill('SIGKILL')
    }, hung)
    running.set(number, { job, alarm })
    child.send({ ...job.order, number }, () => {})
  }

  function work() {
    clearTimeout(rest)
    if (grown && running.size > 0) return
    if (grown) letGo()
    for (let job = next(); job; job = next()) begin(job)
    if (running.size > 0) return
    onQuiet?.()
    rest = setTimeout(letGo, idle).unref()
  }
  const next = () =>
    nextJob(
      waiting,
      [...running.values()].map(({ job }) => job),
    )

  function order<T>(task: PictureTask, { urgent }: { urgent: boolean }): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle: Job['settle'] = ({ result, refused, failed }) => {
        if (result !== undefined) resolve(result as T)
        else reject(refused === undefined ? new Error(failed) : new PictureRefused(refused))
      }
      if (closed) return settle({ failed: 'The archive is being closed.' })
      waiting.push({ order: task, lane: task.task, urgent, suspect: false, settle })
      work()
    })
  }

  return {
    inspect: (path) => order<Picture>({ task: 'inspect', path }, { urgent: true }),
    ensure: (source, formats, { urgent } = { urgent: true }) =>
      order<string>({ task: 'ensure', source: plain(source), ...(formats && { formats }) }, { urgent }),
    makeTiles: (source, { urgent } = { urgent: true }) =>
      order<string>({ task: 'tiles', source: plain(source) }, { urgent }),
    async close() {
      closed = true
      for (const { settle } of waiting.splice(0)) settle({ failed: 'The archive is being closed.' })
      if (running.size > 0) {
        const late = setTimeout(() => child?.kill('SIGKILL'), LAST_WORK)
        await new Promise<void>((resolve) => (onQuiet = resolve))
        clearTimeout(late)
      }
      clearTimeout(rest)
      letGo()
    },
  }
}

/** Without what else a row brought along. */
const plain = ({ sha256, format, width, watermark }: Parameters<PictureWork['ensure']>[0]) => ({
  sha256,
  format,
  width,
  watermark,
})

function trySetPriority(pid: number) {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // Not allowed here, or gone already: then it competes as everybody does.
  }
}
