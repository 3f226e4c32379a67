import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IMPORT_REFUSED } from '#contract/imports.ts'
import type { Config } from '../config.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { trySetPriority } from '../jobs/priority.ts'
import { childEnvironment } from '../storage/open-media-store.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import type { ImportFiles } from './import-files.ts'
import { failRun, type ImportTask } from './import-runs.ts'

const SCRIPT = fileURLToPath(new URL('./import-worker.ts', import.meta.url))
/** Nice value: requests come first, and old maps that somebody waits for. */
const PRIORITY = 10
/** MiB of JavaScript's memory; 22,000 rows take 300. */
const MEMORY = 1024
/** Milliseconds in which it undoes its work when the server closes. */
const SHUTDOWN_TIMEOUT = 10_000

interface Options {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  files: ImportFiles
  config: Config
  log: (error: unknown) => void
  /** False while another process works on the imports of this folder. */
  keepsFolder: () => boolean
}

/** Checks and runs imports, one after the other, each in a process of its own. What waits is in the database; how far it is, and that it shall stop, are files in its folder: the database is busy while an import writes. */
export function createImportQueue({ db, reader, files, config, log, keepsFolder }: Options) {
  const end = new AbortController()
  let loop: Promise<void> | undefined
  let again = false

  const progressOf = (id: number) => join(files.folderOf(id), 'progress.json')

  /** @returns why it ended without an answer, if so. */
  async function work(id: number): Promise<string | undefined> {
    const { mediaDir, trashDir, overlaysDir: tilesDir, scans: limits, s3 } = config
    const task: ImportTask = { ...{ id, folder: files.folderOf(id), mediaDir, trashDir, tilesDir, limits } }
    const child = fork(SCRIPT, [JSON.stringify(task)], {
      execArgv: [`--max-old-space-size=${MEMORY}`],
      env: childEnvironment({ database: db.engine.address, s3 }),
    })
    if (child.pid !== undefined) trySetPriority(child.pid, PRIORITY)
    let late: NodeJS.Timeout | undefined
    const stop = () => {
      // It finds out itself.
      if (child.connected) child.disconnect()
      late = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_TIMEOUT)
    }
    end.signal.addEventListener('abort', stop, { once: true })
    const isDone = await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
    })
    end.signal.removeEventListener('abort', stop)
    clearTimeout(late)
    return isDone ? undefined : end.signal.aborted ? IMPORT_REFUSED.interrupted : IMPORT_REFUSED.crashed
  }

  async function run(): Promise<void> {
    while (!end.signal.aborted && keepsFolder()) {
      const rows = reader.selectFrom('import_run').select('id').where('state', 'in', ['checking', 'running'])
      // Those of other machines are theirs.
      const [next] = (await rows.orderBy('changed_at').execute()).filter(({ id }) => existsSync(files.folderOf(id)))
      if (!next) return
      const { id } = next
      // Of a server that was killed.
      const problem = existsSync(progressOf(id)) ? IMPORT_REFUSED.interrupted : await work(id)
      if (problem === undefined) continue
      log(new Error(`Import ${id}: ${problem}`))
      await failRun(db, id, problem)
      await removeNonOriginal(progressOf(id))
    }
  }

  return {
    progressOf,
    /** Exists where it shall stop. */
    cancelOf: (id: number) => join(files.folderOf(id), 'cancel'),
    /** Looks for work: now, or when the present work is done. */
    wake(): void {
      if (again) return
      again = true
      const next = () => {
        again = false
        return run()
      }
      loop = (loop ?? Promise.resolve()).then(next).catch(log)
    },
    async stop(): Promise<void> {
      end.abort()
      await loop
    },
  }
}
