import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { DOCUMENTS, PICTURE } from '#contract/picture-messages.ts'
import type { DeskRecord } from '#contract/record.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { startPageJob } from '#server/scans/page-tasks.ts'
import { PictureRefused } from '#server/scans/picture-refused.ts'
import { createLocalPictureWork, type PictureWork } from '#server/scans/picture-work.ts'
import { originalKey } from '#server/storage/keys.ts'
import { useFreshArchive } from '../../use-archive.ts'
import { pdf, tiffOf } from '../pdf.ts'
import { fields, image, openUploadTown, traces, upload, uploadScan } from './forms.ts'

const town = useFreshArchive(openUploadTown)
const send = (bytes: Buffer, values: Record<string, string | number> = { item: 3 }, name = 'Minutes 1920.pdf') =>
  upload(town, [...fields(values), image(bytes, name)], { as: 'staff' })
const scans = () =>
  town.db
    .selectFrom('scan')
    .select(['id', 'page', 'document_id', 'scan_order', 'sha256', 'watermark'])
    .orderBy('scan_order')
    .execute()
const tasks = () => town.db.selectFrom('page_task').selectAll().orderBy('page').execute()
const start = (change: Partial<PictureWork> = {}) =>
  startPageJob(
    {
      db: town.db,
      media: town.media,
      pictures: { ...createLocalPictureWork(town.media), ...change },
      incoming: `${town.folder}/media/incoming`,
    },
    { pollEvery: 1 },
  )
const isDone = async () => expect((await tasks()).filter(({ problem }) => problem === '')).toEqual([])
const item = async (id = 3) =>
  (await town.send(`/api/item/${id}/`, {})).json as { item_files: Record<string, unknown>[]; item_scans: unknown[] }

test('a PDF is kept whole, its first page is a scan at once, and the others follow in order', async () => {
  const bytes = pdf(['One', 'Two', 'Three'])
  const { status, json } = await send(bytes, { item: 3, watermark: 'Mine', order: 4 })
  expect(status).toBe(201)
  const { id, document, pages } = json as Record<string, number>
  expect(pages).toBe(3)
  expect(await scans()).toMatchObject([{ id, page: 1, document_id: document, scan_order: 4, watermark: 'Mine' }])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(Buffer.from((await town.media.read(originalKey(sha256, 'pdf')))!)).toEqual(bytes)
  const [file] = (await item()).item_files
  expect(file).toMatchObject({
    id: document,
    format: 'pdf',
    pages: 3,
    waiting: 2,
    failed: 0,
    file_name: 'Minutes 1920.pdf',
  })

  const job = start()
  await vi.waitFor(isDone, { timeout: 20_000 })
  await job.stop()
  expect(await scans()).toMatchObject([
    { page: 1, scan_order: 4 },
    { page: 2, scan_order: 5, document_id: document, watermark: 'Mine' },
    { page: 3, scan_order: 6 },
  ])
  expect(new Set((await scans()).map((scan) => scan.sha256)).size).toBe(3)
  const names = await town.db.selectFrom('original').select('file_name').orderBy('file_name').execute()
  expect(names.map(({ file_name }) => file_name.replace(/\w+$/, ''))).toEqual([
    'Minutes 1920-001.',
    'Minutes 1920-002.',
    'Minutes 1920-003.',
    'Minutes 1920.',
  ])
  expect((await item()).item_files).toMatchObject([{ waiting: 0, failed: 0 }])
  expect((await traces(town)).files.filter((file) => file.includes('incoming'))).toEqual([])
})

test('a kill in between neither doubles nor loses a page', async () => {
  await send(pdf(['One', 'Two', 'Three']))
  // The server that had page 2 was killed after it claimed it. With several servers a claim runs out.
  const next_attempt_at = town.db.isPostgres ? '1' : '9'
  await town.db.updateTable('page_task').set({ attempts: 1, next_attempt_at }).where('page', '=', 2).execute()
  for (let runs = 0; runs < 3; runs += 1) {
    const job = start()
    await vi.waitFor(async () => expect((await scans()).length).toBeGreaterThan(Math.min(runs + 1, 2)), {
      timeout: 20_000,
    })
    await job.stop()
  }
  expect((await scans()).map(({ page }) => page)).toEqual([1, 2, 3])
})

