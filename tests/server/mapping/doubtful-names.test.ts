import { expect, test } from 'vitest'
import { bundleOf, freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped, mappingOf, tableOf } from './tables.ts'

const BRANNOCK = { first_name: 'Augustus', surname: 'Brannock', date_of_birth: 'c. 1793', date_of_death: '1860' }
const FAMILY = tableOf('people.csv', [
  ['id', 'First name', 'Surname', 'Date of birth', 'Date of death'],
  ['i1', 'Augustus', 'Brannock', '1793', '1860'],
  ['i2', 'Augustus', 'Brannock', '1850', ''],
  ['i3', 'Unknown', '', '', ''],
])
const LIST = tableOf('list.csv', [
  ['Identifier', 'Title', 'People'],
  ['a', 'The mill', 'Augustus Branock'],
])
const archive = async (people: Record<string, unknown>[]) => {
  const town = await freshArchive()
  await importBundle({ folder: await bundleOf({ 'people.json': people }), ...town })
  return town
}

test('records of the archive are candidates beside rows of this import, which are said to be so and can be chosen', async () => {
  const { db, media } = await archive([{ id: 1, ...BRANNOCK }])
  const { questions } = await mapped([FAMILY, LIST], { db })
  expect(questions).toMatchObject([{ about: 'names', name: 'Augustus Branock' }])
  const { candidates } = questions[0] as Extract<(typeof questions)[number], { about: 'names' }>
  expect(candidates.map(({ name, born, row }) => [name, born, row])).toEqual([
    ['Augustus Brannock', 1793, undefined],
    ['Augustus Brannock', 1793, 'people.csv, row 2'],
    ['Augustus Brannock', 1850, 'people.csv, row 3'],
  ])
  const mapping = mappingOf([FAMILY, LIST], { names: { people: { 'Augustus Branock': Number(candidates[2]!.key) } } })
  const { target } = await mapped([FAMILY, LIST], { db, mapping })
  expect((await importBundle({ folder: target, source: 'family', db, media })).issues).toEqual([])
  const linked = db.selectFrom('item_person').innerJoin('person', 'person.id', 'person_id').select('date_of_birth')
  expect(await linked.execute()).toEqual([{ date_of_birth: 18500000 }])
})

test('a row of a person who may be in the archive is told, until it is a record itself', async () => {
  const { db, media } = await archive([{ id: 1, ...BRANNOCK }])
  const { target, warnings } = await mapped([FAMILY], { db, source: 'family' })
  expect(warnings).toEqual([
    {
      ...{ file: 'people.csv', line: 2, row: 2, field: '' },
      reason: 'Augustus Brannock, 1793–1860 may be the record Augustus Brannock, 1793–1860.',
    },
  ])
  await importBundle({ folder: target, source: 'family', db, media })
  const again = await mapped([FAMILY, LIST], { db, source: 'family' })
  expect(again.warnings).toEqual([])
  // Each of them once, as the record that it is.
  expect(again.questions).toMatchObject([{ candidates: [{ key: 1 }, { key: 2 }, { key: 3 }] }])
})

test('new names are counted once, and told where they are almost another one', async () => {
  const { db } = await archive([{ id: 1, first_name: 'Hattie', surname: 'Loomis', date_of_birth: '1871' }])
  const table = tableOf('list.csv', [
    ['Identifier', 'Title', 'People'],
    ['a', 'A', 'Leroy Giiwedin; Giiwedin, Leroy'],
    ['b', 'B', 'Octavus Calder; Octavius Calder'],
    ['c', 'C', 'Alexander Harkness; Alex. Harkness'],
    ['d', 'D', 'H. Loomis; Loomis, H., 1902-'],
    ['e', 'E', 'Ada May Ross; Ada Ross'],
    ['f', 'F', 'Ann Orr (1850-1920); Anna Orr (1901-1980)'],
  ])
  const { added, warnings, questions } = await mapped([table], { db })
  expect(questions).toEqual([])
  expect(added.get('people')!.filter((name) => name.includes('Giiwedin'))).toEqual(['Giiwedin, Leroy'])
  expect(warnings.map(({ reason }) => reason)).toEqual([
    '“Octavius Calder” is almost Octavus Calder.',
    '“Alex. Harkness” is almost Alexander Harkness.',
    '“H. Loomis” is almost Hattie Loomis, 1871–.',
    '“Ada Ross” is almost Ada May Ross.',
  ])
})

test('what was answered stays among the questions: it can be answered otherwise', async () => {
  const { db } = await archive([{ id: 1, ...BRANNOCK }])
  const list = tableOf('photos.csv', [
    ['Object ID', 'Title', 'Date', 'People'],
    ['1', 'The mill', '3/4/1905', 'Augustus Branock'],
    ['1', 'The dock', '', ''],
  ])
  const open = await mapped([list], { db })
  expect(open.questions.map(({ about }) => about)).toEqual(['dates', 'names', 'doubled'])
  const mapping = mappingOf([list], { names: { people: { 'Augustus Branock': 'new' } }, doubled: 'first' })
  mapping.tables[0]!.dates['Date'] = 'day first'
  const done = await mapped([list], { db, mapping })
  expect([done.questions, done.asked]).toEqual([[], open.questions])
})

test('new records for all the rest are also those of a name that several have', async () => {
  const { db } = await archive([
    { id: 1, ...BRANNOCK },
    { id: 2, ...BRANNOCK, date_of_birth: '1850' },
  ])
  const list = tableOf('list.csv', [
    ['Identifier', 'Title', 'People'],
    ['a', 'The mill', 'Augustus Brannock'],
  ])
  const { questions, added } = await mapped([list], { db, mapping: mappingOf([list], { doubtful: 'new' }) })
  expect([questions, added.get('people')]).toEqual([[], ['Augustus Brannock']])
})
