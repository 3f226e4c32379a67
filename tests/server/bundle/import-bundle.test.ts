import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { allRecords, bundleOf, counterOf, freshArchive } from './fresh-archive.ts'
import { townBundle, townFiles } from './town.ts'

test('imports every list, from CSV and JSON, with written dates', async () => {
  const { db, media } = await freshArchive()
  const report = await importBundle({ folder: await townBundle(), db, media, formats: ['webp'] })
  expect(report.issues).toEqual([])
  expect(report.imported).toBe(true)
  expect(Object.fromEntries(report.lists.map(({ list, written }) => [list, written!.added]))).toMatchObject({
    locations: 2,
    lots: 2,
    people: 3,
    ownership: 2,
    relationships: 2,
    graves: 1,
    person_images: 1,
    items: 3,
    scans: 3,
  })
  const [mill, fire, wheel] = await db.selectFrom('item').selectAll().orderBy('id').execute()
  expect(mill).toMatchObject({
    title: 'The mill <script>alert(1)</script>',
    date_start: 18800000,
    date_start_text: '1880s',
    date_end: 18890000,
    span_start: 18800000,
    span_end: 18899999,
    external_record_url: 'https://example.org/item/1',
  })
  expect(mill!.published_at).toMatch(/^\d{4}-/)
  expect(fire).toMatchObject({
    date_start: null,
    date_start_text: 'before 1900',
    date_end: 18990000,
    published_at: null,
  })
  expect(wheel).toMatchObject({ date_start: 18350000, date_start_text: '', date_end: null })
  const people = await db.selectFrom('item_person').select('person_id').orderBy('position').execute()
  expect(people.map(({ person_id }) => person_id)).toEqual([3, 1])
  const [ann, bo] = await db.selectFrom('person').selectAll().orderBy('id').execute()
  expect(ann).toMatchObject({ date_of_birth: 18500000, date_of_birth_text: 'c. 1850', date_of_death: 19010403 })
  expect(bo).toMatchObject({ surname: '', sex: '', date_of_death: null })
  expect(await db.selectFrom('ownership').select(['date', 'date_text']).orderBy('date').execute()).toEqual([
    { date: 18790000, date_text: 'before 1880' },
    { date: 18900000, date_text: '1890' },
  ])
  const scans = await db.selectFrom('scan').selectAll().orderBy('item_id').orderBy('scan_order').execute()
  expect(scans.map(({ scan_order, watermark, color, position }) => [scan_order, watermark, color, position])).toEqual([
    [1, 'Society', 'white', 'top left'],
    [2, '', 'black', 'bottom right'],
    [1, '', 'black', 'bottom right'],
  ])
})

test('the same bundle again changes nothing, a changed row updates one record', async () => {
  const { db, media } = await freshArchive()
  await importBundle({ folder: await townBundle(), db, media, formats: ['webp'] })
  const records = await allRecords(db)
  const counter = await counterOf(db)
  const again = await importBundle({ folder: await townBundle(), db, media, formats: ['webp'] })
  expect(again.lists.every(({ written }) => written!.added === 0 && written!.updated === 0)).toBe(true)
  expect(await allRecords(db)).toEqual(records)
  expect(await counterOf(db)).toBe(counter)

  const plaques = [{ location: 1, name: 'The Mill', text: 'Here stands…' }]
  const changed = await importBundle({ folder: await townBundle({ 'plaques.json': plaques }), db, media })
  expect(changed.lists.filter(({ written }) => written!.updated > 0).map(({ list }) => list)).toEqual(['plaques'])
  expect(await db.selectFrom('plaque').select('text').execute()).toEqual([{ text: 'Here stands…' }])
  expect(await counterOf(db)).toBeGreaterThan(counter)
})

test('an item whose links alone change is updated', async () => {
  const { db, media } = await freshArchive()
  await importBundle({ folder: await townBundle(), db, media, formats: ['webp'] })
  const files = await townFiles()
  const items = structuredClone(files['items.json']) as { people?: number[] }[]
  items[0]!.people = [1, 3]
  const report = await importBundle({ folder: await bundleOf({ ...files, 'items.json': items }), db, media })
  expect(report.lists.find(({ list }) => list === 'items')!.written).toEqual({ added: 0, updated: 1, unchanged: 2 })
  const people = await db.selectFrom('item_person').select('person_id').orderBy('position').execute()
  expect(people.map(({ person_id }) => person_id)).toEqual([1, 3])
})

test('one bad row refuses the bundle; with skipBad it and what cannot be without it are left out and written to a file', async () => {
  const folder = await bundleOf({
    'people.json': '[\n{"id":1,"first_name":"Ann"},\n{"id":2,"visibility":"secret"}\n]',
    'graves.csv': 'entry,person\nPlot 1,1\nPlot 2,2\n',
  })
  const { db, media } = await freshArchive()
  const counter = await counterOf(db)
  const refused = await importBundle({ folder, db, media })
  expect(refused.imported).toBe(false)
  expect(refused.issues).toEqual([
    { file: 'people.json', line: 3, row: 2, field: 'visibility', reason: 'Choose one of: draft, published.' },
    { file: 'graves.csv', line: 3, row: 2, field: 'person', reason: 'It names the person 2, which was refused.' },
  ])
  expect(await counterOf(db)).toBe(counter)

  const rejectedFile = join(folder, 'out.txt')
  const rest = await importBundle({ folder, db, media, skipBad: true, rejectedFile })
  expect(rest.imported).toBe(true)
  expect(await db.selectFrom('grave').select(['entry']).execute()).toEqual([{ entry: 'Plot 1' }])
  expect(JSON.parse(await readFile(rejectedFile, 'utf8'))).toEqual([
    {
      file: 'people.json',
      line: 3,
      reasons: [{ field: 'visibility', reason: 'Choose one of: draft, published.' }],
      row: { id: 2, visibility: 'secret' },
    },
    {
      file: 'graves.csv',
      line: 3,
      reasons: [{ field: 'person', reason: 'It names the person 2, which was refused.' }],
      row: { entry: 'Plot 2', person: '2' },
    },
  ])
})
