import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { DOCUMENTS } from '#contract/picture-messages.ts'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { startPageJob } from '#server/scans/page-tasks.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { pdf, tiffOf } from '../scans/pdf.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'

const MP3 = Buffer.concat([
  Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(413),
])
const ITEMS = 'id,type,title,description\n1,paper record,Minutes,Of the council\n'
type Archive = Awaited<ReturnType<typeof freshArchive>>

async function drawAll({ db, media, mediaFolder }: Archive) {
  const pictures = createLocalPictureWork(media)
  const job = startPageJob({ db, media, pictures, incoming: join(mediaFolder, 'incoming') }, { pollEvery: 1 })
  const left = () => db.selectFrom('page_task').selectAll().execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000 })
  await job.stop()
}
const scans = ({ db }: Archive) =>
  db.selectFrom('scan').select(['page', 'document_id', 'scan_order', 'sha256']).orderBy('scan_order').execute()
/** The originals of a bundle, by name. */
async function originalsOf(folder: string) {
  const entries = await readdir(join(folder, 'images'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const read = paths.sort().map(async (path) => [path.slice(folder.length), (await readFile(path)).toString('base64')])
  return await Promise.all(read)
}

test('files are imported whole, their pages drawn, and a round trip keeps every byte', async () => {
  const minutes = pdf(['One', 'Two'])
  const folder = await bundleOf({
    'items.csv': ITEMS,
    'files.csv': 'item,file,label\n1,minutes.pdf,The minutes\n1,more.tif,More\n1,side-a.mp3,Side A\n',
    ...{ 'minutes.pdf': minutes, 'more.tif': tiffOf(3), 'side-a.mp3': MP3 },
  })
  const archive = await freshArchive()
  const report = await importBundle({ folder, ...archive })
  expect([report.issues, report.imported]).toEqual([[], true])
  await drawAll(archive)
  expect((await scans(archive)).map(({ page, document_id, scan_order }) => [document_id, page, scan_order])).toEqual([
    [1, 1, 1],
    [1, 2, 2],
    [2, 1, 3],
    [2, 2, 4],
    [2, 3, 5],
  ])
  const out = join(await freshFolder(), 'out')
  await exportBundle({ folder: out, ...archive })
  expect((await originalsOf(out)).map(([, bytes]) => bytes)).toEqual(
    expect.arrayContaining([minutes, tiffOf(3), MP3].map((bytes) => bytes.toString('base64'))),
  )
  const second = await freshArchive()
  expect((await importBundle({ folder: out, ...second })).issues).toEqual([])
  // Its pages came with it.
  expect(await second.db.selectFrom('page_task').selectAll().execute()).toEqual([])
  expect(await scans(second)).toEqual(await scans(archive))
  const again = join(await freshFolder(), 'again')
  await exportBundle({ folder: again, ...second })
  expect(await originalsOf(again)).toEqual(await originalsOf(out))
  for (const list of ['files.json', 'scans.json'])
    expect(await readFile(join(again, list), 'utf8')).toBe(await readFile(join(out, list), 'utf8'))
})

test('a file that is refused is named with its reason, and a picture is no file', async () => {
  const folder = await bundleOf({
    'items.csv': ITEMS,
    'files.csv': 'item,file\n1,locked.pdf\n1,picture.jpg\n',
    ...{ 'locked.pdf': pdf(['One'], { locked: true }), 'picture.jpg': await smallPicture() },
  })
  const { issues } = await importBundle({ folder, ...(await freshArchive()), dryRun: true })
  expect(issues.map(({ reason }) => reason)).toEqual([
    `locked.pdf: ${DOCUMENTS.locked}`,
    `picture.jpg: ${DOCUMENTS.kind}`,
  ])
})

test('texts and the boxes of their words come back from an export; boxes that are none are refused by name', async () => {
  const words = JSON.stringify([[['Old', 0, 0, 900, 200]], [['mill', 0, 300, 10_000, 200]]])
  const scan = {
    id: 1,
    item: 1,
    file: 'page.jpg',
    text: 'Old\nmill',
    text_language: 'en',
    text_source: 'checked',
    words,
  }
  const page = await smallPicture()
  const bundle = (more: object, source?: string) =>
    bundleOf({ 'items.csv': ITEMS, 'scans.json': [{ ...scan, ...more }], 'page.jpg': page }, source)
  const archive = await freshArchive()
  expect((await importBundle({ folder: await bundle({}), ...archive })).issues).toEqual([])
  const out = join(await freshFolder(), 'out')
  await exportBundle({ folder: out, ...archive })
  const [exported] = JSON.parse(await readFile(join(out, 'scans.json'), 'utf8')) as object[]
  expect(exported).toMatchObject({ text_file: 'texts/0/1.txt', text_language: 'en', text_source: 'checked', words })
  expect(await readFile(join(out, 'texts/0/1.txt'), 'utf8')).toBe('Old\nmill')
  // Of another text without boxes, those words stand where they did.
  await importBundle({ folder: await bundle({ text: 'New mill', words: undefined }), ...archive })
  expect(await archive.db.selectFrom('scan').select(['text', 'words']).execute()).toEqual([
    { text: 'New mill', words: '[[["mill",0,300,10000,200]]]' },
  ])
  for (const broken of ['[', '[[["mill", 0, 0, 1]]]', '[[["mill", 0, 0, 1, 10001]]]', '{}']) {
    const { issues } = await importBundle({ folder: await bundle({ words: broken }), ...(await freshArchive()) })
    expect(issues, broken).toMatchObject([{ field: 'words', reason: expect.stringContaining('as an export writes') }])
  }
})
