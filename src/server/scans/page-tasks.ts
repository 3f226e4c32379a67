import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { needsReview, type Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Row, Trx } from '../database/tables.ts'
import { inTransaction, onQueue } from '../database/write.ts'
import type { Job } from '../jobs/background-job.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { recordChange } from '../records/audit.ts'
import { touchItems } from '../records/derived.ts'
import { originalKey, UNFINISHED } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import { pagesOf } from './inspect-file.ts'
import type { Picture } from './inspect-picture.ts'
import { storeOriginal, writeOriginalRow } from './originals.ts'
import { after, CLAIM_TIME, MAX_ATTEMPTS, RETRY_DELAY, startTasks } from './picture-tasks.ts'
import { PictureRefused } from './picture-refused.ts'
import type { PictureWork } from './picture-work.ts'
import { nextOrder, writeScan, type ScanFields } from './submit-picture.ts'

/** What goes with every page of a document. */
type PageFields = Pick<ScanFields, 'watermark' | 'color' | 'position'> & { caller?: Caller }
interface Pages extends PageFields {
  document: number
  first: number
  pages: number
  /** Of page 1 among the scans of the item. */
  order: number
}

/** Queues pages of a document from `first` on. */
async function addPageTasks(trx: Trx, { document, first, pages, order, ...rest }: Pages): Promise<void> {
  const fields = JSON.stringify(rest)
  const rows = Array.from({ length: pages - first + 1 }, (_, at) => ({
    ...{ document_id: document, page: first + at, scan_order: order + first + at - 1, fields },
  }))
  if (rows.length > 0) await trx.insertInto('page_task').values(rows).execute()
}

/** A document that is there, not a removed one. */
const documentOf = (db: Db, id: number) =>
  db
    .selectFrom('item_file as file')
    .innerJoin('original', 'original.sha256', 'file.sha256')
    .select(['file.item_id', 'file.hidden_until', 'original.sha256', 'original.format', 'file_name', 'details'])
    .where('file.id', '=', id)
    .executeTakeFirst()

/** Queues the pages of documents that were imported without any. */
export async function queueImportedPages(trx: Trx, documents: readonly number[]): Promise<void> {
  for (const document of documents) {
    const file = (await documentOf(trx, document))!
    const page = await trx.selectFrom('scan').select('id').where('document_id', '=', document).executeTakeFirst()
    const order = await nextOrder(trx, file.item_id)
    if (!page) await addPageTasks(trx, { document, first: 1, pages: pagesOf(file), order })
  }
}

/** The name of the file of a page: `minutes.pdf` becomes `minutes-012.jpg`. */
export const pageName = (document: string, page: number, { format }: { format: string }): string =>
  `${document.replace(/\.(?:pdf|tiff?)$/i, '')}-${String(page).padStart(3, '0')}.${format === 'jpeg' ? 'jpg' : format}`

/** Writes a document or a recording after the others of its item. The original has a row already. */
export async function writeFile(trx: Trx, caller: Caller, { sha256 }: Picture, item: number): Promise<number> {
  const file_order = sql<number>`(select coalesce(max(file_order), 0) + 1 from item_file where item_id = ${item})`
  const row = { item_id: item, sha256, file_order }
  const { id } = await trx.insertInto('item_file').values(row).returning('id').executeTakeFirstOrThrow()
  const action = needsReview(caller, 'scans') ? 'submitted' : 'added'
  await recordChange(trx, { caller, action, kind: 'files', key: id, item })
  return id
}

/** Writes a document with its first page, and queues the others. Both originals have rows already. Answers with the scan of the first page. */
export async function writeDocument(
  trx: Trx,
  caller: Caller,
  { document, first }: { document: Picture; first: Picture },
  fields: ScanFields,
) {
  const { item, alt: _, order: wanted, ...rest } = fields
  const order = wanted ?? (await nextOrder(trx, item))
  const id = await writeFile(trx, caller, document, item)
  const pages = pagesOf(document)
  const scan = await writeScan(trx, caller, first, { ...fields, order }, { part: { document_id: id, page: 1 } })
  await addPageTasks(trx, { ...rest, document: id, first: 2, pages, order, caller })
  return { ...scan, document: id, pages }
}

