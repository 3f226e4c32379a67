import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBucket } from '#s3/bucket.ts'
import { PART_BYTES } from '#s3/multipart.ts'
import type { SendOptions } from '#s3/send.ts'
import { startS3Double, type S3Double } from '../fixtures/s3/s3-double.ts'
import { collect } from '../fixtures/collect.ts'

let store: S3Double
let folder: string
beforeAll(async () => {
  store = await startS3Double({ prefix: 'media/' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-s3-'))
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  store.objects.clear()
  store.requests.length = 0
  store.setTrouble(undefined)
  store.setClock(0)
})
const QUICK: SendOptions = { firstPause: 1, timeout: 300 }
const open = (changed: Partial<S3Double['settings']> = {}, options: SendOptions = {}) =>
  openBucket({ ...store.settings, ...changed }, { ...QUICK, ...options })
const keysOf = async (work: AsyncIterable<{ key: string }>) => (await collect(work)).map(({ key }) => key)

test('what is put is read, in parts too; keys may hold any character', async () => {
  const bucket = open()
  const key = "a b/+ü'(1)!*&=?#%.txt"
  await bucket.put(key, Buffer.from('0123456789'), { headers: { 'content-type': 'text/plain' } })
  expect([...store.objects.keys()]).toEqual([`media/${key}`])
  expect(String(await bucket.read(key))).toBe('0123456789')
  expect(String(await bucket.readPart(key, 3, 4))).toBe('3456')
  expect(String(await bucket.readPart(key, 8, 9))).toBe('89')
  expect(String(await bucket.readPart(key, 20, 9))).toBe('')
  expect(await bucket.head(key)).toMatchObject({ bytes: 10, modified: expect.any(Number) })
  expect(await keysOf(bucket.list('a'))).toEqual([key])
  expect(await bucket.copy(key, 'copy')).toBe(true)
  await bucket.deleteObject(key)
  expect(await bucket.read(key)).toBeUndefined()
  expect(String(await buffer((await bucket.stream('copy'))!))).toBe('0123456789')
  expect(store.objects.get('media/copy')!.headers).toMatchObject({ 'content-type': 'text/plain' })
})

test('lists page by page, only below its folder', async () => {
  const bucket = open()
  for (let at = 0; at < 7; at += 1) await bucket.put(`list/${at}`, Buffer.from('x'))
  await bucket.put('listed-elsewhere', Buffer.from('x'))
  expect(await keysOf(bucket.list('list/', { pageSize: 3 }))).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => `list/${at}`))
  expect(store.requests.filter((each) => each.includes('list-type'))).toHaveLength(3)
})

test('a condition keeps what is there', async () => {
  const bucket = open()
  expect(await bucket.put('once', Buffer.from('first'), { ifAbsent: true })).toBe(true)
  expect(await bucket.put('once', Buffer.from('second'), { ifAbsent: true })).toBe(false)
  expect(String(await bucket.read('once'))).toBe('first')
})

test('a large file arrives in parts; where the store fails for good, none of them stays', async () => {
  // Both sides hash 16 MiB.
  const bucket = open({}, { attempts: 2, timeout: 20_000 })
  const path = join(folder, 'large')
  const bytes = Buffer.alloc(PART_BYTES + 5, 'large')
  writeFileSync(path, bytes)
  store.setTrouble(({ url }) => (url!.includes('partNumber=2') ? { status: 500 } : undefined))
  await expect(bucket.putFile('large', path)).rejects.toThrow('fails')
  expect([store.uploads.size, store.objects.size]).toEqual([0, 0])
  store.failNext('cut', { status: 503 })
  await open({}, { timeout: 20_000 }).putFile('large', path)
  expect(store.objects.get('media/large')!.body.equals(bytes)).toBe(true)
  expect(await bucket.sha256('large')).toHaveLength(64)
})

