import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importTables, InvalidMapping, readKnownMapping, readMapping } from '#server/mapping/import-tables.ts'
import { tiffOf } from '../scans/pdf.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from '../bundle/fresh-archive.ts'

/** An evening: a catalogue in the encoding of Windows with semicolons, firms, and a drawer of scans. */
const evening = async () =>
  await bundleOf({
    'catalogue.csv': Buffer.from(
      'Object ID;Title;Date;People;Old no.\r\n1.1;Café;3/14/1905;Ross, Ada;7\r\n1.2;Mill;;;\r\n',
      'latin1',
    ),
    'organizations.csv': 'Name,Founded\nOrr Mills,1871\n',
    'scans/1.1-back.jpg': await smallPicture('#111111'),
    'scans/1.1.jpg': await smallPicture('#222222'),
    'scans/9.9.jpg': await smallPicture('#333333'),
  })

test('a drawer of files is imported in one go, a second time without a change, and by its own mapping', async () => {
  const { db, media } = await freshArchive()
  const [folder, workFolder] = [await evening(), await freshFolder()]
  const options = { paths: [folder], source: 'The drawer', workFolder, db, media, picturesLater: true }
  const { report, mapped, notices } = await importTables(options)
  expect(report!.issues).toEqual([])
  expect(report!.imported).toBe(true)
  expect(notices.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('Windows-1252'),
    expect.stringContaining('semicolons'),
  ])
  expect(mapped!.filesWithoutRow).toEqual(['9.9.jpg'])
  expect(mapped!.rowsWithoutFile).toEqual(['1.2'])
  const scans = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select('file_name')
    .orderBy('scan_order')
    .execute()
  expect(scans).toEqual([{ file_name: '1.1.jpg' }, { file_name: '1.1-back.jpg' }])
  const again = await importTables(options)
  expect(again.report!.lists.every(({ written }) => written!.added + written!.updated === 0)).toBe(true)
  const mapping = (await readKnownMapping(db, 'The drawer'))!
  mapping.tables.find(({ table }) => table === 'catalogue.csv')!.columns['Old no.'] = 'accession_number'
  await importTables({ ...options, mapping })
  expect(
    await db.selectFrom('item').select(['title', 'accession_number', 'staff_notes']).orderBy('id').execute(),
  ).toEqual([
    { title: 'Café', accession_number: '7', staff_notes: 'Old no.: 7' },
    { title: 'Mill', accession_number: '', staff_notes: '' },
  ])
})

test('a problem names table, row and column of the source', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({
    'list.csv': `Identifier,Title,Visibility\na,A,published\n\nb,${'x'.repeat(3000)},yes\n`,
  })
  const { report } = await importTables({ paths: [folder], source: 'list', workFolder: await freshFolder(), db, media })
  expect(report!.imported).toBe(false)
  expect(report!.issues.map(({ file, line, field }) => [file, line, field]).toSorted()).toEqual([
    ['list.csv', 4, 'Title'],
    ['list.csv', 4, 'Visibility'],
  ])
})

test('XML beside scans is left aside unless it holds records, and persons are named by the keys of their file', async () => {
  const { db, media } = await freshArchive()
  const families = [1, 2].map((at) => `0 @F${at}@ FAM\n1 HUSB @P${at}@\n1 CHIL @P${3 - at}@\n`).join('')
  const people = [1, 2].map((at) => `0 @P${at}@ INDI\n1 NAME A${at} /Orr/\n`).join('')
  const folder = await bundleOf({
    'scans/a.jpg.aux.xml': '<PAMDataset/>',
    'dc.xml': '<dc:dc xmlns:dc="x"><dc:title>A</dc:title></dc:dc>',
    'family.ged': `0 HEAD\n1 CHAR UTF-8\n${people}${families}0 TRLR\n`,
  })
  const options = { source: 'list', workFolder: await freshFolder(), db, media }
  const { report, problems, notices } = await importTables({ paths: [folder], ...options })
  expect(problems).toEqual([])
  expect(notices.map(({ table, sentence }) => [table, sentence.slice(0, 17)])).toEqual([
    ['a.jpg.aux.xml', 'It is left aside.'],
  ])
  expect(report!.issues.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^A person would be their own ancestor: P\d → P\d → P\d\.$/),
  ])
  const given = await importTables({ paths: [join(folder, 'scans/a.jpg.aux.xml')], ...options })
  expect(given.problems).toEqual([expect.stringContaining('This is no spreadsheet that can be read here')])
})

