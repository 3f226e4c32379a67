import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { ImportOptions } from '#server/bundle/import-options.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'

const text = ({ file, line, field, reason }: { file: string; line: number; field: string; reason: string }) =>
  `${file}:${line} ${field}: ${reason}`
async function importOf(files: Record<string, unknown> | string, options: Partial<ImportOptions> = {}) {
  const archive = await freshArchive()
  const folder = typeof files === 'string' ? files : await bundleOf(files)
  const report = await importBundle({ folder, ...archive, ...options })
  return { ...report, ...archive, folder, problems: report.issues.map(text), notes: report.warnings.map(text) }
}
const people = 'id,first_name\n1,Ann\n'
const square = (x: number, y: number) => [[[x, y], [x + 0.001, y], [x + 0.001, y + 0.001], [x, y]]] // prettier-ignore
const feature = (pk: number, x: number, y: number, more = {}) => ({
  type: 'Feature',
  properties: { pk, name: `P${pk}`, ...more },
  geometry: { type: 'Polygon', coordinates: square(x, y) },
})
const places = (...features: unknown[]) => ({ type: 'FeatureCollection', features })

test('files beside a known table: one that looks like a table stops the import, also with skipBad; ignored ones do not', async () => {
  const folder = await freshFolder()
  await cp('tests/fixtures/faults/mixed', folder, { recursive: true })
  await mkdir(join(folder, 'old'))
  for (const name of ['old/items.ods', 'notes.txt', '.DS_Store', '~$items.xlsx'])
    await writeFile(join(folder, name), 'x')
  const first = await importOf(folder, { skipBad: true })
  expect(first.imported).toBe(false)
  const unread = ['items.tsv', 'items.xlsx', 'locations.shp', 'old/items.ods', 'organizations.txt', 'people.ged']
  expect(first.issues.map(({ file }) => file)).toEqual(unread)
  expect(first.notes).toEqual(['notes.txt:0 : No row that is imported names this file. It was not read.'])
  const ignored = ['items.tsv', 'items.xlsx', 'locations.shp', 'old', 'organizations.txt', 'people.ged']
  expect(await importOf(folder, { ignored })).toMatchObject({ imported: true, issues: [] })
})

test('one of two tables of the same name can be ignored', async () => {
  const files = { 'people.csv': people, 'people.json': [{ id: 1, first_name: 'Bo' }] }
  expect((await importOf(files, { skipBad: true })).problems).toEqual([
    'people.json:0 : There is also people.csv. Keep one of the two.',
  ])
  const { imported, db } = await importOf(files, { ignored: ['people.csv'] })
  expect(imported).toBe(true)
  expect(await db.selectFrom('person').select('first_name').execute()).toEqual([{ first_name: 'Bo' }])
})

test('pictures that no row names are named', async () => {
  const { notes } = await importOf({
    'items.json': [{ id: 1, type: 'object' }],
    'scans.csv': 'item,file\n1,a.jpg\n',
    'a.jpg': await smallPicture(),
    'more/b.jpg': await smallPicture(),
  })
  expect(notes).toEqual(['more/b.jpg:0 : No row that is imported names this file. It was not read.'])
})

test.each([
  ['CSV', { 'people.csv': 'id,first_name,notes\n1,Ann,see box 3\n2,Bo,\n' }],
  ['JSON', { 'people.json': [{ id: 1, first_name: 'Ann' }, { id: 2, first_name: 'Bo', notes: 'see box 3' }, { id: 3, surname: 'Z', notes: '' }] }], // prettier-ignore
])('an unknown column in %s is left out and named once', async (_, files) => {
  const { imported, problems, notes } = await importOf(files)
  expect(problems).toEqual([])
  expect(imported).toBe(true)
  expect(notes).toEqual([expect.stringMatching(/:1 notes: There is no such column in people\. It is left out\./)])
})

test('unknown properties of outlines are left out and named once', async () => {
  const more = { OBJECTID: 1, ROLL_NUM: '4031', ADDRESS: '12 Main St' }
  const { imported, notes, db } = await importOf({
    'locations.geojson': places(feature(1, -81.7, 43.55, more), feature(2, -81.7, 43.55, more)),
  })
  expect(imported).toBe(true)
  expect(notes.map((note) => note.split(':')[1])).toEqual(['1 OBJECTID', '1 ROLL_NUM'])
  expect(await db.selectFrom('location').select('address').execute()).toEqual([
    { address: '12 Main St' },
    { address: '12 Main St' },
  ])
})

test.each([
  ['urn:ogc:def:crs:EPSG::26917', false],
  ['EPSG:3857', false],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', true],
  ['urn:ogc:def:crs:EPSG::4326', true],
  ['EPSG:4326', true],
])('coordinates in %s', async (name, isOurs) => {
  const crs = { type: 'name', properties: { name } }
  for (const file of [
    { crs, ...places(feature(1, 44, 48)) },
    { ...places(feature(1, 44, 48)), crs },
  ]) {
    const { imported, problems } = await importOf({ 'locations.geojson': file }, { skipBad: true })
    expect(imported).toBe(isOurs)
    if (!isOurs) expect(problems[0]).toContain(`The coordinates are in ${name}.`)
  }
})

