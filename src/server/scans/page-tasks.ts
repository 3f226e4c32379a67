import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Trx } from '../database/tables.ts'
import { inTransaction, onQueue, skipLocked } from '../database/write.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { touchItems } from '../records/derived.ts'
import { originalKey, UNFINISHED } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import { pagesOf } from './inspect-file.ts'
import type { Picture } from './inspect-picture.ts'
import { storeOriginal, writeOriginalRow } from './originals.ts'
import { CLAIM_TIME, MAX_ATTEMPTS, RETRY_DELAY } from './picture-tasks.ts'
import { PictureRefused } from './picture-refused.ts'
import type { PictureWork } from './picture-work.ts'
import { nextOrder, writeScan, type ScanFields } from './submit-picture.ts'

/** What goes with every page of a document. */
export type PageFields = Pick<ScanFields, 'watermark' | 'color' | 'position'> & { caller?: Caller }

/** Queues pages of a document from `first` on; page 1 has the order `order`. */
export async function addPageTasks(
  trx: Trx,
  {
    document,
    first,
    pages,
    order,
    ...rest
  }: { document: number; first: number; pages: number; order: number } & PageFields,
): Promise<void> {
  const fields = JSON.stringify(rest)
  const rows = Array.from({ length: pages - first + 1 }, (_, at) => ({
    ...{ document_id: document, page: first + at, scan_order: order + first + at - 1, fields },
  }))
  if (rows.length > 0) await trx.insertInto('page_task').values(rows).execute()
}

/** Queues the pages of documents that were imported without any. */
export async function queueImportedPages(trx: Trx, documents: readonly number[]): Promise<void> {
  for (const document of documents) {
    const file = await trx
      .selectFrom('item_file as file')
      .innerJoin('original', 'original.sha256', 'file.sha256')
      .select(['file.item_id', 'original.details'])
      .where('file.id', '=', document)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('scan').select('scan.id').whereRef('scan.document_id', '=', 'file.id'))),
      )
      .executeTakeFirst()
    if (!file) continue
    const order = await nextOrder(trx, file.item_id)
    await addPageTasks(trx, { document, first: 1, pages: pagesOf(file), order })
  }
}

/** The name of the file of a page: `minutes.pdf` becomes `minutes-012.jpg`. */
export const pageName = (document: string, page: number, { format }: Pick<Picture, 'format'>): string =>
  `${document.replace(/\.(?:pdf|tiff?)$/i, '')}-${String(page).padStart(3, '0')}.${format === 'jpeg' ? 'jpg' : format}`

interface PageJobOptions {
  db: ArchiveDatabase
  media: MediaStore
  pictures: PictureWork
  /** Folder for unfinished files. */
  incoming: string
  log?: (error: unknown, document: number) => void
}

const after = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Pages of documents that are there, not those of removed ones. */
const openTasks = (db: Db) =>
  db
    .selectFrom('page_task')
    .where('problem', '=', '')
    .where('document_id', 'in', db.selectFrom('item_file').select('id'))

/** Claims the next page, as picture-tasks.ts does. */
const claim = (db: ArchiveDatabase) =>
  onQueue(db, (queue) => {
    const next = openTasks(queue)
      .select(sql<string>`document_id || '.' || page`.as('id'))
      .where('next_attempt_at', '<=', after(0))
      .orderBy('attempts')
      .orderBy('document_id')
      .orderBy('page')
      .limit(1)
    return queue
      .updateTable('page_task')
      .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: after(CLAIM_TIME) })
      .where(sql<string>`document_id || '.' || page`, '=', skipLocked(queue, next))
      .returningAll()
      .executeTakeFirst()
  })
type Task = NonNullable<Awaited<ReturnType<typeof claim>>>

const documentOf = (db: Db, id: number) =>
  db
    .selectFrom('item_file as file')
    .innerJoin('original', 'original.sha256', 'file.sha256')
    .select(['file.item_id', 'file.hidden_until', 'original.sha256', 'original.format', 'original.file_name'])
    .where('file.id', '=', id)
    .executeTakeFirst()

async function drawTask({ db, media, pictures, incoming }: PageJobOptions, { document_id, page }: Task): Promise<void> {
  const file = await documentOf(db, document_id)
  if (!file) return
  await mkdir(incoming, { recursive: true })
  const to = join(incoming, `${randomUUID()}${UNFINISHED}`)
  try {
    const picture = await pictures.drawPage({ sha256: file.sha256, format: file.format, page }, to)
    const key = originalKey(picture.sha256, picture.format)
    await storeOriginal(media, { key, bytes: picture.bytes }, to, { immutable: true })
    await inTransaction(db, async (trx) => {
      // Whoever takes the task out writes the scan; the document may have been removed meanwhile.
      const task = trx.deleteFrom('page_task').where('document_id', '=', document_id).where('page', '=', page)
      const still = await documentOf(trx, document_id)
      const taken = still && (await task.returningAll().executeTakeFirst())
      if (!taken) return
      const { caller, ...fields } = JSON.parse(taken.fields) as PageFields
      await writeOriginalRow(trx, picture, pageName(file.file_name, page, picture))
      const { item_id: item, hidden_until } = still
      const isLast = !(await openTasks(trx).select('page').where('document_id', '=', document_id).executeTakeFirst())
      const part = { document_id, page, hidden_until }
      await writeScan(trx, caller, picture, { ...fields, item, order: taken.scan_order }, { part, rebuild: isLast })
    })
  } finally {
    await removeNonOriginal(to)
  }
}

/** A page that can't be drawn is left aside with the reason; the others stay. */
async function noteProblem({ db }: PageJobOptions, { document_id, page, attempts }: Task, error: unknown) {
  const isFinal = error instanceof PictureRefused || attempts >= MAX_ATTEMPTS
  const problem = isFinal ? (error instanceof Error ? error.message : String(error)) || 'It failed.' : ''
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('page_task')
      .set({ problem, next_attempt_at: after(RETRY_DELAY * 2 ** (attempts - 1)) })
      .where('document_id', '=', document_id)
      .where('page', '=', page)
      .execute()
    if (!isFinal) return
    const file = await documentOf(trx, document_id)
    if (!file) return
    await touchItems(trx, file.item_id)
    // What was drawn has waited for this page.
    const waiting = await openTasks(trx).select('page').where('document_id', '=', document_id).executeTakeFirst()
    if (!waiting) await requestRebuild(trx, `Added pages of “${file.file_name}”`)
  })
}

/** Draws the pages of documents in the background, one after the other, from tasks stored in the database. */
export function startPageJob(options: PageJobOptions, { pollEvery = 1000 } = {}): Job {
  const { db, log } = options
  let isFirst = !db.isPostgres
  return startJob(
    async () => {
      // The only server: what was claimed was interrupted.
      if (isFirst)
        await inTransaction(db, (trx) =>
          trx.updateTable('page_task').set({ next_attempt_at: '' }).where('next_attempt_at', '<>', '').execute(),
        )
      isFirst = false
      const task = await claim(db)
      if (!task) return false
      try {
        await drawTask(options, task)
      } catch (error) {
        await noteProblem(options, task, error)
        log?.(error, task.document_id)
      }
      return true
    },
    { every: pollEvery, onError: (error) => log?.(error, 0) },
  )
}
