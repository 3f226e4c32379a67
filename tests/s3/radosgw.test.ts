import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { AwsClient } from 'aws4fetch'
import { openBucket } from '#s3/bucket.ts'
import { PART_BYTES } from '#s3/multipart.ts'
import { hasRadosgw, startRadosgw } from '../fixtures/s3/radosgw.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { collect } from '../fixtures/collect.ts'
import { testArchivesIn } from './archive-in-store.ts'

// Takes half a minute: in `npm test -- all` only (vitest.config.ts).
if (!hasRadosgw) test.skip('radosgw is not installed: no real object store is tested', () => {})

const gateway = hasRadosgw ? await startRadosgw() : undefined
afterAll(() => gateway?.stop())

describe.runIf(gateway)('Ceph’s S3 gateway', async () => {
  const settings = { ...gateway!.settings, prefix: 'client/' }
  const bucket = openBucket(settings)

  test('puts, reads, copies, lists page by page and deletes', async () => {
    const key = "a b/+ü'(1)!*&=?#%.txt"
    await bucket.put(key, Buffer.from('0123456789'), {
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
    })
    expect(String(await bucket.readPart(key, 3, 4))).toBe('3456')
    expect(String(await bucket.readPart(key, 20, 4))).toBe('')
    expect(await bucket.copy(key, 'copy')).toBe(true)
    expect(await bucket.copy('none', 'copy')).toBe(false)
    expect(await bucket.head('copy')).toMatchObject({ bytes: 10 })
    for (let at = 0; at < 7; at += 1) await bucket.put(`list/${at} ü+`, Buffer.from('x'))
    const listed = await collect(bucket.list('list/', { pageSize: 3 }))
    expect(listed.map((each) => each.key)).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => `list/${at} ü+`))
    expect(listed[0]).toEqual(await bucket.head('list/0 ü+'))
    await bucket.deleteObject(key)
    expect([await bucket.read(key), await bucket.head(key), await bucket.stream(key)]).toEqual(Array(3).fill(undefined))
  })

  test('a large file arrives in parts', async () => {
    const path = join(await freshFolder(), 'large')
    const bytes = randomBytes(2 * PART_BYTES + 5)
    writeFileSync(path, bytes)
    await bucket.putFile('large', path, { 'content-type': 'image/tiff' })
    expect(await bucket.head('large')).toMatchObject({ bytes: bytes.length })
    expect(await bucket.sha256('large')).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('lets anybody read by a signed address, and nobody without', async () => {
    await bucket.put('draft é.jpg', Buffer.from('a draft'), { headers: { 'content-type': 'image/jpeg' } })
    const address = await bucket.signedAddress('draft é.jpg', `${settings.endpoint}/${settings.bucket}`)
    const shown = await fetch(address)
    expect([shown.status, shown.headers.get('cache-control'), await shown.text()]).toEqual([
      ...[200, 'private, max-age=300', 'a draft'],
    ])
    expect((await fetch(address.slice(0, address.indexOf('?')))).status).toBe(403)
    expect((await fetch(address.replace('draft', 'other'))).status).toBe(403)
  })

  test('heeds the condition that nothing is there', async () => {
    expect(await bucket.put('once', Buffer.from('first'), { ifAbsent: true })).toBe(true)
    expect(await bucket.put('once', Buffer.from('second'), { ifAbsent: true })).toBe(false)
    expect(String(await bucket.read('once'))).toBe('first')
  })

  test('refuses bytes that are not those of the checksum', async () => {
    const client = new AwsClient({ ...settings, service: 's3', retries: 0 })
    const sha256 = createHash('sha256').update('sent').digest('hex')
    const address = `${settings.endpoint}/${settings.bucket}/damaged`
    const put = async (headers: Record<string, string>) =>
      (await client.fetch(address, { method: 'PUT', body: 'lost', headers })).status
    expect(await put({ 'x-amz-content-sha256': sha256 })).toBe(400)
    expect(await put({ 'content-md5': createHash('md5').update('sent').digest('base64') })).toBe(400)
    expect(await put({})).toBe(200)
  })

  test.each([
    ['a wrong secret', { secretAccessKey: 'other' }, 'refuses the credentials. Check AWS_ACCESS_KEY_ID'],
    ['an unknown key', { accessKeyId: 'other' }, 'refuses the credentials. Check AWS_ACCESS_KEY_ID'],
    ['a missing bucket', { bucket: 'no-such-bucket' }, 'There is no bucket no-such-bucket'],
  ])('%s: a sentence that says what to do', async (_, changed, sentence) => {
    const other = openBucket({ ...settings, ...changed }, { attempts: 2 })
    await expect(other.check()).rejects.toThrow(sentence)
    await expect(other.read('key')).rejects.toThrow(sentence)
    await expect(other.put('key', Buffer.from('x'))).rejects.toThrow(sentence)
  })

  testArchivesIn(gateway!.settings)

  // The suites of the store's interface, on this server.
  process.env['TEST_S3'] = JSON.stringify(settings)
  await import('../server/storage/media-store.test.ts')
  await import('../server/storage/trash.test.ts')
  delete process.env['TEST_S3']
})
