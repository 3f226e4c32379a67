import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TRASH, copyMedia, openMediaObjects, requireDiskSpace } from '#server/backup/copy-media.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { openDatabase } from '#server/database/open.ts'
import { lockServer } from '#server/database/archive-locks.ts'
import { FOLDERS } from '#server/move/move-target.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { readIdentity } from '#server/storage/identity-file.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { ALL } from '../../setup/length.ts'
import { contentOf, move, townToMove, withPlaces } from './moved-town.ts'
import { seldom } from '../../setup/seldom.ts'

const otherPlaces = async (from: Awaited<ReturnType<typeof townToMove>>) => {
  const folder = await freshFolder()
  return withPlaces(from, {
    DATABASE_URL: `sqlite:${join(folder, 'new.db')}`,
    MEDIA_URL: `file:${join(folder, 'media')}`,
  })
}

seldom(
  'interrupted again and again, a move goes on where it was and ends with the same archive; until then nothing opens the new side',
  async () => {
    const from = await townToMove()
    const to = await otherPlaces(from)
    const before = await contentOf(from)
    let runs = 0
    for (let most = 1; ; most += ALL ? 4 : 12) {
      runs += 1
      let calls = 0
      const onProgress = () => {
        if ((calls += 1) > most) throw new Error('stop')
      }
      const ended = await move(from, to, { onProgress }).catch((error: Error) => error.message)
      if (typeof ended !== 'string') break
      expect(ended).toBe('stop')
      await expect(openArchive(to)).rejects.toThrow('has not finished')
      await expect(openArchive(to, { adopt: true })).rejects.toThrow('has not finished')
      await expect(openArchive(withPlaces(from, { MEDIA_URL: `file:${to.mediaDir}` }))).rejects.toThrow(
        'has not finished',
      )
    }
    expect(runs).toBeGreaterThan(5)
    expect(await contentOf(to)).toEqual(before)
    expect(await contentOf(from)).toEqual(before)
    // Once more is no harm: all of it is there.
    expect((await move(from, to)).tables.length).toBeGreaterThan(20)

    await using db = await openDatabase(to.databaseFile)
    const triggers = (of: typeof db) =>
      of.sqlite.prepare(`select name, sql from sqlite_schema where type = 'trigger' order by name`).all()
    await using fresh = await openDatabase(':memory:')
    expect(triggers(db)).toEqual(triggers(fresh))
    // Ids of rows that are gone are not given again.
    const added = await db
      .insertInto('subject')
      .values({ subject_name: 'New' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(added.id).toBe(7001)
  },
)

test('an archive that changed after an interrupted move is moved as it is now', async () => {
  const from = await townToMove()
  const to = await otherPlaces(from)
  let seen = 0
  const onProgress = (step: string) => {
    if (step === 'compare' && (seen += 1) > 20) throw new Error('stop')
  }
  await expect(move(from, to, { onProgress })).rejects.toThrow('stop')
  const db = await openArchive(from, { server: true })
  await db.updateTable('person').set({ biography: 'Changed since.' }).where('id', '=', 2).execute()
  await db.deleteFrom('upkeep').execute()
  await db.destroy()
  await move(from, to)
  expect(await contentOf(to)).toEqual(await contentOf(from))
})

test('the new side is refused if it holds anything else, and named', async () => {
  const [from, other] = [await townToMove(), await townToMove()]
  const before = await contentOf(other)
  await expect(move(from, from)).rejects.toThrow('The database of the archive is there already.')
  await expect(move(from, other)).rejects.toThrow(/holds another archive \(\w+; this one is \w+\): \d+ items, 3 places/)
  const media = { moves: { database: false, media: true, trash: true } }
  await expect(move(from, other, media)).rejects.toThrow('holds the pictures of another archive')
  const unmarked = await otherPlaces(from)
  await openMediaStore(unmarked).put('originals/aa/unknown.jpg', Buffer.from('x'))
  await expect(move(from, unmarked)).rejects.toThrow('is not empty: it holds 1 files, such as originals/aa/unknown.jpg')
  // A move that was begun with another archive.
  const begun = await otherPlaces(from)
  await expect(
    move(from, begun, {
      onProgress: () => {
        throw new Error('stop')
      },
    }),
  ).rejects.toThrow('stop')
  await expect(move(other, begun)).rejects.toThrow('an unfinished move of another archive')
  expect(await contentOf(other)).toEqual(before)
})

test('an archive that has been used since it was moved is not written over', async () => {
  const from = await townToMove()
  const to = await otherPlaces(from)
  await move(from, to)
  await (await openArchive(to, { server: true })).destroy()
  await expect(move(from, to)).rejects.toThrow('holds this archive already')
  await expect(move(from, to, { moves: { database: false, media: true } })).rejects.toThrow(
    'holds pictures of this archive already',
  )
})

test('no server may run meanwhile, and nobody writes to the old side', async () => {
  const from = await townToMove()
  const lease = lockServer(from.databaseFile)
  await expect(move(from, await otherPlaces(from))).rejects.toThrow('Another Lotline server is running')
  lease.release()
  let tried: unknown
  await move(from, await otherPlaces(from), {
    onProgress: () => {
      tried ??= openDatabase(from.databaseFile, { server: true }).then(async (db) => {
        const write = db.deleteFrom('item').execute()
        await expect(write).rejects.toThrow('locked')
        await db.destroy()
      })
    },
  })
  await tried
})

test('a disk that fills: the move stops, and goes on when there is room', async () => {
  const from = await townToMove()
  const to = await otherPlaces(from)
  const objects = openMediaObjects(to)
  let room = 1
  const full = {
    ...objects,
    storeOf: (key: string) => ({
      ...objects.storeOf(key),
      put: async (_: string, bytes: Uint8Array) => {
        if (--room < 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
        await objects.storeOf(key).put(key, bytes)
      },
    }),
  }
  const run = (target: typeof objects) =>
    copyMedia({ from: openMediaObjects(from), to: target, folders: [...FOLDERS, TRASH] })
  await expect(run(full)).rejects.toThrow('ENOSPC')
  expect(await run(objects)).toMatchObject({ files: 5, bytes: expect.any(Number) })
  // A file that changed at the target on the way is found.
  await expect(run({ ...objects, sha256: async () => 'other' })).rejects.toThrow('is not the file of the archive')
  expect(() => requireDiskSpace(to.mediaDir, 1e15)).toThrow('There is not enough room in')
})

test('large files go to a bucket in parts and back, the trash and its log with them', async () => {
  const from = await townToMove()
  const large = Buffer.alloc(17 * 1024 * 1024, 'large')
  await openMediaStore(from).put('originals/ff/large.tif', large)
  const store = await freshS3Double()
  const bucket = withPlaces(from, store.environment)
  const media = { moves: { database: false, media: true, trash: true } }
  await move(from, bucket, media)
  expect(store.objects.get('media/originals/ff/large.tif')!.headers['content-type']).toBe('image/tiff')
  expect([...store.objects.keys()].filter((key) => key.startsWith('media/trash/log/'))).toHaveLength(1)
  const back = {
    ...withPlaces(from, { MEDIA_URL: `file:${join(await freshFolder(), 'media')}` }),
    trashDir: join(await freshFolder(), 'trash'),
  }
  await move(bucket, back, media)
  const [one, other] = [await contentOf(from), await contentOf(back)]
  expect(other).toEqual(one)
  expect(await readIdentity({ mediaDir: back.mediaDir })).toMatchObject({ generation: 1 })
})

test('a bucket that is missing, or a wrong secret, is told before anything is copied', async () => {
  const from = await townToMove()
  const store = await freshS3Double()
  const media = { moves: { database: false, media: true, trash: true } }
  const missing = withPlaces(from, { ...store.environment, MEDIA_URL: 's3://no-such-bucket' })
  await expect(move(from, missing, media)).rejects.toThrow('There is no bucket no-such-bucket')
  const wrong = withPlaces(from, { ...store.environment, AWS_SECRET_ACCESS_KEY: 'other' })
  await expect(move(from, wrong, media)).rejects.toThrow('refuses the credentials')
  expect([...store.objects.keys()]).toEqual([])
})
