import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HEALTH, STORAGE } from '#contract/messages.ts'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { compareOriginals } from '#server/identity/compare-identities.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { sweep } from '#server/scans/sweep.ts'
import { restoreFromTrash, trashOriginal } from '#server/scans/trash-records.ts'
import { originalKey } from '#server/storage/keys.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { pyramidKey } from '#server/storage/picture-keys.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { backUp, inhabited } from '../backup/archives.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { fields, image, openUploadTown, picture, upload } from '../scans/uploads/forms.ts'

async function openTown() {
  const store = await freshS3Double()
  const town = await openUploadTown(store.environment)
  onTestFinished(() => town.close())
  return { store, town }
}
const send = async (town: Awaited<ReturnType<typeof openTown>>['town'], bytes: Buffer) =>
  await upload(town, [...fields({ item: 1, watermark: '' }), image(bytes)], { as: 'volunteer' })

test('a scan is uploaded, reviewed, published and shown; its original goes to the trash and comes back', async () => {
  const { store, town } = await openTown()
  const bytes = await picture('#123456', 700, 500).jpeg().toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = originalKey(sha256, 'jpeg')
  const { id } = (await send(town, bytes)).json as { id: number }
  expect(store.objects.get(`media/${key}`)!.body.equals(bytes)).toBe(true)

  const { version } = await town.db.selectFrom('scan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const address = `/api/scan/image/${id}/`
  // A draft is streamed by the API, to those who may see it.
  expect((await town.get(address)).status).toBe(404)
  const draft = await town.send(`${address}?width=400`, { as: 'volunteer' })
  expect([draft.status, draft.headers['cache-control']]).toEqual([200, 'private, no-store'])
  const record = await town.send('/api/records/items/1/', { as: 'staff' })
  const headers = { 'if-match': String(record.headers['etag']) }
  const published = await town.send('/api/records/items/1/publish/', { method: 'POST', as: 'staff', headers, body: {} })
  expect(published.status).toBe(200)
  const shown = await town.get(`${address}?width=400`, { accept: 'image/webp' })
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const tile = await town.get(`${imageService('', id, version)}/0,0,512,500/512,500/0/default.jpg`)
  expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(store.objects.get(`media/${pyramidKey(version)}`)!.headers['content-type']).toBe('application/vnd.pmtiles')

  expect(await examineArchive(town)).toMatchObject({ checked: { originals: 1, pictures: 1, 'scans in tiles': 1 } })
  await town.db.deleteFrom('scan').where('id', '=', id).execute()
  const trashed = await trashOriginal(town.db, town.media, sha256, 'A test.')
  expect(store.objects.has(`media/${key}`)).toBe(false)
  expect(store.objects.get(`media/trash/${trashed.id}`)!.body.equals(bytes)).toBe(true)
  await restoreFromTrash(town.db, town.media, trashed)
  expect(await town.media.sha256(key)).toBe(sha256)
  expect((await compareOriginals(town.db, town.media)).onlyMedia).toEqual([])
})

test('a sweep walks the bucket: what no record names goes to the trash, or away if it can be made again', async () => {
  const { store, town } = await openTown()
  await send(town, await picture('#123456').jpeg().toBuffer())
  const orphan = originalKey('ab'.repeat(32), 'jpeg')
  for (const key of [orphan, 'derivatives/ab/unknown/40.webp', 'map-tiles/unknown.pmtiles'])
    await town.media.put(key, Buffer.from('orphan'))
  expect(await sweep(town.db, town.media)).toMatchObject({ moved: [], removed: 0 })
  store.setClock(2 * 3600_000)
  expect(await sweep(town.db, town.media, { grace: -1000 })).toMatchObject({ moved: [orphan], removed: 2 })
  expect((await town.media.trash.list()).map(({ key }) => key)).toEqual([orphan])
})

test('a store that is away: uploads are refused with 503, health says it, and nothing is lost', async () => {
  const { store, town } = await openTown()
  const bytes = await picture().jpeg().toBuffer()
  store.setTrouble(() => ({ status: 403, code: 'InvalidAccessKeyId' }))
  const refused = await send(town, bytes)
  expect([refused.status, refused.json]).toEqual([503, { detail: STORAGE.noAccess }])
  const denied = await town.get('/api/health/')
  expect([denied.status, denied.json]).toMatchObject([503, { problems: [HEALTH.storeDenied] }])
  store.setTrouble(() => 'cut')
  expect((await town.get('/api/health/')).json).toMatchObject({
    media: { status: 'failed' },
    problems: [HEALTH.storeAway],
  })
  store.setTrouble(undefined)
  expect((await send(town, bytes)).status).toBe(201)
  expect((await town.get('/api/health/')).json).toMatchObject({ media: { status: 'ok' } })
})

testOnSqlite('a backup of a folder is restored into a bucket, which is marked as that of its database', async () => {
  const { file, manifest } = await backUp(await inhabited())
  const store = await freshS3Double()
  const dataDir = join(await freshFolder(), 'data')
  const config = readConfig({ ...store.environment, DATA_DIR: dataDir })
  const originals = manifest.files.filter(({ path }) => path.startsWith('originals/'))
  // One that is there stays, a damaged one goes to the trash.
  store.objects.set(`media/${originals[0]!.path}`, {
    body: Buffer.from('x'),
    headers: {},
    etag: '"x"',
    modified: new Date(),
  })
  await restoreBackup({ ...config, source: createReadStream(file) })
  const db = await openArchive(config)
  onTestFinished(() => db.destroy())
  const media = openMediaStore(config)
  expect(await compareOriginals(db, media)).toEqual({ onlyMedia: [], onlyDatabase: [] })
  for (const { path, sha256 } of originals) expect(await media.sha256(path)).toBe(sha256)
  expect((await media.trash.list()).map(({ key }) => key)).toEqual([originals[0]!.path])

  // The media folder of the database is no longer the one of this bucket.
  await expect(openArchive(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow('does not say whose pictures it holds')
  const other = readConfig({ ...store.environment, DATA_DIR: join(await freshFolder(), 'data') })
  await expect(openArchive(other)).rejects.toThrow(/is empty, but s3:\/\/archive\/media holds \d+ originals/)
})

test.each([
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'other' }, 'refuses the credentials'],
  ['a missing bucket', { MEDIA_URL: 's3://no-such-bucket' }, 'There is no bucket no-such-bucket'],
])('an archive does not open with %s, and says why', async (_, changed, sentence) => {
  const store = await freshS3Double()
  const dataDir = join(await freshFolder(), 'data')
  await expect(openArchive(readConfig({ ...store.environment, ...changed, DATA_DIR: dataDir }))).rejects.toThrow(
    sentence,
  )
  const db = await openArchive(readConfig({ ...store.environment, DATA_DIR: dataDir }))
  await db.destroy()
  expect([...store.objects.keys()]).toEqual(['media/archive.json'])
  // The bucket is taken.
  const other = readConfig({ ...store.environment, DATA_DIR: join(await freshFolder(), 'data') })
  await expect(openArchive(other)).rejects.toThrow('belong to different archives')
})
