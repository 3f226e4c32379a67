import { expect, test } from 'vitest'
import { sheetOf } from './sheets.ts'
import { smallPicture } from '../bundle/fresh-archive.ts'
import { recordRows } from '../records/record-rows.ts'
import { useFreshArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const town = useFreshArchive()
const TABLE = [
  'Object ID,Title,Date,People,Visibility',
  '1.1,The mill,3/4/1905,"Ross, Ada",published',
  '1.2,A chair,5/6/1906,,published',
  '1.3,Bad,7/8/1907,,perhaps',
].join('\n')
const rows = async () => {
  const { imported_row: _1, import_run: _2, import_source: _3, original: _4, ...rest } = await recordRows(town.db)
  return rest
}

test('files are sent, checked, answered, corrected, imported as drafts, and undone', async () => {
  const desk = deskOf(town)
  const before = await rows()
  const id = await desk.create()
  await desk.send(id, {
    'evening/list.csv': TABLE,
    'evening/1.1.jpg': await smallPicture(),
    'evening/9.jpg': await smallPicture('#112233'),
  })
  expect((await desk.call(`${id}/run/`, 'POST')).status).toBe(409)
  const asked = await desk.check(id)
  expect(asked).toMatchObject({ state: 'checked', stale: false, error: null })
  const { questions, tables } = asked.findings!
  expect(questions).toMatchObject([{ about: 'dates', table: 'list.csv', column: 'Date', example: '3/4/1905' }])
  expect(tables).toMatchObject([
    {
      table: 'list.csv',
      rows: 3,
      columns: [{ heading: 'Object ID', examples: ['1.1', '1.2', '1.3'] }, {}, {}, {}, {}],
    },
  ])

  const mapping = asked.mapping!
  mapping.tables[0]!.dates = { Date: 'month first' }
  expect(((await desk.change(id, { mapping })).json as { stale: boolean }).stale).toBe(true)
  const found = (await desk.check(id)).findings!
  expect(found.questions).toMatchObject([{ about: 'dates', answered: true }])
  expect(found.problems).toMatchObject([{ table: 'list.csv', row: 4, column: 'Visibility', value: 'perhaps' }])
  expect(found.problem_count).toBe(1)
  expect(found.added).toEqual([{ list: 'people', count: 1, names: ['Ross, Ada'] }])
  expect(found.files_without_row).toEqual(['9.jpg'])
  expect(found.pictures.count).toBe(1)
  expect((await desk.call(`${id}/run/`, 'POST')).json).toEqual({ detail: expect.stringContaining('problems') })
  const sheet = await desk.call(`${id}/spreadsheet/?what=problems`)
  expect(await sheetOf(sheet.body)).toEqual([
    ['Object ID', 'Title', 'Date', 'People', 'Visibility', 'Problem'],
    ['1.3', 'Bad', '7/8/1907', '', 'perhaps', expect.stringContaining('Visibility: ')],
  ])
  expect(await rows()).toEqual(before)

  await desk.change(id, {
    corrections: [{ table: 'list.csv', row: 4, column: 'Visibility', value: 'published' }],
    status: 'draft',
  })
  expect((await desk.check(id)).findings!.problem_count).toBe(0)
  const done = await desk.run(id)
  expect(done).toMatchObject({ state: 'done', undone: false, error: null, by: { name: 'staff' } })
  expect(done.findings!.lists).toContainEqual(expect.objectContaining({ list: 'items', added: 3 }))
  const items = town.db.selectFrom('item').select(['title', 'visibility', 'state', 'author_id', 'date_start'])
  expect(await items.where('archival_identifier', 'in', ['1.1', '1.2', '1.3']).orderBy('id').execute()).toEqual([
    { title: 'The mill', visibility: 'draft', state: 'waiting', author_id: 4, date_start: 19050304 },
    { title: 'A chair', visibility: 'draft', state: 'waiting', author_id: 4, date_start: 19060506 },
    { title: 'Bad', visibility: 'draft', state: 'waiting', author_id: 4, date_start: 19070708 },
  ])
  const cells = (await desk.call(`${id}/spreadsheet/?what=cells`)).body.toString()
  expect(cells).toContain('It is read as 1905-03-04.')

  const undo = await town.send(`/api/operations/${done.operation}/undo/`, {
    method: 'POST',
    body: {},
    as: 'administrator',
  })
  expect(undo.status).toBe(200)
  expect((await desk.read(id)).undone).toBe(true)
  expect(await rows()).toEqual(before)
  expect((await desk.call(`${id}/`, 'DELETE')).status).toBe(204)
  expect((await desk.call('')).json).toEqual([])
}, 300_000)
