import { readFile, rm, truncate, writeFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { allMedia, bundleOf, freshArchive, smallPicture } from './fresh-archive.ts'
import { townBundle, townFiles } from './town.ts'

async function town() {
  const archive = await freshArchive()
  await importBundle({ folder: await townBundle(), ...archive })
  return archive
}

test('the doctor finds dangling links, bad dates, cycles and a lost full-text index', async () => {
  const { db, media } = await town()
  db.sqlite.exec('pragma foreign_keys = off')
  db.sqlite.exec('update plaque set location_id = 99')
  db.sqlite.exec('update person set date_of_birth = 18509999 where id = 1')
  db.sqlite.exec('update subject set subject_parent = 2 where id = 1')
  db.sqlite.exec('delete from item_search where rowid = 3')
  const { findings } = await examineArchive({ db, media })
  const expected = [
    /^plaque \d+: It refers to a missing location/,
    /^item 3: It is missing in the full-text index/,
    /^person 1: date_of_birth: We can't read the date /,
    /^subjects: Its parents form a cycle: 1 → 2 → 1/,
  ]
  const found = findings.map(({ where, what }) => `${where}: ${what}`)
  expect(found).toHaveLength(expected.length)
  expected.forEach((pattern, at) => expect(found[at]).toMatch(pattern))
})

test('the doctor finds changed and missing originals, makes missing derivatives, and removes orphans', async () => {
  const { db, media, mediaFolder } = await town()
  const [changed, gone] = (await allMedia(media)).filter((key) => key.startsWith('originals/'))
  const before = await readFile(join(mediaFolder, changed!))
  await truncate(join(mediaFolder, changed!), 10)
  await rm(join(mediaFolder, gone!))
  const sick = await examineArchive({ db, media })
  expect(sick.findings.map(({ what }) => what)).toEqual([
    'The file has changed: its SHA-256 is different.',
    'The file is missing.',
  ])
  await writeFile(join(mediaFolder, changed!), before)

  const [derivative] = (await allMedia(media)).filter((key) => key.startsWith('derivatives/'))
  await rm(join(mediaFolder, derivative!))
  await media.put(`originals/00/${'0'.repeat(64)}.jpg`, new Uint8Array(1))
  // New files may belong to a running upload.
  expect((await examineArchive({ db, media })).findings.map(({ what }) => what)).not.toContain(
    'No record uses this file.',
  )
  await utimes(join(mediaFolder, 'originals/00', `${'0'.repeat(64)}.jpg`), 0, 0)
  const repaired = await examineArchive({ db, media, repair: true })
  expect(repaired.findings.filter(({ repaired }) => repaired).map(({ what }) => what)).toContain(
    'No record uses this file.',
  )
  const { findings } = await examineArchive({ db, media })
  expect(findings.map(({ what }) => what).filter((what) => what === 'No record uses this file.')).toEqual([])
})

test('the doctor finds unreadable tiles, and removes them so that they are made again', async () => {
  const { db, media } = await town()
  const tiles = (await allMedia(media)).filter((key) => key.endsWith('.pmtiles'))
  expect(tiles).toHaveLength(3)
  const whole = Buffer.from((await media.read(tiles[0]!))!)
  await media.remove(tiles[0]!)
  await media.put(tiles[0]!, whole.subarray(0, 140))
  const what = async (repair: boolean) =>
    (await examineArchive({ db, media, repair })).findings.map((each) => [each.what, each.repaired])
  expect(await what(false)).toEqual([["Its tiles can't be read: The file is cut off.", false]])
  expect(await what(true)).toEqual([["Its tiles can't be read: The file is cut off.", true]])
  expect([await what(false), await media.size(tiles[0]!)]).toEqual([[], undefined])
})

test('replacing a picture and a watermark leaves nothing behind but the original, which an undo brings back', async () => {
  const archive = await town()
  const files = await townFiles()
  const scans =
    'item,file,order,watermark,color,position\n1,images/mill.jpg,1,Another,white,top left\n1,images/new.jpg,2,,,\n2,images/mill.jpg,,,black,\n'
  const folder = await bundleOf({ ...files, 'scans.csv': scans, 'images/new.jpg': await smallPicture('#112233') })
  const { lists } = await importBundle({ folder, ...archive })
  expect(lists.find(({ list }) => list === 'scans')!.written).toEqual({ added: 0, updated: 2, unchanged: 1 })
  expect((await examineArchive(archive)).findings).toEqual([])
  const originals = await archive.db.selectFrom('original').select('file_name').orderBy('file_name').execute()
  expect(originals.map(({ file_name }) => file_name)).toEqual(['ann.jpg', 'back.jpg', 'mill.jpg', 'new.jpg'])
})
