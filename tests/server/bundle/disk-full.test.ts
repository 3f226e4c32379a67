import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { allMedia, allRecords, bundleOf, counterOf, freshArchive } from './fresh-archive.ts'
import { townBundle } from './town.ts'

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** A store that takes so many files and then has no room. */
function filling(media: MediaStore, room: number): MediaStore {
  const take = () => {
    if (--room < 0) throw noSpace()
  }
  return {
    ...media,
    async put(key, content) {
      take()
      await media.put(key, content)
    },
    async putFile(key, path) {
      take()
      await media.putFile(key, path)
    },
  }
}

test.each([0, 1, 3, 6])('a disk that fills after %i pictures leaves the old state', async (room) => {
  const { db, media } = await freshArchive()
  const counter = await counterOf(db)
  const folder = await townBundle()
  await expect(importBundle({ folder, db, media: filling(media, room) })).rejects.toThrow('ENOSPC')
  expect(await counterOf(db)).toBe(counter)
  expect(Object.values(await allRecords(db)).flat()).toEqual([])
  expect(await allMedia(media)).toEqual([])
})

test('a database that can’t grow keeps the old state, and the next import works', async () => {
  const { db, media } = await freshArchive()
  await importBundle({ folder: await bundleOf({ 'people.json': [{ id: 1, first_name: 'Ann' }] }), db, media })
  const records = await allRecords(db)
  const { page_count } = db.sqlite.prepare('pragma page_count').get() as { page_count: number }
  db.sqlite.exec(`pragma max_page_count = ${page_count}`)
  const biography = 'x'.repeat(20_000)
  const people = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, first_name: 'Bo', biography }))
  const folder = await townBundle({ 'people.csv': '', 'people.json': people })
  await rm(`${folder}/people.csv`)
  await expect(importBundle({ folder, db, media })).rejects.toThrow('full')
  expect(await allRecords(db)).toEqual(records)
  expect(await allMedia(media)).toEqual([])
  db.sqlite.exec('pragma max_page_count = 1000000')
  expect((await importBundle({ folder, db, media })).imported).toBe(true)
})

test('a failed import keeps existing pictures', async () => {
  const { db, media } = await freshArchive()
  await importBundle({ folder: await townBundle(), db, media })
  const files = await allMedia(media)
  const folder = await townBundle({ 'scans.csv': 'item,file,order,watermark\n1,images/mill.jpg,1,Another\n' })
  await expect(importBundle({ folder, db, media: filling(media, 1) })).rejects.toThrow('ENOSPC')
  expect(await allMedia(media)).toEqual(files)
})
