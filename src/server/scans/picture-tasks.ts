import type { Kysely, Transaction } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { NEEDED_FORMATS, type PictureSource } from './derivatives.ts'
import type { PictureWork } from './picture-work.ts'
import type { Watermark } from './watermark.ts'

/** A picture that could not be made so often is left alone; the doctor names it. */
export const MOST_ATTEMPTS = 5
/** Milliseconds between two looks for work, and after the first failure of a picture (twice as many after each other one). */
const LOOK = 1000
const PAUSE = 30_000

/** Asks for the sizes that the public sees of a picture, in the transaction of the change that needs them. */
export async function addPictureTask(trx: Transaction<Tables>, version: string): Promise<void> {
  const created_at = new Date().toISOString()
  await trx
    .insertInto('picture_task')
    .values({ version, created_at })
    .onConflict((conflict) => conflict.column('version').doUpdateSet({ attempts: 0 }))
    .execute()
}

/** What a version is made of: the picture of a scan, which has tiles, or of a person. Undefined where nothing has this version any more. */
async function sourceOf(
  db: Kysely<Tables>,
  version: string,
): Promise<(PictureSource & { tiled: boolean }) | undefined> {
  const scan = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['original.sha256', 'original.format', 'original.width'])
    .select(['scan.watermark', 'scan.color', 'scan.position'])
    .where('scan.version', '=', version)
    .executeTakeFirst()
  if (scan) {
    const { watermark: text, color, position, ...original } = scan
    return { ...original, watermark: { text, color, position } as Watermark, tiled: true }
  }
  const person = await db
    .selectFrom('person_image')
    .innerJoin('original', 'original.sha256', 'person_image.sha256')
    .select(['original.sha256', 'original.format', 'original.width'])
    .where('person_image.version', '=', version)
    .executeTakeFirst()
  return person && { ...person, watermark: undefined, tiled: false }
}

interface Parts {
  db: ArchiveDatabase
  pictures: PictureWork
  log?: (error: unknown, version: string) => void
}

/**
 * Does one task that is waiting, the oldest of those that failed least. False where there is none.
 * @param notBefore when a picture that failed may be tried again, by its version.
 */
async function doOne({ db, pictures, log }: Parts, notBefore: Map<string, number>): Promise<boolean> {
  const now = Date.now()
  const waiting = await db
    .selectFrom('picture_task')
    .selectAll()
    .where('attempts', '<', MOST_ATTEMPTS)
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(notBefore.size + 1)
    .execute()
  const task = waiting.find(({ version }) => (notBefore.get(version) ?? 0) <= now)
  if (!task) return false
  const { version, attempts } = task
  const source = await sourceOf(db, version)
  const one = (trx: Transaction<Tables>) => trx.updateTable('picture_task').where('version', '=', version)
  // Counted before it is begun: should it take the whole machine down, it does so a few times only.
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
    notBefore.set(version, Date.now() + PAUSE * 2 ** attempts)
    log?.(error, version)
  }
  return true
}

/** Makes sizes one picture after the other, beside everything else, from tasks that outlive the process. */
export function startPictureJob(parts: Parts, { look = LOOK } = {}): { stop(): Promise<void> } {
  const notBefore = new Map<string, number>()
  let stopped = false
  let wake = () => {}
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, look)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!stopped) {
      let more = false
      try {
        more = await doOne(parts, notBefore)
      } catch (error) {
        // A long import holds the archive: the task waits.
        parts.log?.(error, '')
      }
      if (!more && !stopped) await rest()
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