/** Draws the pages of a document again that could not be drawn. Undefined where there is no such document. */
export async function retryPages(trx: Trx, document: number): Promise<true | undefined> {
  const file = await documentOf(trx, document)
  if (!file) return undefined
  const again = { problem: '', attempts: 0, next_attempt_at: '' }
  const failed = trx.updateTable('page_task').where('document_id', '=', document).where('problem', '<>', '')
  await failed.set(again).execute()
  await touchItems(trx, file.item_id)
  return true
}

interface PageJobOptions {
  db: ArchiveDatabase
  media: MediaStore
  pictures: PictureWork
  /** Folder for unfinished files. */
  incoming: string
  log?: (error: unknown, document: number) => void
}
type Task = Row<'page_task'>

/** Claims the next page, as picture-tasks.ts does. Pages of removed documents wait for an undo. */
const claim = (db: ArchiveDatabase) =>
  onQueue(db, async (queue) => {
    const { rows } =
      await sql<Task>`update page_task set attempts = attempts + 1, next_attempt_at = ${after(CLAIM_TIME)}
      where (document_id, page) = (select document_id, page from page_task
        where problem = '' and next_attempt_at <= ${after(0)} and document_id in (select id from item_file)
        order by attempts, document_id, page limit 1 ${sql.raw(db.isPostgres ? 'for update skip locked' : '')})
      returning *`.execute(queue)
    return rows[0]
  })

const isWaiting = async (trx: Trx, { document_id: id }: Task) =>
  !!(await trx
    .selectFrom('page_task')
    .select('page')
    .where('document_id', '=', id)
    .where('problem', '=', '')
    .executeTakeFirst())

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
      const still = await documentOf(trx, document_id)
      const task = trx.deleteFrom('page_task').where('document_id', '=', document_id).where('page', '=', page)
      // Whoever takes the task out writes the scan.
      const taken = still && (await task.returningAll().executeTakeFirst())
      if (!taken) return
      await writeOriginalRow(trx, picture, pageName(file.file_name, page, picture))
      const { caller, ...rest } = JSON.parse(taken.fields) as PageFields
      const part = { document_id, page, hidden_until: still.hidden_until }
      const fields = { ...rest, item: still.item_id, order: taken.scan_order }
      await writeScan(trx, caller, picture, fields, { part, rebuild: !(await isWaiting(trx, taken)) })
    })
  } finally {
    await removeNonOriginal(to)
  }
}

/** A page that can't be drawn is left aside with the reason; the others stay. */
const noteProblem = ({ db }: PageJobOptions, task: Task, error: unknown) =>
  inTransaction(db, async (trx) => {
    const { document_id, page, attempts } = task
    const isFinal = error instanceof PictureRefused || attempts >= MAX_ATTEMPTS
    const next_attempt_at = after(RETRY_DELAY * 2 ** (attempts - 1))
    const pages = trx.updateTable('page_task').where('document_id', '=', document_id).where('page', '=', page)
    await pages.set({ next_attempt_at, problem: isFinal ? (error as Error).message || 'It failed.' : '' }).execute()
    const file = isFinal && (await documentOf(trx, document_id))
    if (!file) return
    await touchItems(trx, file.item_id)
    // The others have waited for it.
    if (!(await isWaiting(trx, task))) await requestRebuild(trx, `Added pages of “${file.file_name}”`)
  })

/** Draws the pages of documents in the background, one after the other, from tasks stored in the database. */
export function startPageJob(options: PageJobOptions, { pollEvery = 1000 } = {}): Job {
  const { db, log } = options
  return startTasks(
    db,
    'page_task',
    async () => {
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
