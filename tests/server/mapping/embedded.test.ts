import { expect, test } from 'vitest'
import type { ImportMapping } from '#contract/import-mapping.ts'
import { importTables } from '#server/mapping/import-tables.ts'
import { withExif, withIptc } from '../../rules/import/pictures-saying.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from '../bundle/fresh-archive.ts'

const SAYING = await withIptc([
  [5, 'The old mill'],
  [120, 'The mill from the east'],
  [25, 'mills'],
  [25, 'rivers'],
  [80, 'Ross, Ada'],
  [55, '19050314'],
  [90, 'Brannock Bay'],
])
const HERE = {
  IFD0: { ImageDescription: 'Launch of the Heron\nAt noon' },
  IFD3: { GPSLatitude: '44/1 7/1 0/1', GPSLatitudeRef: 'N' },
}

async function drawer(files: Record<string, string | Buffer>) {
  const { db, media } = await freshArchive()
  const paths = [await bundleOf(files)]
  const workFolder = await freshFolder()
  const run = async (mapping?: ImportMapping) => {
    const options = { paths, source: 'drawer', workFolder, db, media, picturesLater: true }
    return await importTables(mapping ? { ...options, mapping } : options)
  }
  const items = () =>
    db
      .selectFrom('item')
      .leftJoin('person', 'person.id', 'item.creator_id')
      .select([
        'title',
        'general_description',
        'date_start',
        'place_text',
        'surname',
        'item.staff_notes',
        'archival_identifier',
        'item.visibility',
      ])
      .orderBy('item.id')
      .execute()
  return { db, run, items }
}

test('what pictures say is a note of the staff, and taken where a row says nothing once the mapping says so', async () => {
  const { db, run, items } = await drawer({
    'list.csv': 'Identifier,Title,Description,Date,Picture\n1,,,,a.jpg\n2,Own title,,1890,\n3,Nothing said,,,c.jpg\n',
    'scans/a.jpg': SAYING,
    'scans/2.jpg': SAYING,
    'scans/c.jpg': await smallPicture('#123456'),
  })
  const listed = await run()
  expect(listed.report!.issues).toEqual([])
  expect(await items()).toMatchObject([
    {
      ...{ title: '', general_description: '', date_start: null, surname: null },
      staff_notes:
        'Picture: title: The old mill\nPicture: caption: The mill from the east\nPicture: date: 1905-03-14\nPicture: creator: Ross, Ada\nPicture: keywords: mills; rivers\nPicture: place: Brannock Bay',
    },
    { title: 'Own title', date_start: 18900000, staff_notes: expect.not.stringMatching(/title|date/) },
    { title: 'Nothing said', staff_notes: '' },
  ])
  expect(listed.mapped!.losses.find(({ column }) => column === 'Picture: caption')).toMatchObject({
    counts: { moved: 2 },
  })
  const used = await run({ ...listed.mapping, embedded: 'use' })
  expect(used.report!.issues).toEqual([])
  expect(used.report!.lists.find(({ list }) => list === 'items')!.written).toMatchObject({ added: 0, updated: 2 })
  const filled = { general_description: 'The mill from the east', place_text: 'Brannock Bay', surname: 'Ross' }
  expect(await items()).toMatchObject([
    { ...filled, title: 'The old mill', date_start: 19050314 },
    { ...filled, title: 'Own title', date_start: 18900000 },
    { title: 'Nothing said' },
  ])
  expect(await db.selectFrom('item_subject').select('item_id').execute()).toHaveLength(4)
  expect(await db.selectFrom('person').select('id').execute()).toHaveLength(1)
})

test('a folder of pictures without a table becomes drafts, called what they say or like the file; no position is kept', async () => {
  const { db, run, items } = await drawer({
    'box 1/IMG_0002.jpg': await withExif(HERE),
    'box 1/IMG_0010.jpg': await smallPicture('#111111'),
    'box 1/2011.004.001.jpg': await smallPicture('#444444'),
    'box 1/mill-back.jpg': await smallPicture('#222222'),
    'box 1/mill-front.jpg': await smallPicture('#333333'),
    'box 2/IMG_0010.jpg': SAYING,
  })
  const { notices, report, mapped } = await run()
  expect(report!.issues).toEqual([])
  expect(notices).toEqual([
    {
      table: 'pictures',
      sentence: 'There is no table: of the files 5 items are made, each called what its picture says or like the file.',
    },
  ])
  expect(mapped!.filesWithoutRow).toEqual([])
  const all = await items()
  expect(all.map(({ title, visibility }) => [title, visibility])).toEqual(
    ['2011.004.001', 'Launch of the Heron', 'IMG_0010', 'mill', 'The old mill'].map((title) => [title, 'draft']),
  )
  expect(all.map((item) => item.archival_identifier)).toEqual(['2011.004.001', null, null, null, null])
  expect(all[1]!.staff_notes).toBe('Picture: caption: Launch of the Heron\nAt noon')
  expect(JSON.stringify(all)).not.toMatch(/gps|latitude|44\b/i)
  const scans = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['item_id', 'file_name'])
    .orderBy('item_id')
    .orderBy('scan_order')
    .execute()
  expect(scans.filter(({ item_id: item }) => item === 4).map(({ file_name: file }) => file)).toEqual([
    'mill-front.jpg',
    'mill-back.jpg',
  ])
  const again = await run()
  expect(again.report!.lists.every(({ written }) => written!.added + written!.updated === 0)).toBe(true)
})

test('a spreadsheet that cannot be read is no folder without a table', async () => {
  const { run, items } = await drawer({
    'old.xls': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'a.jpg': SAYING,
  })
  expect((await run()).problems).toEqual([expect.stringContaining('old.xls')])
  expect(await items()).toEqual([])
})
