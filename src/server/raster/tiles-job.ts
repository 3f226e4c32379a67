import { fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ArchiveDatabase } from '../database/open.ts'

const SCRIPT = fileURLToPath(new URL('./tiles-worker.ts', import.meta.url))
/** Whoever asks the server for something comes first, then this, then pictures (15). */
const PRIORITY = 10
/** Milliseconds between two looks. */
const HOUR = 60 * 60_000
/** Milliseconds that it has to take back what it has begun when the server is closed. */
const LAST_WORK = 10_000

/** What the process is told, and what it says. */
export interface TilesOrder {
  databaseFile: string
  mediaDir: string
  tilesDir: string
}
export interface TilesSaid {
  sentence: string
  row?: { layer: number; file_name: string }
  error?: string
}

interface Place extends Omit<TilesOrder, 'databaseFile'> {
  db: ArchiveDatabase
}
interface Options {
  log?: (sentence: string, row?: TilesSaid['row'], error?: Error) => void
  every?: number
  /** Is told of a process that began; for tests. */
  onStart?: (pid: number) => void
}

/** Looks after the tiles beside the server: now, and every hour, in a process of its own where there is anything to look at. */
export function startTilesJob(
  { db, mediaDir, tilesDir }: Place,
  { log, every = HOUR, onStart }: Options = {},
): { stop(): Promise<void> } {
  const end = new AbortController()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const { maps } = await db
      .selectFrom('overlay')
      .select(({ fn }) => fn.countAll<number>().as('maps'))
      .executeTakeFirstOrThrow()
    if (maps === 0 && (await readdir(tilesDir).catch(() => [])).length === 0) return
    if (end.signal.aborted) return
    await runProcess({ databaseFile: db.file, mediaDir, tilesDir }, { log, onStart, signal: end.signal })
  }

  function once() {
    // One that takes longer than an hour is not joined by another.
    looking ??= look()
      .catch((error: Error) => log?.('The tiles of old maps could not be looked after.', undefined, error))
      .finally(() => (looking = undefined))
  }
  once()
  const timer = setInterval(once, every).unref()
  return {
    async stop() {
      clearInterval(timer)
      end.abort()
      await looking
    },
  }
}

/** Resolves when the process has ended; rejects where it did so of itself before its work was done. */
function runProcess(
  order: TilesOrder,
  { log, onStart, signal }: Pick<Options, 'log' | 'onStart'> & { signal: AbortSignal },
): Promise<void> {
  // Of the server's variables it needs none with a secret in it.
  const env = { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] }
  const child = fork(SCRIPT, [JSON.stringify(order)], { execArgv: [], env })
  return new Promise<void>((resolve, reject) => {
    let late: NodeJS.Timeout | undefined
    const letGo = () => {
      if (child.connected) child.disconnect()
      late = setTimeout(() => child.kill('SIGKILL'), LAST_WORK)
    }
    signal.addEventListener('abort', letGo, { once: true })
    const settle = () => {
      signal.removeEventListener('abort', letGo)
      clearTimeout(late)
    }
    child.on('message', ({ sentence, row, error }: TilesSaid) =>
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
    try {
      setPriority(child.pid, PRIORITY)
    } catch {
      // Not allowed here, or gone already: then it competes as everybody does.
    }
    onStart?.(child.pid)
  })
}
