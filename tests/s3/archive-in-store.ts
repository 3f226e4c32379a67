import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { expect, onTestFinished, test } from 'vitest'
import type { S3Settings } from '#s3/settings.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { compareOriginals } from '#server/identity/compare-identities.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { bucketEnvironment } from '../fixtures/s3/environment.ts'
import { startOwnPostgres } from '../postgres/server.ts'
import { backUp, inhabited } from '../server/backup/archives.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { answersOf, contentOf, move, townToMove, withPlaces } from '../server/move/moved-town.ts'
import { fields, image, openUploadTown, picture, upload } from '../server/scans/uploads/forms.ts'

/** Whole archives in a real store. Called within the suite that started it. */
export function testArchivesIn(settings: S3Settings): void {
  const place = () => bucketEnvironment({ ...settings, prefix: `${randomUUID()}/` })

  test('an archive moves to PostgreSQL and the store, and back: the same rows, files, checksums and answers', async () => {
    const from = await townToMove()
    await openMediaStore(from).put('originals/ff/large.tif', Buffer.alloc(17 * 1024 * 1024, 'large'))
    // Sizes that are missing are made by asking for them.
    const answers = await answersOf(from)
    const content = await contentOf(from)
    expect(content.trash).toHaveLength(1)
    expect(content.files.map(([key]) => key)).toEqual([
      expect.stringMatching(/^derivatives\/.*\/320\.jpg$/),
      expect.stringMatching(/^derivatives\/.*\/tiles\.pmtiles$/),
      'derivatives/ab/abcdef/40.webp',
      expect.stringMatching(/^originals\/aa\//),
      'originals/ff/large.tif',
    ])

    const server = await startOwnPostgres()
    onTestFinished(() => server.stop())
    const there = withPlaces(from, { ...place(), DATABASE_URL: server.url('postgres') })
    const moved = await move(from, there)
    expect(await contentOf(there)).toEqual(content)
    expect(await answersOf(there)).toEqual(answers)

    const folder = await freshFolder()
    const back = withPlaces(from, {
      DATABASE_URL: `sqlite:${folder}/back.db`,
      MEDIA_URL: `file:${join(folder, 'media')}`,
    })
    const returned = await move(there, back)
    expect(returned.tables).toEqual(moved.tables)
    expect(await contentOf(back)).toEqual(content)
    expect(await contentOf(from)).toEqual(content)
  }, 300_000)

  test('an archive whose pictures are in the store is backed up, and restored into another place of it', async () => {
    const { file, manifest } = await backUp(await inhabited())
    const originals = manifest.files.filter(({ path }) => path.startsWith('originals/'))
    expect(originals.length).toBeGreaterThan(0)
    const fresh = async () => readConfig({ ...place(), DATA_DIR: join(await freshFolder(), 'data') })
    const restore = (path: string, to: Awaited<ReturnType<typeof fresh>>) =>
      restoreBackup({ ...to, source: createReadStream(path) })
    const first = await fresh()
    await restore(file, first)

    const again = join(await freshFolder(), 'again.tar')
    const db = await openArchive(first)
    const made = await makeBackup({ db, media: openMediaStore(first), output: createWriteStream(again) })
    await db.destroy()
    expect(made.manifest.files.filter(({ path }) => path.startsWith('originals/'))).toEqual(originals)

    const second = await fresh()
    await restore(again, second)
    const media = openMediaStore(second)
    for (const { path, sha256 } of originals) expect(await media.sha256(path)).toBe(sha256)
    await using restored = await openArchive(second)
    expect(await compareOriginals(restored, media)).toEqual({ onlyMedia: [], onlyDatabase: [] })
  }, 120_000)

  test('published pictures are read at the public address by everyone, drafts at signed ones, nothing else at all', async () => {
    const prefix = `${randomUUID()}/`
    await letReadPublic(settings, prefix)
    const store = `${settings.endpoint}/${settings.bucket}`
    const address = `${store}/${prefix}public`
    const town = await openUploadTown({ ...bucketEnvironment({ ...settings, prefix }), MEDIA_PUBLIC_URL: address })
    onTestFinished(() => town.close())
    const send = async (item: number) => {
      const bytes = await picture('#123456', 700, 500).jpeg().toBuffer()
      return ((await upload(town, [...fields({ item, watermark: '' }), image(bytes)], { as: 'staff' })).json as { id: number }).id // prettier-ignore
    }
    const [draft, published] = [await send(1), await send(3)]
    const url = (id: number) => `/api/scan/image/${id}/?width=400&format=jpeg`
    const shown = String((await town.get(url(published))).headers['location'])
    expect(shown.startsWith(`${address}/scans/3/`)).toBe(true)
    const answer = await fetch(shown)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(answer.headers.get('cache-control')).toContain('public')

    const signed = String((await town.send(url(draft), { as: 'volunteer' })).headers['location'])
    expect(signed.startsWith(`${store}/${prefix}derivatives/`)).toBe(true)
    expect((await fetch(signed)).status).toBe(200)
    // What a signature was made for is all that it opens, and for that time only.
    expect((await fetch(signed.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'))).status).toBe(403)
    expect((await fetch(signed.slice(0, signed.indexOf('?')))).status).toBe(403)
    for await (const { key } of town.media.list('originals')) expect((await fetch(`${store}/${prefix}${key}`)).status).toBe(403) // prettier-ignore
  })
}

/** As README says: everyone may read the folder `public`, and only that. */
async function letReadPublic(settings: S3Settings, prefix: string): Promise<void> {
  const client = new AwsClient({ ...settings, service: 's3', retries: 0 })
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
        Resource: `arn:aws:s3:::${settings.bucket}/${prefix}public/*`,
      },
    ],
  }
  const address = `${settings.endpoint}/${settings.bucket}?policy`
  const answer = await client.fetch(address, { method: 'PUT', body: JSON.stringify(policy) })
  if (!answer.ok) throw new Error(`The policy was refused: ${answer.status} ${await answer.text()}`)
}
