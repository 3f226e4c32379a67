import { expect, test } from 'vitest'
import { inTransaction } from '#server/database/write.ts'
import { readOperations } from '#server/records/undo/operation-list.ts'
import { trimOperations } from '#server/records/undo/operations.ts'
import { undoOperation } from '#server/records/undo/undo-operation.ts'
import { recordRows } from '../records/record-rows.ts'
import { freshArchive, smallPicture } from './fresh-archive.ts'
import { STAFF, addItemHere, editHere, importOf, type Archive } from './identity.ts'

const PEOPLE = [
  { id: 1, first_name: 'Ada', surname: 'Hale' },
  { id: 2, first_name: 'Ben', surname: 'Hale', spouses: [1] },
]
const ITEMS = [
  { id: 1, type: 'photograph', title: 'The mill', people: [1, 2], visibility: 'published' },
  { id: 2, type: 'object', title: 'A chair', people: [2] },
]
const FIRST = { 'people.json': PEOPLE, 'items.json': ITEMS }
const SECOND = {
  'people.json': [{ ...PEOPLE[0], surname: 'Peel' }, PEOPLE[1], { id: 3, first_name: 'Cora', surname: 'Hale' }],
  'items.json': [{ ...ITEMS[0], title: 'The old mill', people: [2, 3, 1] }, ITEMS[1]],
}
const SOURCE = { source: 'county' }

const rows = async ({ db }: Archive) => {
  const { imported_row: _noted, ...rest } = await recordRows(db)
  return rest
}
const last = async ({ db }: Archive) => (await readOperations(db, { page: 1, page_size: 10 })).results[0]!
const undo = ({ db }: Archive, id: number, keepChanged = false) =>
  inTransaction(db, (trx) => undoOperation(trx, STAFF, id, { keepChanged }))
const refusal = async (archive: Archive, id: number) =>
  undo(archive, id).then(
    () => undefined,
    ({ body }: { body: object }) => body,
  )

test('an undone import takes what it added, gives back what it changed, and can be made again', async () => {
  const archive = await freshArchive()
  await importOf(archive, FIRST, SOURCE)
  const before = await rows(archive)
  await importOf(archive, SECOND, SOURCE)
  const after = await rows(archive)
  const operation = await last(archive)
  expect(operation).toMatchObject({ type: 'import', label: 'county', record: null })
  await undo(archive, operation.id)
  expect(await rows(archive)).toEqual(before)
  const report = await importOf(archive, SECOND, SOURCE)
  expect(report.lists.flatMap(({ written }) => written?.added ?? [])).toContain(1)
  const again = await rows(archive)
  expect(again['item']).toEqual(after['item'])
  // The new person has another number: none is given twice.
  expect(again['person']).toMatchObject([{ surname: 'Peel' }, {}, { first_name: 'Cora' }])
})

test('what was changed or named since stays, and is told', async () => {
  const archive = await freshArchive()
  await importOf(archive, FIRST, SOURCE)
  const { id } = await last(archive)
  await editHere(archive, 'people', 2, { biography: 'A miller.' })
  expect(await refusal(archive, id)).toMatchObject({ changed: ['“Ben Hale”'] })
  await addItemHere(archive, { title: 'Named since', people: [1] })
  await undo(archive, id, true)
  const { person, item } = await rows(archive)
  expect(person).toMatchObject([{ first_name: 'Ada' }, { biography: 'A miller.' }])
  expect(item).toMatchObject([{ title: 'Named since' }])
})

test('what was edited before an undo stays a conflict for the next import', async () => {
  const archive = await freshArchive()
  const mill = { ...ITEMS[0], general_description: 'A mill.', people: [] }
  const renamed = { 'items.json': [{ ...mill, title: 'The old mill' }] }
  await importOf(archive, { 'items.json': [mill] }, SOURCE)
  await importOf(archive, renamed, SOURCE)
  const { id } = await last(archive)
  await editHere(archive, 'items', 1, { general_description: 'Burnt down in 1911.' })
  await undo(archive, id)
  await importOf(archive, renamed, SOURCE)
  const kept = { title: 'The mill', general_description: 'Burnt down in 1911.' }
  expect((await rows(archive))['item']).toMatchObject([kept])
})

test('an import of the command line is undone by an administrator only', async () => {
  const archive = await freshArchive()
  await importOf(archive, FIRST, SOURCE)
  const { id } = await last(archive)
  const staff = { ...STAFF, role: 'staff' } as const
  const refused = inTransaction(archive.db, (trx) => undoOperation(trx, staff, id))
  await expect(refused).rejects.toMatchObject({ kind: 'forbidden' })
  expect((await rows(archive))['person']).toHaveLength(2)
})

