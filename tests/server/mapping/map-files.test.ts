import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTables } from '#server/tables/source-table.ts'
import { bundleOf, freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped, tableOf } from './tables.ts'

test('pictures are found by name and by identifier, and parts of a compound object are its pictures', async () => {
  const { db } = await freshArchive()
  const table = tableOf('cb.csv', [
    ['objectid', 'parentid', 'filename', 'title', 'creator', 'display_template'],
    ['c1', '', '', 'A card', '', 'compound_object'],
    ['c1a', 'c1', 'Front.jpg', 'The front', '', ''],
    ['c1b', 'c1', 'scans\\back.JPG', 'The back', '', ''],
    ['p2', '', '', 'By its identifier', '', ''],
    ['p3', '', 'gone.jpg', 'Missing, once gone.jpg', '', ''],
  ])
  const files = [
    'scans/front.jpg',
    'scans/back.jpg',
    'scans/p2.jpg',
    'scans/p2-2.jpg',
    'scans/other.jpg',
    'minutes/p2.pdf',
  ]
  const { target, filesWithoutRow, rowsWithoutFile, losses } = await mapped([table], { db, files })
  const scans = JSON.parse(await readFile(`${target}/scans.json`, 'utf8')) as Record<string, unknown>[]
  expect(scans.map(({ file, order, alt }) => [file, order, alt])).toEqual([
    ['scans/front.jpg', 1, 'The front'],
    ['scans/back.jpg', 2, 'The back'],
    ['scans/p2.jpg', 2, undefined],
    ['scans/p2-2.jpg', 3, undefined],
  ])
  expect(JSON.parse(await readFile(`${target}/files.json`, 'utf8'))).toMatchObject([
    { file: 'minutes/p2.pdf', order: 1 },
  ])
  expect(filesWithoutRow).toEqual(['scans/other.jpg'])
  expect(rowsWithoutFile).toEqual(['p3'])
  const items = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, unknown>[]
  expect(items).toHaveLength(3)
  expect(items[2]!['staff_notes']).toBe('File: gone.jpg')
  expect(losses.find(({ column }) => column === 'filename')!.counts).toEqual({
    kept: 0,
    changed: 0,
    moved: 3,
    'left out': 0,
  })
  // What only speaks of the file is kept.
  expect(losses.find(({ column }) => column === 'title')!.counts).toMatchObject({ kept: 3, moved: 2 })
})

test('people, firms and catalogue in one go: rows are named by their names and by their keys', async () => {
  const { db, media } = await freshArchive()
  const tables = [
    tableOf('catalogue.csv', [
      ['Identifier', 'Title', 'People', 'Organization'],
      ['a', 'A', 'p1; Lee, Cora', 'Orr Mills'],
    ]),
    tableOf('people.csv', [
      ['id', 'Name', 'Born', 'Spouse'],
      ['p1', 'Ann Orr', 'c. 1850', 'Will Orr'],
      ['p2', 'Orr, Will', '1848', ''],
    ]),
    tableOf('organizations.csv', [
      ['Name', 'Other names'],
      ['Orr Milling Company', 'Orr Mills; The Millers'],
    ]),
  ]
  const { target, questions, added } = await mapped(tables, { db })
  expect(questions).toEqual([])
  expect([...added]).toEqual([['people', ['Lee, Cora']]])
  const report = await importBundle({ folder: target, source: 'drawer', db, media })
  expect(report.issues).toEqual([])
  expect(await db.selectFrom('person_spouse').select('spouse_id').execute()).toHaveLength(1)
  expect(await db.selectFrom('item_person').select('person_id').execute()).toHaveLength(2)
  expect(await db.selectFrom('item_organization').select('organization_id').execute()).toHaveLength(1)
})

