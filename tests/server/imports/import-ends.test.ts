import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { IMPORT_REFUSED } from '#contract/imports.ts'
import { withImportLock } from '#server/database/archive-locks.ts'
import { smallPicture } from '../bundle/fresh-archive.ts'
import { openTestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { useFreshArchive } from '../use-archive.ts'
import { zipOf } from '../tables/make-files.ts'
import { sheetOf } from './sheets.ts'
import { deskOf } from './desk.ts'

// A busy machine starts a process in half a minute.
vi.setConfig({ testTimeout: 300_000 })
let keepsFolder = true
const town = useFreshArchive(() => openTestArchive(SMALL_TOWN, { cutsMaps: () => keepsFolder }))
const folderOf = (id: number) => join(town.folder, 'imports', 'browser', String(id))
const titles = async () => (await town.db.selectFrom('item').select('title').execute()).map(({ title }) => title)
const LIST = 'Object ID,Title\n1.1,The mill\n1.2,A chair\n'

test('nobody overwrites the answers of somebody else', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  const { version } = await desk.read(id)
  expect((await desk.change(id, { skip_bad: true })).status).toBe(200)
  const late = await desk.change(id, { status: 'published' }, version)
  expect(late).toMatchObject({ status: 412, json: { detail: IMPORT_REFUSED.changed } })
  expect(await desk.call(`${id}/`, 'PATCH', { status: 'published' })).toMatchObject({ status: 428 })
  expect(await desk.read(id)).toMatchObject({ status: 'draft', skip_bad: true })
})

test('a restart in the middle: it was interrupted, and is tried again', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  await desk.send(id, { 'list.csv': LIST })
  await desk.check(id)
  keepsFolder = false
  await writeFile(join(folderOf(id), 'progress.json'), '{"step":"Writing","part":0.5}')
  await town.db.updateTable('import_run').set({ state: 'running' }).where('id', '=', id).execute()
  expect((await desk.read(id)).progress).toEqual({ step: 'Writing', part: 0.5 })
  expect((await desk.change(id, { skip_bad: true })).json).toEqual({ detail: IMPORT_REFUSED.runs })
  expect((await desk.call(`${id}/`, 'DELETE')).status).toBe(409)
  keepsFolder = true
  town.app.continueWaiting()
  expect(await desk.settled(id)).toMatchObject({ state: 'failed', error: IMPORT_REFUSED.interrupted })
  expect(await titles()).not.toContain('The mill')
  expect(await desk.run(id)).toMatchObject({ state: 'done', error: null, progress: null })
  expect(await titles()).toContain('The mill')
  expect((await desk.change(id, { skip_bad: true })).json).toEqual({ detail: IMPORT_REFUSED.done })
  expect((await desk.call(`${id}/cancel/`, 'POST')).json).toEqual({ detail: IMPORT_REFUSED.done })
})

test('what was written when the server stopped is done', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  await writeFile(join(folderOf(id), 'progress.json'), '{"step":"Writing","part":1}')
  await town.db.updateTable('import_run').set({ state: 'running', operation_id: 7 }).where('id', '=', id).execute()
  town.app.continueWaiting()
  expect(await desk.settled(id)).toMatchObject({ state: 'done', error: null, operation: 7 })
})

test('a cancelled import leaves nothing, and can be run again', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  const rows = Array.from({ length: 3_000 }, (_, at) => `${at},Title ${at}`).join('\n')
  await desk.send(id, { 'list.csv': `Object ID,Title\n${rows}\n` })
  await desk.call(`${id}/check/`, 'POST')
  expect((await desk.call(`${id}/cancel/`, 'POST')).status).toBe(200)
  expect(await desk.settled(id)).toMatchObject({ state: 'open', error: null, findings: null, stale: true })
  expect((await desk.check(id)).findings!.tables[0]!.rows).toBe(3_000)
  const before = await titles()
  await desk.call(`${id}/run/`, 'POST')
  expect((await desk.call(`${id}/cancel/`, 'POST')).status).toBe(200)
  expect(await desk.settled(id)).toMatchObject({ state: 'checked', error: null, operation: null })
  expect(await titles()).toEqual(before)
})