test('a large file is there although the answer that says so was lost', async () => {
  const path = join(folder, 'large')
  writeFileSync(path, Buffer.alloc(PART_BYTES + 5, 'large'))
  let lost = 0
  store.setTrouble(({ method, url }) =>
    method === 'POST' && url!.includes('uploadId') && lost++ === 0 ? 'cut body' : undefined,
  )
  await open({}, { timeout: 20_000 }).putFile('large', path)
  expect([lost, store.objects.get('media/large')!.body.length, store.uploads.size]).toEqual([2, PART_BYTES + 5, 0])
  // Nothing is there: the refusal counts.
  store.objects.clear()
  store.setTrouble(({ method, url }) =>
    method === 'POST' && url!.includes('uploadId') ? { status: 400, code: 'InvalidPart' } : undefined,
  )
  await expect(open({}, { timeout: 20_000 }).putFile('large', path)).rejects.toThrow('InvalidPart')
})

test.each([
  ['throttling', { status: 503 } as const],
  ['too many requests', { status: 429 } as const],
  ['a lost connection', 'cut' as const],
  ['a connection lost in the middle of an answer', 'cut body' as const],
  ['no answer', 'stall' as const],
])('%s is retried, and told', async (_, trouble) => {
  const troubles: string[] = []
  const bucket = open({}, { onTrouble: (sentence) => troubles.push(sentence) })
  store.failNext(trouble, trouble)
  await bucket.put('key', Buffer.from('x'.repeat(1000)))
  store.failNext(trouble, trouble)
  expect(await bucket.read('key')).toHaveLength(1000)
  expect(troubles.length).toBeGreaterThanOrEqual(2)
  expect(troubles[0]).toMatch(/^The store at http.*Attempt 1 of 6\.$/)
})

test.each([
  ['overloaded', { status: 503 } as const, 'is overloaded', 'ERR_STORE_UNAVAILABLE'],
  ['away', 'cut' as const, "can't be reached", 'ERR_STORE_UNAVAILABLE'],
  ['silent', 'stall' as const, 'did not answer in time', 'ERR_STORE_UNAVAILABLE'],
  ['full', { status: 403, code: 'QuotaExceeded' } as const, 'is full', 'ERR_STORE_FULL'],
])('a store that stays %s: a sentence after a bounded number of attempts', async (_, trouble, sentence, code) => {
  store.setTrouble(() => trouble)
  const timeout = trouble === 'stall' ? 50 : 10_000
  const work = open({}, { attempts: 3, timeout }).put('key', Buffer.from('x'))
  await expect(work).rejects.toMatchObject({ message: expect.stringContaining(sentence), code })
  expect(store.requests.length).toBeLessThanOrEqual(3)
})

test.each([
  ['a wrong secret', { secretAccessKey: 'other' }, 'refuses the credentials. Check AWS_ACCESS_KEY_ID'],
  ['an unknown key', { accessKeyId: 'other' }, 'refuses the credentials. Check AWS_ACCESS_KEY_ID'],
  ['a missing bucket', { bucket: 'other' }, 'There is no bucket other at http'],
  ['no store', { endpoint: 'http://127.0.0.1:9' }, "can't be reached"],
])('%s: a sentence that says what to do', async (_, changed, sentence) => {
  const bucket = open(changed, { attempts: 2 })
  await expect(bucket.check()).rejects.toThrow(sentence)
  await expect(bucket.put('key', Buffer.from('x'))).rejects.toThrow(sentence)
  await expect(bucket.read('key')).rejects.toThrow(sentence)
})

test('clocks that differ by an hour: the store’s is used', async () => {
  store.setClock(-3600_000)
  const bucket = open()
  await bucket.put('key', Buffer.from('x'))
  expect(store.requests).toHaveLength(2)
  await bucket.read('key')
  expect(store.requests).toHaveLength(3)
})

test('a stream continues where the connection broke off, and ends with an error where the object has changed', async () => {
  const bucket = open()
  const bytes = Buffer.alloc(300_000, 'stream')
  await bucket.put('key', bytes)
  let gets = 0
  store.setTrouble(({ method }) => (method === 'GET' && (gets += 1) <= 2 ? 'cut body' : undefined))
  expect((await buffer((await bucket.stream('key'))!)).equals(bytes)).toBe(true)
  expect(gets).toBe(3)

  store.setTrouble(({ method }) => {
    if (method !== 'GET') return undefined
    store.objects.set('media/key', { ...store.objects.get('media/key')!, etag: `"${(gets += 1)}"` })
    return gets <= 5 ? 'cut body' : undefined
  })
  await expect(buffer((await bucket.stream('key'))!)).rejects.toThrow('refused a request')
})
