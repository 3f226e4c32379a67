import { sql } from 'kysely'
import { storedWidths } from '#rules/media/pictures.ts'
import { skipLocked, inTransaction, onQueue } from '../database/write.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Row } from '../database/tables.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { inParallel } from '../limits/concurrency.ts'
import type { MediaStore } from '../storage/media-store.ts'
import {
  createDerivatives,
  NEEDED_FORMATS,
  PICTURES_AT_ONCE,
  SHOWN_FORMATS,
  type PictureSource,
} from './derivatives.ts'
import type { PictureWork } from './picture-work.ts'
import { selectPersonPictures, selectScanPictures, withWatermark } from './scan-picture.ts'

/** After so many attempts a picture is left alone; the doctor reports it. */
export const MAX_ATTEMPTS = 5
/** In milliseconds. The retry delay doubles with each failure of a picture (exponential backoff). */
const POLL_INTERVAL = 1000
export const RETRY_DELAY = 30_000
/** Milliseconds that a task is reserved for the process that does it: longer than any takes. If that process dies, another does it. */
export const CLAIM_TIME = 5 * 60_000

/** The source of a version: the picture of a scan (which also gets tiles) or of a person. Undefined where nothing has this version any more. */
async function sourceOf(db: Db, version: string): Promise<(PictureSource & { tiled: boolean }) | undefined> {
  const scan = await selectScanPictures(db).where('scan.version', '=', version).executeTakeFirst()
  if (scan) return { ...withWatermark(scan), tiled: true }
  const person = await selectPersonPictures(db).where('person_image.version', '=', version).executeTakeFirst()
  return person && { ...person, watermark: undefined, tiled: false }
}

interface PictureJobOptions {
  db: ArchiveDatabase
  pictures: PictureWork
  log?: (error: unknown, version: string) => void
}

/** Makes the smallest size of every queued picture, for cards and lists. The tasks stay: the server makes the other sizes. */
export async function makeSmallestSizes(db: ArchiveDatabase, media: MediaStore): Promise<void> {
  const derivatives = createDerivatives(media)
  const queued = await db.selectFrom('picture_task').select('version').orderBy('created_at').execute()
  await inParallel(queued, PICTURES_AT_ONCE, async ({ version }) => {
    const source = await sourceOf(db, version)
    if (!source) return
    for (const format of SHOWN_FORMATS)
      await derivatives.ensure(source, [format], storedWidths(source.width, format)[0])
  })
}

export const after = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Claims the oldest of the tasks that failed least. Counted before it starts: should it crash the whole machine, it does so only a few times. */
const claim = (db: ArchiveDatabase): Promise<Row<'picture_task'> | undefined> =>
  onQueue(db, (queue) => {
    const next = queue
      .selectFrom('picture_task')
      .select('version')
      .where('attempts', '<', MAX_ATTEMPTS)
      .where('next_attempt_at', '<=', after(0))
      .orderBy('attempts')
      .orderBy('created_at')
      .limit(1)
    return queue
      .updateTable('picture_task')
      .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: after(CLAIM_TIME) })
      .where('version', '=', skipLocked(queue, next))
      .returningAll()
      .executeTakeFirst()
  })

/** False where there is nothing to do. */
async function runNextTask({ db, pictures, log }: PictureJobOptions): Promise<boolean> {
  const task = await claim(db)
  if (!task) return false
  const { version, attempts } = task
  try {
    const source = await sourceOf(db, version)
    if (source) await pictures.ensure(source, NEEDED_FORMATS, { urgent: false })
    if (source?.tiled) await pictures.makeTiles(source, { urgent: false })
    await onQueue(db, (queue) => queue.deleteFrom('picture_task').where('version', '=', version).execute())
  } catch (error) {
    const next_attempt_at = after(RETRY_DELAY * 2 ** (attempts - 1))
    await onQueue(db, (queue) =>
      queue.updateTable('picture_task').set({ next_attempt_at }).where('version', '=', version).execute(),
    )
    log?.(error, version)
  }
  return true
}

/** Makes derivatives in the background, one picture after the other, from tasks stored in the database. */
export function startPictureJob(options: PictureJobOptions, { pollEvery = POLL_INTERVAL } = {}): Job {
  // A long import holds the write lock: the task waits.
  const onError = (error: unknown) => options.log?.(error, '')
  return startTasks(options.db, 'picture_task', () => runNextTask(options), { every: pollEvery, onError })
}

/** Does the tasks of a table one after the other. */
export function startTasks(
  db: ArchiveDatabase,
  table: 'picture_task' | 'page_task',
  runNext: () => Promise<boolean>,
  times: Parameters<typeof startJob>[1],
): Job {
  let isFirst = !db.isPostgres
  return startJob(async () => {
    // The only server: what was claimed was interrupted.
    const claimed = db.updateTable(table).set({ next_attempt_at: '' }).where('next_attempt_at', '<>', '')
    if (isFirst) await inTransaction(db, (trx) => trx.executeQuery(claimed))
    isFirst = false
    return await runNext()
  }, times)
}
