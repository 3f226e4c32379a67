import { fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ArchiveDatabase } from '../database/open.ts'
import type { S3Settings } from '#s3/settings.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { childEnvironment } from '../storage/open-media-store.ts'
import { trySetPriority } from '../jobs/priority.ts'

const SCRIPT = fileURLToPath(new URL('./tiles-worker.ts', import.meta.url))
/** Nice value: requests come first, then this, then pictures (15). */
const PRIORITY = 10
/** Milliseconds between runs. */
const HOUR = 60 * 60_000
/** Milliseconds. */
const SHUTDOWN_TIMEOUT = 10_000

/** The arguments of the process, and its messages. */
export interface TilesJobMessage {
  mediaDir: string
  tilesDir: string
}
export interface TilesJobReply {
  sentence: string
  row?: { layer: number; file_name: string }
  error?: string
}

interface Place extends TilesJobMessage {
  db: ArchiveDatabase
  s3?: S3Settings | undefined
}
interface Options {
  log?: (sentence: string, row?: TilesJobReply['row'], error?: Error) => void
  interval?: number
  /** Milliseconds to undo unfinished work when the job is stopped; then the process is killed, and the sweep of a later run removes what it leaves. */
  killAfter?: number
  /** Called with the pid of a new process; for tests. */
  onStart?: (pid: number) => void
}

/** Maintains tiles in the background: now and every hour, in a child process, if there are any. */
export const startTilesJob = (
  { db, mediaDir, tilesDir, s3 }: Place,
  { log, interval = HOUR, killAfter = SHUTDOWN_TIMEOUT, onStart }: Options = {},
): Job =>
  startJob(
    async (signal) => {
      const { maps } = await db
        .selectFrom('overlay')
        .select(({ fn }) => fn.countAll<number>().as('maps'))
        .executeTakeFirstOrThrow()
      if (maps === 0 && (await readdir(tilesDir).catch(() => [])).length === 0) return
      if (signal.aborted) return
      await runProcess(db, { mediaDir, tilesDir }, { log, onStart, killAfter, signal, s3 })
    },
    {
      every: interval,
      onError: (error) => log?.('The tiles of old maps could not be looked after.', undefined, error as Error),
    },
  )

/** Resolves when the process has ended; rejects where it failed. */
function runProcess(
  db: ArchiveDatabase,
  args: TilesJobMessage,
  {
    log,
    onStart,
    killAfter,
    signal,
    s3,
  }: Pick<Options, 'log' | 'onStart'> & Pick<Place, 's3'> & { killAfter: number; signal: AbortSignal },
): Promise<void> {
  const env = childEnvironment({ database: db.engine.address, s3 })
  const child = fork(SCRIPT, [JSON.stringify(args)], { execArgv: [], env })
  return new Promise<void>((resolve, reject) => {
    let late: NodeJS.Timeout | undefined
    const stopChild = () => {
      if (child.connected) child.disconnect()
      late = setTimeout(() => child.kill('SIGKILL'), killAfter)
    }
    signal.addEventListener('abort', stopChild, { once: true })
    const settle = () => {
      signal.removeEventListener('abort', stopChild)
      clearTimeout(late)
    }
    child.on('message', ({ sentence, row, error }: TilesJobReply) =>
      log?.(sentence, row, error === undefined ? undefined : new Error(error)),
    )
    child.once('error', (error) => {
      if (child.pid !== undefined) return
      settle()
      reject(error)
    })
    child.once('exit', (code, by) => {
      settle()
      if (code === 0 || signal.aborted) resolve()
      else reject(new Error(`The process that looks after tiles ended with ${by ?? code}.`))
    })
    if (child.pid === undefined) return
    trySetPriority(child.pid, PRIORITY)
    onStart?.(child.pid)
  })
}