test('places far from the others: swapped, or without their minus sign; also far from where the map opens', async () => {
  const three = [feature(1, -81.7, 43.55), feature(2, -81.71, 43.56), feature(3, -81.72, 43.57)]
  const swapped = await importOf({
    'locations.geojson': places(...three, feature(4, 43.55, -81.7), feature(5, 81.7, 43.55)),
  })
  expect(swapped.imported).toBe(true)
  expect(swapped.notes.map((note) => note.replace(/[\d,]+ km/, 'N km'))).toEqual(
    [1, 1].map(() =>
      expect.stringMatching(/geometry: It is N km from most other places\. Are latitude and longitude swapped/),
    ),
  )
  const archive = await freshArchive()
  const setting = [
    { name: 'latitude', value: '43.74' },
    { name: 'longitude', value: '-81.7' },
  ]
  await archive.db.insertInto('setting').values(setting).execute()
  const all = await bundleOf({ 'locations.geojson': places(feature(1, 43.55, -81.7), feature(2, 43.56, -81.71)) })
  const { warnings } = await importBundle({ folder: all, ...archive })
  expect(warnings.map(({ reason }) => reason)).toEqual(
    [1, 2].map(() => expect.stringContaining('from where the map opens')),
  )
})

test('a place on both sides of the 180th meridian is pointed out, its neighbours are not', async () => {
  const islet = feature(1, 0, 0)
  const geometry = { type: 'MultiPolygon', coordinates: [square(179.99, -16.8), square(-179.999, -16.8)] }
  const { notes } = await importOf({
    'locations.geojson': places(
      { ...islet, geometry },
      feature(2, 179.98, -16.8),
      feature(3, -179.98, -16.8),
      feature(4, 179.97, -16.8),
    ),
  })
  expect(notes).toEqual([expect.stringContaining('It crosses the 180th meridian')])
})

test('skipBad leaves out the bad value and the bad link, and the people stay', async () => {
  const rejectedFile = join(await freshFolder(), 'rejected.json')
  const { db, problems, lists } = await importOf(
    {
      'people.csv': 'id,first_name,sex,spouses\n1,Ann,robot,2\n2,Will,,1;3;9\n3,Cora,,2;3\n4,,,2\n',
      'relationships.csv': 'person1,person2,relationship_type\n1,3,parent\n4,3,parent\n',
    },
    { skipBad: true, rejectedFile },
  )
  expect(problems).toEqual([
    'people.csv:2 sex: Choose one of: female, male, other.',
    'people.csv:3 spouses: There is no person 9, neither in the bundle nor in the archive.',
    'people.csv:4 spouses: The person 3 names itself.',
    expect.stringContaining('people.csv:5 surname: This person has no name.'),
    'relationships.csv:3 person1: It names the person 4, which was refused.',
  ])
  expect(lists.map(({ rejected }) => rejected)).toEqual([1, 1])
  const spouses = await db
    .selectFrom('person_spouse')
    .select(['person_id', 'spouse_id'])
    .orderBy('person_id')
    .orderBy('position')
    .execute()
  expect(spouses.map(({ person_id, spouse_id }) => [person_id, spouse_id])).toEqual([
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 2],
  ])
  const written = JSON.parse(await readFile(rejectedFile, 'utf8')) as { line: number; imported?: true }[]
  expect(written.map(({ line, imported }) => [line, imported ?? false])).toEqual([
    [2, true],
    [3, true],
    [4, true],
    [5, false],
    [3, false],
  ])
})

test('skipBad never publishes by leaving a visibility out, and leaves out no part of what identifies a row', async () => {
  const { db, lists } = await importOf(
    {
      'people.csv': 'id,first_name,visibility\n1,Ann,privat\n2,Bo,Published\n',
      'organizations.csv': 'id,name\n1,Mill\n',
      'employment.csv': 'person,organization,date_start\n2,1,some day\n',
    },
    { skipBad: true },
  )
  expect(await db.selectFrom('person').select(['id', 'visibility']).execute()).toEqual([
    { id: 2, visibility: 'published' },
  ])
  expect(lists.find(({ list }) => list === 'employment')!.rejected).toBe(1)
})

test('skipBad breaks a circle of parents, and keeps the collections', async () => {
  const rows = [1, 2, 3].map((id) => ({ id, subject_name: `S${id}`, subject_parent: (id % 2) + 1 }))
  const { db } = await importOf({ 'subjects.json': rows }, { skipBad: true })
  expect(await db.selectFrom('subject').select(['id', 'subject_parent']).orderBy('id').execute()).toEqual([
    { id: 1, subject_parent: null },
    { id: 2, subject_parent: null },
    { id: 3, subject_parent: 2 },
  ])
})

test('file names are found whatever their accents and letter case; else the near name is said', async () => {
  const { problems, notes } = await importOf({
    'Items.CSV': 'id,type\n1,object\n',
    'scans.csv': `item,file\n${['images/Café.jpg', 'images\\photo1.jpg', 'photo-1', 'C:\\x\\PHOTO1.jpeg', 'gone.jpg'].map((file) => `1,${file}`).join('\n')}\n`,
    ['images/Café.jpg'.normalize('NFD')]: await smallPicture('#111111'),
    'images/photo1.JPG': await smallPicture('#222222'),
  })
  expect(problems).toEqual([
    'scans.csv:4 file: The file photo-1 is missing. Did you mean images/photo1.JPG?',
    'scans.csv:5 file: The path C:\\x\\PHOTO1.jpeg leaves the folder of the bundle. Did you mean images/photo1.JPG?',
    'scans.csv:6 file: The file gone.jpg is missing.',
  ])
  expect(notes).toEqual([])
})