test('parcels with any attributes become places with their lots; what is no outline is told', async () => {
  const { db, media } = await freshArchive()
  const ring = [
    [-81.7, 43.55, 9],
    [-81.699, 43.55, 9],
    [-81.699, 43.551, 9],
    [-81.7, 43.55, 9],
  ]
  const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry })
  const features = [
    feature(
      { OBJECTID: 1, ROLL_NUM: '#', ADDRESS: '12 MAIN ST', LOT: 'PT LOT 5', SHAPE_Area: 1010.5 },
      { type: 'Polygon', coordinates: [ring] },
    ),
    feature(
      { OBJECTID: 2, ROLL_NUM: null, ADDRESS: '14 MAIN ST', LOT: '6' },
      { type: 'Point', coordinates: [-81.7, 43.55] },
    ),
  ]
  // Nineteen digits are no exact number in JavaScript.
  const text = JSON.stringify({ type: 'FeatureCollection', features }).replace('"#"', '4031010001001000123')
  const tables = await readTables(join(await bundleOf({ 'parcels.geojson': text }), 'parcels.geojson'))
  const { target, losses } = await mapped(tables, { db })
  const { issues } = await importBundle({ folder: target, source: 'parcels', db, media })
  expect(issues).toEqual([])
  const places = await db.selectFrom('location').selectAll().orderBy('id').execute()
  expect(places.map(({ address, staff_notes }) => [address, staff_notes])).toEqual([
    ['12 MAIN ST', 'ROLL_NUM: 4031010001001000123\nSHAPE_Area: 1010.5'],
    ['14 MAIN ST', 'latitude, longitude: 43.55, -81.7'],
  ])
  expect(places[0]!.geometry).not.toContain(',9]')
  expect(places[1]!.geometry).toBeNull()
  expect(await db.selectFrom('lot').select(['lot_num', 'location_id']).orderBy('lot_num').execute()).toEqual([
    { lot_num: '6', location_id: 2 },
    { lot_num: 'PT LOT 5', location_id: 1 },
  ])
  expect(losses.find(({ column }) => column === 'geometry')).toMatchObject({
    counts: { kept: 1, moved: 1 },
    examples: ['A point is no outline. It is in the notes of the staff.'],
  })
})

test('parts whose pictures are called like them are pictures of one item, in their order', async () => {
  const { db } = await freshArchive()
  const table = tableOf('cards.csv', [
    ['Object ID', 'Parent ID', 'Title'],
    ['2011.4.1', '', 'A postcard'],
    ['2011.4.1.2', '2011.4.1', 'The back'],
    ['2011.4.1.1', '2011.4.1', 'The front'],
    ['2011.4.1.3', '2011.4.1', 'A part without a picture'],
  ])
  const files = ['2011.004.001.1.jpg', '2011.004.001.2.jpg']
  const { target, rowsWithoutFile } = await mapped([table], { db, files })
  const items = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, unknown>[]
  expect(items.map(({ title }) => title)).toEqual(['A postcard', 'A part without a picture'])
  const scans = JSON.parse(await readFile(`${target}/scans.json`, 'utf8')) as Record<string, unknown>[]
  expect(scans.map((scan) => [scan['item'], scan['file'], scan['alt']])).toEqual([
    [items[0]!['id'], '2011.004.001.2.jpg', 'The back'],
    [items[0]!['id'], '2011.004.001.1.jpg', 'The front'],
  ])
  expect(rowsWithoutFile).toEqual(['2011.4.1.3'])
})

test('people and subjects of a part are those of its item', async () => {
  const { db } = await freshArchive()
  const table = tableOf('cb.csv', [
    ['objectid', 'parentid', 'filename', 'title', 'subject', 'display_template'],
    ['c1', '', '', 'A card', 'Cards', 'compound_object'],
    ['c1a', 'c1', 'front.jpg', 'The front', 'Mills; Cards', ''],
  ])
  const { target } = await mapped([table], { db, files: ['front.jpg'] })
  const [item] = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as { subject: number[] }[]
  expect(item!.subject).toHaveLength(2)
  expect(JSON.parse(await readFile(`${target}/subjects.json`, 'utf8'))).toHaveLength(2)
})
