import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
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
const RETRY_DELAY = 30_000

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
    if (source) await derivatives.ensure(source, SHOWN_FORMATS, { smallestOnly: true })
  })
}

/** Runs the oldest of the tasks that failed least, unless they wait for a retry (`notBefore`). False where there is none. */
async function runNextTask({ db, pictures, log }: PictureJobOptions, notBefore: Map<string, number>): Promise<boolean> {
  const now = performance.now()
  const waiting = await db
    .selectFrom('picture_task')
    .selectAll()
    .where('attempts', '<', MAX_ATTEMPTS)
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(notBefore.size + 1)
    .execute()
  const task = waiting.find(({ version }) => (notBefore.get(version) ?? -Infinity) <= now)
  if (!task) return false
  const { version, attempts } = task
  const source = await sourceOf(db, version)
  const one = (trx: Trx) => trx.updateTable('picture_task').where('version', '=', version)
  // Counted before it starts: should it crash the whole machine, it does so only a few times.
  await inTransaction(db, (trx) =>
    one(trx)
      .set({ attempts: attempts + 1 })
      .execute(),
  )
  try {
    if (source) await pictures.ensure(source, NEEDED_FORMATS, { urgent: false })
    if (source?.tiled) await pictures.makeTiles(source, { urgent: false })
    notBefore.delete(version)
    await inTransaction(db, (trx) => trx.deleteFrom('picture_task').where('version', '=', version).execute())
  } catch (error) {
    notBefore.set(version, performance.now() + RETRY_DELAY * 2 ** attempts)
    log?.(error, version)
  }
  return true
}

/** Makes derivatives in the background, one picture after the other, from tasks stored in the database. */
export function startPictureJob(options: PictureJobOptions, { pollEvery = POLL_INTERVAL } = {}): Job {
  const notBefore = new Map<string, number>()
  return startJob(() => runNextTask(options, notBefore), {
    every: pollEvery,
    // A long import holds the write lock: the task waits.
    onError: (error) => options.log?.(error, ''),
  })
}
