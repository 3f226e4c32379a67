import { expect, test } from 'vitest'
import { freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped, mappingOf, tableOf } from './tables.ts'

const PLACES = tableOf('locations.csv', [
  ['pk', 'address', 'Lot', 'Built', 'Demolished', 'Formerly'],
  ['1', '31 Mill Street', 'A5', '1856', '', '12 Mill Street until 1912; The Mill House (1840–1856)'],
  ['2', '4 Rail Road', '', 'c. 1880', '1931', 'Depot'],
])

test('a table of places says when they were there, and what they were called', async () => {
  const { db, media } = await freshArchive()
  expect(mappingOf([PLACES]).tables[0]!.columns).toMatchObject({
    Built: 'date_start',
    Demolished: 'date_end',
    Formerly: 'earlier_name',
  })
  const { target } = await mapped([PLACES], { db })
  expect((await importBundle({ folder: target, source: 'parcels', db, media })).issues).toEqual([])
  const found = db.selectFrom('location').select(['id', 'date_start', 'date_start_text', 'date_end']).orderBy('id')
  expect(await found.execute()).toEqual([
    { id: 1, date_start: 18560000, date_start_text: '1856', date_end: null },
    { id: 2, date_start: 18800000, date_start_text: 'c. 1880', date_end: 19310000 },
  ])
  const names = db.selectFrom('place_name').select(['location_id', 'name', 'date_start', 'date_end']).orderBy('name')
  expect(await names.execute()).toEqual([
    { location_id: 1, name: '12 Mill Street', date_start: null, date_end: 19120000 },
    { location_id: 2, name: 'Depot', date_start: null, date_end: null },
    { location_id: 1, name: 'The Mill House', date_start: 18400000, date_end: 18560000 },
  ])
})

test('a census names people and places by words; what has no field is as written', async () => {
  const { db, media } = await freshArchive()
  const census = tableOf('1871.csv', [
    ['Line', 'Surname', 'Given names', 'Relation to head', 'Age', 'Occupation', 'Address', 'Census year', 'Page'],
    ['1', 'Orr', 'William', 'Head', '23', 'Miller', '31 Mill Street', '1871', 'p. 14'],
    ['2', 'Orr', 'Ann', 'Wife', '21', '', '31 Mill Street', '1871', 'p. 14'],
    ['3', 'Ross', 'Ada', 'Lodger', '40', '', 'Lot A5', '1871', 'p. 14'],
    ['4', 'Pike', 'Tom', 'Head', '50', '', '9 Nowhere Lane', '1871', 'p. 15'],
  ])
  const mapping = mappingOf([PLACES, census])
  expect(mapping.tables[1]).toMatchObject({
    list: 'residents',
    columns: {
      ...{ Line: 'household_order', Surname: 'person', 'Given names': 'given_names', 'Relation to head': 'role' },
      ...{ Age: 'append', Address: 'location', 'Census year': 'date_start', Page: 'source' },
    },
  })
  const { target, questions } = await mapped([PLACES, census], { db, mapping })
  expect(questions).toEqual([])
  const options = { folder: target, source: 'census', db, media, skipBad: true }
  const report = await importBundle(options)
  // Its place is none of ours: that is said, and the row can be mended.
  expect(report.issues).toMatchObject([{ field: 'location', row: 4, reason: 'This field is required' }])
  const rows = db
    .selectFrom('resident')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['first_name', 'surname', 'location_id', 'resident.date_start', 'role', 'written', 'household_order as at'])
    .orderBy('household_order')
  const all = { location_id: 1, date_start: 18710000 }
  expect(await rows.execute()).toEqual([
    { ...all, first_name: 'William', surname: 'Orr', role: '', written: 'Relation to head: Head; Age: 23; Occupation: Miller', at: 1 },
    { ...all, first_name: 'Ann', surname: 'Orr', role: 'family', written: 'Relation to head: Wife; Age: 21', at: 2 },
    { ...all, first_name: 'Ada', surname: 'Ross', role: 'boarder', written: 'Relation to head: Lodger; Age: 40', at: 3 },
  ]) // prettier-ignore
  // A second time nothing changes.
  const again = await importBundle(options)
  expect(again.lists.every(({ written }) => written!.added + written!.updated === 0)).toBe(true)
})

test.each([
  [['Occupier', 'Property', 'From', 'Until'], 'residents', { Occupier: 'person', Property: 'location', From: 'date_start', Until: 'date_end' }],
  [['Head of household', 'Address', 'Year'], 'residents', { 'Head of household': 'person', Year: 'date_start' }],
  [['Tenant', 'Lot', 'Since'], 'residents', { Tenant: 'person', Lot: 'location', Since: 'date_start' }],
  [['Object ID', 'Title', 'Address', 'Occupant', 'Date', 'Photographer'], 'items', { Date: 'date_start' }],
  [['Surname', 'Given names', 'Born', 'Died'], 'people', { Surname: 'surname' }],
])('%j is a table of %s', (headings, list, columns) => {
  const [table] = mappingOf([tableOf('sheet.csv', [headings])]).tables
  expect(table).toMatchObject({ list, columns })
}) // prettier-ignore
