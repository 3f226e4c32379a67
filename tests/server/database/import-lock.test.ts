import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { ImportInProgress, withImportLock } from '#server/database/archive-locks.ts'
import { allMedia, allRecords, bundleOf, freshArchive } from '../bundle/fresh-archive.ts'
import { townBundle } from '../bundle/town.ts'

test('of two concurrent imports one is refused without affecting the other', async () => {
  const { db, media } = await freshArchive()
  const other = await openDatabase(db.engine.address)
  try {
    const folder = await townBundle()
    const both = await Promise.allSettled([db, other].map((each) => importBundle({ folder, db: each, media })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((each) => each.status === 'rejected')!
    expect(refused.reason).toBeInstanceOf(ImportInProgress)
    const [records, files] = [await allRecords(db), await allMedia(media)]
    expect(files.length).toBeGreaterThan(0)

    expect((await importBundle({ folder, db: other, media })).imported).toBe(true)
    expect([await allRecords(db), await allMedia(media)]).toEqual([records, files])
  } finally {
    await other.destroy()
  }
})

test('an import does not block other writes, and releases its lock when it fails', async () => {
  const { db } = await freshArchive()
  const other = await openDatabase(db.engine.address)
  try {
    const failing = withImportLock(db, async () => {
      await other
        .insertInto('subject')
        .values({ id: 1, subject_name: 'Mills' } as never)
        .execute()
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(await withImportLock(other, async () => 'done')).toBe('done')
  } finally {
    await other.destroy()
  }
})

test('a repair takes the import lock too', async () => {
  const { db, media } = await freshArchive()
  await withImportLock(db, async () => {
    await expect(examineArchive({ db, media, repair: true })).rejects.toBeInstanceOf(ImportInProgress)
    expect((await examineArchive({ db, media })).findings).toEqual([])
  })
  expect((await examineArchive({ db, media, repair: true })).findings).toEqual([])
})

test('nothing is imported if the rejected rows cannot be written', async () => {
  const { db, media } = await freshArchive()
  const people = [{ id: 1, first_name: 'Ann' }, { id: 'x' }]
  const folder = await bundleOf({ 'people.json': people })
  const importing = importBundle({ folder, db, media, skipBad: true, rejectedFile: join(folder, 'none', 'rows.json') })
  await expect(importing).rejects.toThrow('ENOENT')
  expect((await allRecords(db))['person']).toEqual([])
})
