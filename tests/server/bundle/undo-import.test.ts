import { expect, test } from 'vitest'
import { inTransaction } from '#server/database/write.ts'
import { readOperations } from '#server/records/undo/operation-list.ts'
import { undoOperation } from '#server/records/undo/undo-operation.ts'
import { recordRows } from '../records/record-rows.ts'
import { freshArchive } from './fresh-archive.ts'
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