test('a page that fails is told, and the others stay', async () => {
  const { json } = await send(pdf(['One', 'Two', 'Three']))
  const work = createLocalPictureWork(town.media)
  const drawPage: PictureWork['drawPage'] = (source, to) =>
    source.page === 2 ? Promise.reject(new PictureRefused(DOCUMENTS.broken)) : work.drawPage(source, to)
  const job = start({ drawPage })
  await vi.waitFor(isDone, { timeout: 20_000 })
  await job.stop()
  expect((await scans()).map(({ page }) => page)).toEqual([1, 3])
  expect((await item()).item_files).toMatchObject([{ waiting: 0, failed: 1 }])
  const { document } = json as { document: number }
  expect((await examineArchive(town)).findings).toContainEqual({
    where: `file ${document} of item 3`,
    what: `Page 2 could not be drawn: ${DOCUMENTS.broken} The document is safe.`,
  })

  // Staff see which one and why, and have it drawn again.
  const files = async (as: 'staff' | 'volunteer' = 'staff') =>
    ((await town.send('/api/records/items/3/', { as })).json as DeskRecord).files
  expect(await files()).toMatchObject([{ key: document, failed: [{ page: 2, problem: DOCUMENTS.broken }] }])
  const retry = (id: number, as: 'staff' | 'volunteer' = 'staff') =>
    town.send(`/api/records/files/${id}/retry/`, { method: 'POST', as })
  expect([(await retry(99)).status, (await retry(document, 'volunteer')).status]).toEqual([404, 403])
  expect((await retry(document)).status).toBe(204)
  expect((await item()).item_files).toMatchObject([{ waiting: 1, failed: 0 }])
  expect(await files()).toMatchObject([{ failed: [] }])
  const again = start()
  await vi.waitFor(isDone, { timeout: 20_000 })
  await again.stop()
  expect((await scans()).map(({ page, scan_order }) => [page, scan_order])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test('a TIFF of pages is a document too, and a scan that comes meanwhile is after its pages', async () => {
  const { json } = await send(tiffOf(3), { item: 3 }, 'minutes.tif')
  expect(json).toMatchObject({ pages: 3 })
  await uploadScan(town, { item: 3 }, 'staff')
  const job = start()
  await vi.waitFor(isDone, { timeout: 20_000 })
  await job.stop()
  expect((await scans()).map(({ page, scan_order }) => [page, scan_order])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [null, 4],
  ])
})

test('a refused document leaves nothing, and a portrait is no document', async () => {
  const before = await traces(town)
  expect(await send(pdf(['One'], { locked: true }))).toMatchObject({ status: 400, json: { image: [DOCUMENTS.locked] } })
  const portrait = await upload(town, [...fields({ person: 1 }), image(pdf(['One']), 'a.pdf')], {
    as: 'staff',
    url: '/api/people/images/create/',
  })
  expect(portrait).toMatchObject({ status: 400, json: { image: [PICTURE.pdf] } })
  expect(await traces(town)).toEqual(before)
})

test('a retried upload is one document', async () => {
  const parts = [...fields({ item: 3 }), image(pdf(['One', 'Two']), 'a.pdf')]
  const once = () => upload(town, parts, { as: 'staff', headers: { 'idempotency-key': 'pages-of-a-document' } })
  const [first, second] = [await once(), await once()]
  expect(second.json).toEqual(first.json)
  expect(await town.db.selectFrom('item_file').select('id').execute()).toHaveLength(1)
})

const desk = (
  url: string,
  method: 'GET' | 'POST' | 'DELETE',
  as: 'staff' | 'administrator',
  body?: object,
  headers = {},
) => town.send(url, { method, as, headers, ...(body && { body }) })

test('a document is removed with its pages, and they come back together', async () => {
  const { document } = (await send(pdf(['One', 'Two']))).json as { document: number }
  const before = await scans()
  const { version } = (await desk(`/api/records/files/${document}/`, 'GET', 'staff')).json as { version: string }
  const gone = await desk(`/api/records/files/${document}/`, 'DELETE', 'staff', undefined, {
    'if-match': `"${version}"`,
  })
  expect([gone.status, gone.json]).toEqual([204, undefined])
  expect([await scans(), (await item()).item_files]).toEqual([[], []])
  const job = start()
  await job.stop()
  const { results } = (await desk('/api/operations/', 'GET', 'staff')).json as { results: { id: number }[] }
  expect((await desk(`/api/operations/${results[0]!.id}/undo/`, 'POST', 'staff', {})).status).toBe(200)
  expect(await scans()).toEqual(before)
  const again = start()
  await vi.waitFor(isDone, { timeout: 20_000 })
  await again.stop()
  expect((await scans()).map(({ page }) => page)).toEqual([1, 2])
})

test.each(['files', 'scans'] as const)('a takedown of %s deletes the document itself', async (kind) => {
  const { document, id } = (await send(pdf(['One', 'Two']))).json as { document: number; id: number }
  const job = start()
  await vi.waitFor(isDone, { timeout: 20_000 })
  await job.stop()
  const body = { reason: 'A family asked.', confirm: 3 }
  const taken = await desk(`/api/takedowns/${kind}/${kind === 'files' ? document : id}/`, 'POST', 'administrator', body)
  expect([taken.status, taken.json]).toEqual([204, undefined])
  // Of one page: the other page stays.
  expect(await scans()).toMatchObject(kind === 'files' ? [] : [{ page: null, document_id: null }])
  const left = (await traces(town)).files.filter((file) => file.includes('/originals/'))
  expect(left).toHaveLength(kind === 'files' ? 0 : 1)
  expect(await town.db.selectFrom('item_file').select('id').execute()).toEqual([])
})
