import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlaceIndex } from '#rules/import/place-index.ts'
import { bundleOf, freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped, mappingOf, tableOf } from './tables.ts'

const square = (west: number, south: number, side: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    (
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ] as const
    ).map(([x, y]): [number, number] => [west + x * side, south + y * side]),
  ],
})

const itemsIn = async (target: string) =>
  JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, unknown>[]

test('an item with a point is in the smallest place around it, of the archive or of the same drawer', async () => {
  const { db, media } = await freshArchive()
  const features = [
    { type: 'Feature', properties: { pk: 1, name: 'Ward 1' }, geometry: square(-81.8, 43.5, 0.1) },
    { type: 'Feature', properties: { pk: 2, name: 'The mill' }, geometry: square(-81.75, 43.55, 0.01) },
  ]
  await importBundle({
    folder: await bundleOf({ 'locations.geojson': JSON.stringify({ type: 'FeatureCollection', features }) }),
    db,
    media,
  })
  const parcels = tableOf('parcels.geojson', [
    ['OBJECTID', 'ADDRESS', 'geometry'],
    ['7', '12 Main St', JSON.stringify(square(-81.78, 43.51, 0.01))],
  ])
  const items = tableOf('list.csv', [
    ['Identifier', 'Title', 'Place', 'Latitude', 'Longitude'],
    ['a', 'In the mill', 'Down by the river', '43.555', '-81.745'],
    ['b', 'In the parcel', '', '43,515', '-81,775'],
    ['c', 'In the ward', '', '43.501', '-81.701'],
    ['d', 'Somewhere else', '', '43.9', '-81.745'],
    ['e', 'Named', 'Ward 1', '43.555', '-81.745'],
    ['f', 'No point', '', '43° 33', ''],
  ])
  const { target, losses } = await mapped([parcels, items], { db })
  const rows = await itemsIn(target)
  expect(rows.map(({ location }) => location)).toEqual([2, expect.any(Number), 1, undefined, 1, undefined])
  expect(rows[1]!['location']).toBeGreaterThan(1e14)
  expect(rows[0]).toMatchObject({
    place_text: 'Down by the river',
    staff_notes: 'Latitude: 43.555\nLongitude: -81.745',
  })
  expect(losses.find(({ column }) => column === 'Latitude')).toMatchObject({
    counts: { moved: 6 },
    examples: ['The place around it is linked. It is in the notes of the staff.', 'It is in the notes of the staff.'],
  })
  const report = await importBundle({ folder: target, source: 'drawer', db, media })
  expect(report.issues).toEqual([])
  expect(await db.selectFrom('item').select('location_id').orderBy('id').execute()).toEqual(
    [2, 3, 1, null, 1, null].map((location_id) => ({ location_id })),
  )
})

test('a place is found by each point in it and no other', () => {
  const degree = fc.double({ min: -60, max: 60, noNaN: true })
  const share = fc.oneof(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.constantFrom(-1, -0.01, 1.01, 2))
  fc.assert(
    fc.property(
      degree,
      degree,
      fc.double({ min: 0.001, max: 5, noNaN: true }),
      share,
      share,
      (x, y, side, east, north) => {
        const index = createPlaceIndex<string>()
        index.add('it', square(x, y, side))
        const isIn = [east, north].every((each) => each > 0 && each < 1)
        expect(index.at(x + east * side, y + north * side) === 'it').toBe(isIn)
      },
    ),
  )
})

test('what is said of rights in words is the credit line, and a note of the staff where it is too long', async () => {
  const { db } = await freshArchive()
  const { target, losses } = await mapped(
    [
      tableOf('list.csv', [
        ['Identifier', 'Title', 'Rights', 'Credit'],
        ['a', 'A', 'Ask the Ross family before any use.', ''],
        ['b', 'B', 'Ask the Ross family.', 'Gift of Ada Ross'],
        ['c', 'C', 'x'.repeat(2600), ''],
        ['d', 'D', 'x'.repeat(1900), 'y'.repeat(200)],
      ]),
    ],
    { db },
  )
  const rows = await itemsIn(target)
  expect(rows.map((row) => [row['credit_line'], row['staff_notes']])).toEqual([
    ['Ask the Ross family before any use.', undefined],
    ['Ask the Ross family.; Gift of Ada Ross', undefined],
    [undefined, `Rights: ${'x'.repeat(2600)}`],
    [undefined, `Credit: ${'y'.repeat(200)}\nRights: ${'x'.repeat(1900)}`],
  ])
  expect(losses.find(({ column }) => column === 'Rights')).toMatchObject({
    counts: { moved: 4 },
    examples: [expect.stringContaining('It is in the credit line.'), expect.stringContaining('notes of the staff')],
  })
})

test('a place in more words than its field takes is a note', async () => {
  const { db } = await freshArchive()
  const { target } = await mapped(
    [
      tableOf('list.csv', [
        ['Identifier', 'Title', 'Place'],
        ['a', 'A', 'x'.repeat(2600)],
      ]),
    ],
    { db },
  )
  expect((await itemsIn(target))[0]).toMatchObject({ staff_notes: `Place: ${'x'.repeat(2600)}` })
})

test('the lot of an ownership is a link to it', async () => {
  const { db, media } = await freshArchive()
  const tables = [
    tableOf('ownership.csv', [
      ['Person', 'Lot', 'Date'],
      ['Ross, Ada', 'A5', '1890'],
    ]),
    tableOf('parcels.csv', [
      ['pk', 'address', 'lot'],
      ['1', '12 Main St', 'A5; A6'],
    ]),
  ]
  const mapping = mappingOf(tables)
  mapping.tables[1]!.list = 'locations'
  mapping.tables[1]!.columns['lot'] = 'lot'
  const { target, questions } = await mapped(tables, { db, mapping })
  expect(questions).toEqual([])
  expect((await importBundle({ folder: target, source: 'drawer', db, media })).issues).toEqual([])
  expect(await db.selectFrom('ownership').select(['lot_num', 'person_id']).execute()).toEqual([
    { lot_num: 'A5', person_id: 1 },
  ])
  expect(await db.selectFrom('lot').select(['lot_num', 'location_id']).orderBy('lot_num').execute()).toEqual([
    { lot_num: 'A5', location_id: 1 },
    { lot_num: 'A6', location_id: 1 },
  ])
})
