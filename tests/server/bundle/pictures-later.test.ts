import { expect, test, vi } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { makeSmallestSizes, startPictureJob } from '#server/scans/picture-tasks.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { allMedia, bundleOf, freshArchive, smallPicture } from './fresh-archive.ts'

test('an import may leave the sizes of pictures for later: the smallest are made first, the server makes the rest', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({
    'items.json': [{ id: 1, type: 'photograph', title: 'The mill', general_description: 'The mill in winter.' }],
    'scans.json': [{ id: 1, item: 1, file: 'mill.jpg', order: 1 }],
    'mill.jpg': await smallPicture('#887755', 900, 600),
  })
  const report = await importBundle({ folder, db, media, picturesLater: true })
  expect(report.issues).toEqual([])
  const made = async () =>
    (await allMedia(media))
      .filter((key) => key.startsWith('derivatives/'))
      .map((key) => key.split('/').at(-1))
      .sort()
  expect(await made()).toEqual([])
  expect((await examineArchive({ db, media })).findings).toEqual([])
  await makeSmallestSizes(db, media)
  expect(await made()).toEqual(['320.webp'])

  const job = startPictureJob({ db, pictures: createLocalPictureWork(media) }, { pollEvery: 1 })
  await vi.waitFor(async () => expect(await db.selectFrom('picture_task').selectAll().execute()).toEqual([]), 20_000)
  await job.stop()
  expect(await made()).toEqual(['320.jpg', '320.webp', '640.jpg', '640.webp', '900.jpg', '900.webp', 'tiles.pmtiles'])
})