test('a question stops the import before anything is changed', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({ 'list.csv': 'Identifier,Title,Date\na,A,3/4/1905\n' })
  const { report, mapped } = await importTables({
    paths: [join(folder, 'list.csv')],
    source: 'list',
    workFolder: await freshFolder(),
    db,
    media,
  })
  expect(report).toBeUndefined()
  expect(mapped!.questions).toHaveLength(1)
  expect(await db.selectFrom('item').select('id').execute()).toEqual([])
})

test('what cannot be read says why', async () => {
  const { db, media } = await freshArchive()
  const empty = join(await freshFolder(), 'nothing')
  await mkdir(empty)
  const options = { source: 'list', workFolder: await freshFolder(), db, media }
  expect((await importTables({ ...options, paths: [empty] })).problems).toEqual([
    'There is no table in what was given.',
  ])
  const old = join(empty, 'old.xls')
  await writeFile(old, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
  expect((await importTables({ ...options, paths: [old] })).problems).toEqual([
    expect.stringContaining('old.xls: This is an Excel file of before 2007'),
  ])
  expect(() => readMapping('{', 'map.json')).toThrow(InvalidMapping)
  expect(() => readMapping('{"tables":[{"table":"a","list":"boats","columns":{}}]}', 'map.json')).toThrow(
    /map\.json, tables\.0\.list: /,
  )
})

test('tables of a bundle in another encoding are read as well, scans by the key of their item', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({
    'items.csv': 'id;type;title;visibility\r\n1;photo;A;published\r\n',
    'scans.csv': 'item;file\r\n1;scans\\MILL.JPG\r\n',
    'scans/mill.jpg': await smallPicture(),
  })
  const paths = [join(folder, 'items.csv'), join(folder, 'scans.csv'), join(folder, 'scans')]
  const { report } = await importTables({
    paths,
    source: 'town',
    workFolder: await freshFolder(),
    db,
    media,
    picturesLater: true,
  })
  expect(report!.issues).toEqual([])
  expect(await db.selectFrom('scan').select('item_id').execute()).toEqual([{ item_id: 1 }])
  expect(await db.selectFrom('item').select(['type', 'visibility']).execute()).toEqual([
    { type: 'photograph', visibility: 'published' },
  ])
})

test('a column that goes nowhere is named', () => {
  const mapping = { tables: [{ table: 'a.csv', list: 'items', columns: { Caption: 'titel' } }] }
  expect(() => readMapping(JSON.stringify(mapping), 'map.json')).toThrow(
    /map\.json, a\.csv, Caption: there is no “titel” in items\./,
  )
})

test('a TIFF of several pages is a document, and a row of scans without its file is left out and told', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({
    'items.csv': 'id,title\n1,Minutes\n',
    'scans.csv': 'item,file\n1,gone.jpg\n',
    'scans/1.tif': tiffOf(3),
  })
  const { report, mapped } = await importTables({
    paths: [folder],
    source: 'town',
    workFolder: await freshFolder(),
    db,
    media,
    picturesLater: true,
  })
  expect(report!.issues).toEqual([])
  expect(await db.selectFrom('item_file').select('item_id').execute()).toEqual([{ item_id: 1 }])
  expect(
    mapped!.losses.find(({ table, column }) => table === 'scans.csv' && column === 'file')!.counts['left out'],
  ).toBe(1)
  expect(mapped!.rowsWithoutFile).toEqual(['row 2 of scans.csv'])
})
