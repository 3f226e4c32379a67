import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'

const ITEMS = 'id,type,title,general_description\n1,newspaper,The Lantern,Of May\n'
const alto = (hpos: number) =>
  `<?xml version="1.0"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Layout><Page WIDTH="1000" HEIGHT="1000">
  <TextBlock LANG="fr"><TextLine><String CONTENT="moulin" HPOS="${hpos}" VPOS="10" WIDTH="100" HEIGHT="20"/></TextLine></TextBlock></Page></Layout></alto>`
const MOULIN = '[[["moulin",1000,100,1000,200]]]'
type Archive = Awaited<ReturnType<typeof freshArchive>>
const texts = ({ db }: Archive) =>
  db
    .selectFrom('scan')
    .select(['text', 'text_language', 'text_source', 'text_by', 'words', 'turn'])
    .orderBy('scan_order')
    .execute()
const pictures = async (...names: string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await smallPicture()] as const)))

test('texts named like the picture or the scan are imported, and an export and its import keep them byte for byte', async () => {
  const folder = await bundleOf({
    'items.csv': ITEMS,
    'scans.csv':
      'id,item,file,text_file,text_source,text_language,text,turn\n11,1,Page-1.jpg,,,,,90\n12,1,page-2.jpg,,checked,en,,\n13,1,page-3.jpg,words/three.txt,,,,0\n14,1,page-4.jpg,,typed,,In the column,270\n',
    ...(await pictures('Page-1.jpg', 'page-2.jpg', 'page-3.jpg', 'page-4.jpg')),
    ...{ 'texts/page-1.XML': alto(100), 'texts/12.txt': '<html> of\r\nthe mill', 'words/three.txt': 'Three' },
  })
  const archive = await freshArchive()
  const report = await importBundle({ folder, ...archive })
  expect([report.issues, report.warnings, report.imported]).toEqual([[], [], true])
  const said = await texts(archive)
  expect(said).toEqual([
    { text: 'moulin', text_language: 'fr', text_source: 'file', text_by: '', words: MOULIN, turn: 90 },
    { text: '<html> of\nthe mill', text_language: 'en', text_source: 'checked', text_by: '', words: '', turn: 0 },
    { text: 'Three', text_language: '', text_source: 'file', text_by: '', words: '', turn: 0 },
    { text: 'In the column', text_language: '', text_source: 'typed', text_by: '', words: '', turn: 270 },
  ])
  // The sizes and versions are those of turned pictures.
  expect((await examineArchive(archive)).findings).toEqual([])
  // What no file would bring back as it is stays in its row.
  const last = archive.db.updateTable('scan').where('scan_order', '=', 4)
  await last.set({ text: 'of\r\nno source', text_source: '' }).execute()
  const out = join(await freshFolder(), 'out')
  await exportBundle({ folder: out, ...archive })
  const files = (await readdir(join(out, 'texts/0'))).map((name) => `texts/0/${name}`)
  expect(files.length).toBe(3)
  expect(await readFile(join(out, 'scans.json'), 'utf8')).not.toContain('Three')
  const second = await freshArchive()
  const again = await importBundle({ folder: out, ...second })
  expect([again.issues, again.warnings]).toEqual([[], []])
  expect(await texts(second)).toEqual(await texts(archive))
  // The same again changes nothing.
  const third = await importBundle({ folder: out, ...second })
  expect(third.lists.filter(({ written }) => written?.added || written?.updated)).toEqual([])
  const outAgain = join(await freshFolder(), 'out')
  await exportBundle({ folder: outAgain, ...second })
  for (const file of ['scans.json', ...files])
    expect(await readFile(join(outAgain, file), 'utf8')).toBe(await readFile(join(out, file), 'utf8'))
})

test.each([
  ['a box outside the page', { 'texts/page.xml': alto(5000) }, '', 'texts/page.xml: The box of “moulin” (line 1) is'],
  ['a cut file', { 'texts/page.xml': alto(5).slice(0, -9) }, '', 'broken or cut off: <Layout> is not closed'],
  ['two texts', { 'texts/page.txt': 'One' }, 'Two', 'Its text is in the column and in texts/page.txt.'],
  ['a file outside', {}, '', 'leaves the folder', '../page.txt'],
])('%s is refused by name', async (_, files, text, sentence, file = '') => {
  const folder = await bundleOf({
    ...{ 'items.csv': ITEMS, 'scans.csv': `item,file,text,text_file\n1,page.jpg,${text},${file}\n` },
    ...(await pictures('page.jpg')),
    ...files,
  })
  const { issues, imported } = await importBundle({ folder, ...(await freshArchive()) })
  expect([issues, imported]).toMatchObject([[{ file: 'scans.csv', line: 2, reason: expect.stringContaining(sentence) }], false]) // prettier-ignore
})

test('a text that belongs to no scan is named', async () => {
  const folder = await bundleOf({
    ...{ 'items.csv': ITEMS, 'scans.csv': 'item,file\n1,page.jpg\n', 'texts/other.txt': 'Other' },
    ...(await pictures('page.jpg')),
  })
  const { warnings } = await importBundle({ folder, ...(await freshArchive()) })
  expect(warnings).toMatchObject([{ file: 'texts/other.txt' }])
})
