import { readdir } from 'node:fs/promises'
import type { ArchiveDatabase } from '../database/open.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { runMapWorker, type MapStorage, type WorkerOptions } from './desk/run-map-worker.ts'

/** Milliseconds between runs. */
const HOUR = 60 * 60_000

type Place = Omit<MapStorage, 'database'> & { db: ArchiveDatabase }
type Options = Pick<WorkerOptions, 'log' | 'killAfter' | 'onStart'> & { interval?: number }

/** Maintains tiles in the background: now and every hour, in a child process, if there are any. */
export const startTilesJob = (
  { db, mediaDir, trashDir, tilesDir, s3 }: Place,
  { interval = HOUR, ...options }: Options = {},
): Job =>
  startJob(
    async (signal) => {
      const { maps } = await db
        .selectFrom('overlay')
        .select(({ fn }) => fn.countAll<number>().as('maps'))
        .executeTakeFirstOrThrow()
      if (maps === 0 && (await readdir(tilesDir).catch(() => [])).length === 0) return
      if (signal.aborted) return
      const task = { is: 'remake', database: db.engine.address, mediaDir, trashDir, tilesDir, s3 } as const
      await runMapWorker(task, { signal, ...options }).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    },
    {
      every: interval,
      onError: (error) => options.log?.('The tiles of old maps could not be looked after.', undefined, error as Error),
    },
  )