test('while another import writes, it fails and says why', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  await desk.send(id, { 'list.csv': LIST })
  await desk.check(id)
  const failed = await withImportLock(town.db, () => desk.run(id))
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('Another import') })
})

test('what is wrong is left out; corrected in the spreadsheet of problems, it is imported; columns are known', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  const list =
    'Object ID,Title,Rights note,Visibility,Description\n1,The mill,x,published,\n2,A chair,y,perhaps,\n3,Again,z,maybe,\n4,Aside,,,#REF!\n'
  await desk.send(id, { 'list.csv': list })
  const { mapping, findings } = await desk.check(id)
  expect(findings!.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
    [3, 'Visibility', 'perhaps'],
    [4, 'Visibility', 'maybe'],
  ])
  mapping!.tables[0]!.columns['Rights note'] = 'credit_line'
  await desk.change(id, { mapping: mapping!, skip_bad: true, status: 'published' })
  await desk.check(id)
  expect((await desk.run(id)).state).toBe('done')
  const items = () =>
    town.db
      .selectFrom('item')
      .select(['title', 'credit_line', 'visibility'])
      .where('credit_line', '<>', '')
      .orderBy('id')
      .execute()
  expect(await items()).toEqual([{ title: 'The mill', credit_line: 'x', visibility: 'published' }])
  const sheet = await desk.call(`${id}/spreadsheet/?what=problems`)
  // The fourth is only doubtful.
  expect((await sheetOf(sheet.body)).map(([number]) => number)).toEqual(['Object ID', '2', '3'])
  const second = await desk.create()
  await desk.send(second, { 'problems.xlsx': sheet.body })
  const found = await desk.check(second)
  expect(found.mapping!.tables[0]!.columns).toMatchObject({ 'Rights note': 'credit_line', Problem: 'leave' })
  const corrections = [
    { table: 'problems.xlsx', row: 2, column: 'Visibility', value: '' },
    { table: 'problems.xlsx', row: 3, column: 'Visibility', value: 'draft' },
  ]
  await desk.change(second, { corrections, status: 'published' })
  await desk.check(second)
  expect((await desk.run(second)).findings!.lists).toMatchObject([{ list: 'items', added: 2 }])
  expect((await items()).map(({ title, visibility }) => [title, visibility])).toEqual([
    ['The mill', 'published'],
    ['A chair', 'published'],
    // What its row says is not published by the way.
    ['Again', 'draft'],
  ])
})

test('a zip file of a folder is unpacked, and one of a bundle is a bundle', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  await desk.send(id, { 'list.csv': LIST, 'scans.zip': zipOf({ 'scans/1.1.jpg': await smallPicture() }) })
  const { findings } = await desk.check(id)
  expect(findings).toMatchObject({
    problems: [],
    pictures: { count: 1 },
    files_without_row: [],
    rows_without_file: ['1.2'],
  })
  const bundle = await desk.create('An old catalogue')
  await desk.send(bundle, { 'old.zip': zipOf({ 'old/subjects.csv': 'id,subject_name\n1,Mills\n' }) })
  expect((await desk.check(bundle)).findings).toMatchObject({ tables: [{ table: 'subjects', rows: 1 }] })
  expect(await desk.run(bundle)).toMatchObject({ state: 'done', mapping: null })
  expect(existsSync(join(folderOf(bundle), 'bundle'))).toBe(false)
})

test('a zip file that leaves its folder, and a file that is no table, are problems of the whole', async () => {
  const desk = deskOf(town)
  const id = await desk.create()
  const zip = zipOf({ 'aa/evil.csv': 'Title\n' })
  await desk.send(id, {
    'list.csv': LIST,
    'bad.zip': Buffer.from(zip.toString('latin1').replaceAll('aa/', '../'), 'latin1'),
  })
  const { problems } = (await desk.check(id)).findings!
  expect(problems).toMatchObject([{ row: 0, sentence: expect.stringContaining('bad.zip: ') }])
  await desk.change(id, { skip_bad: true })
  expect((await desk.call(`${id}/run/`, 'POST')).json).toEqual({ detail: IMPORT_REFUSED.unreadable })
  expect(readdirSync(folderOf(id))).not.toContain('evil.csv')
  expect(readFileSync(join(folderOf(id), 'files/list.csv'), 'utf8')).toBe(LIST)
})