test('what follows from several fields is made again from those that are there', async () => {
  const archive = await freshArchive()
  const dated = { ...ITEMS[0], date_end: 19300000 }
  await importOf(archive, { ...FIRST, 'items.json': [ITEMS[0]] }, SOURCE)
  await importOf(archive, { ...FIRST, 'items.json': [dated] }, SOURCE)
  const { id } = await last(archive)
  await editHere(archive, 'items', 1, { date_start: 19000000 })
  await undo(archive, id)
  expect((await rows(archive))['item']).toMatchObject([{ date_start: 19000000, date_end: null, span_start: 19000000 }])
})

test('it is made again also where the import did not change it', async () => {
  const archive = await freshArchive()
  const dated = { ...ITEMS[0], date_start: 19000000 }
  await importOf(archive, { ...FIRST, 'items.json': [dated] }, SOURCE)
  await importOf(archive, { ...FIRST, 'items.json': [{ ...dated, date_end: 19000000 }] }, SOURCE)
  const { id } = await last(archive)
  await editHere(archive, 'items', 1, { date_start: 18900000 })
  await undo(archive, id)
  const [item] = (await rows(archive))['item']!
  const { span_start: start, span_end: end } = item as { span_start: number; span_end: number }
  expect([start, end < 19000000]).toEqual([18900000, true])
})

test('of a scan, an edit of another field is none of the version', async () => {
  const archive = await freshArchive()
  const scan = { id: 1, item: 1, order: 1, file: 'a.jpg', watermark: 'Town', color: 'white', position: 'top left' }
  const files = { 'items.json': [{ ...ITEMS[0], people: [] }], 'a.jpg': await smallPicture() }
  await importOf(archive, { ...files, 'scans.json': [scan] }, SOURCE)
  await importOf(archive, { ...files, 'scans.json': [{ ...scan, watermark: 'County' }] }, SOURCE)
  const { id } = await last(archive)
  await editHere(archive, 'scans', 1, { color: 'black' })
  await undo(archive, id)
  const [{ version }] = (await rows(archive))['scan'] as [{ version: string }]
  expect((await rows(archive))['scan']).toMatchObject([{ watermark: 'Town', color: 'black' }])
  await editHere(archive, 'scans', 1, { color: 'white' })
  await editHere(archive, 'scans', 1, { color: 'black' })
  expect((await rows(archive))['scan']).toMatchObject([{ version }])
})

test('other requests are answered meanwhile, and the full text follows in steps', async () => {
  const archive = await freshArchive()
  const many = (title: string) =>
    Array.from({ length: 300 }, (_, at) => ({ id: at + 1, type: 'photograph', title: `${title} ${at}` }))
  await importOf(archive, { 'items.json': many('Mill') }, SOURCE)
  await importOf(archive, { 'items.json': many('Harbour') }, SOURCE)
  const { id } = await last(archive)
  let answered = 0
  const others = setInterval(() => (answered += 1))
  await undo(archive, id)
  clearInterval(others)
  expect(answered).toBeGreaterThan(3)
  expect(await archive.db.selectFrom('item_search_pending').select('item_id').execute()).toHaveLength(300)
})

test('of what can be undone no more, only the entry is kept', async () => {
  const archive = await freshArchive()
  const { db } = archive
  await importOf(archive, FIRST, SOURCE)
  await importOf(archive, SECOND, SOURCE)
  const [{ id }, kept] = [await last(archive), await db.selectFrom('operation_row').select('place').execute()]
  while (await trimOperations(db));
  expect(await db.selectFrom('operation_row').select('place').execute()).toEqual(kept)
  await undo(archive, id)
  await db.updateTable('operation').set({ at: '2020-01-01T00:00:00.000Z' }).where('id', '<', id).execute()
  while (await trimOperations(db));
  expect(await db.selectFrom('operation_row').select('place').execute()).toEqual([])
  expect(await db.selectFrom('operation').select('type').execute()).toHaveLength(2)
})

test('a later import, or a later step of the staff, has to be undone first', async () => {
  const archive = await freshArchive()
  await importOf(archive, FIRST, SOURCE)
  const first = await last(archive)
  await importOf(archive, SECOND, SOURCE)
  const second = await last(archive)
  expect(await refusal(archive, first.id)).toMatchObject({ first: second.id })
  for (const { id } of [second, first]) await undo(archive, id)
  expect(await rows(archive)).toMatchObject({ person: [], item: [], item_person: [], person_spouse: [] })
})
