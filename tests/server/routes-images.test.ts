import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { useArchive } from './use-archive.ts'

const town = useArchive()
beforeAll(async () => {
  // Content negotiation waits for no AVIF.
  await town.get('/api/scan/image/1/?format=avif')
})

test.each([
  ['image/avif,image/webp,*/*', 'image/avif'],
  ['image/webp,*/*', 'image/webp'],
  ['image/avif;q=0,image/webp', 'image/webp'],
  ['image/jpeg', 'image/jpeg'],
  ['*/*', 'image/jpeg'],
  ['', 'image/jpeg'],
])('Accept: %s gets %s', async (accept, type) => {
  const { status, headers, body } = await town.get('/api/scan/image/1/', { accept })
  expect([status, headers['content-type'], headers.vary]).toEqual([200, type, 'Authorization, Accept'])
  expect(Number(headers['content-length'])).toBe(body.length)
  const { format, width } = await sharp(body).metadata()
  expect([format === 'heif' ? 'avif' : format, width]).toEqual([type.slice(6), 600])
})

test('a requested format overrides Accept, in the requested or next larger width', async () => {
  const { headers, body } = await town.get('/api/people/images/1/?format=webp&width=300', { accept: 'image/avif' })
  expect([headers['content-type'], headers.vary]).toEqual(['image/webp', 'Authorization'])
  expect((await sharp(body).metadata()).width).toBe(320)
})

test('addresses with a version are cached forever, others are revalidated', async () => {
  const { headers } = await town.get('/api/scan/image/1/?format=jpeg')
  expect(headers['cache-control']).toBe('public, no-cache')
  const version = (headers.etag as string).slice(1).split('-')[0]!
  const kept = await town.get(`/api/scan/image/1/?format=jpeg&v=${version}`)
  expect(kept.headers['cache-control']).toContain('immutable')
  const old = await town.get('/api/scan/image/1/?format=jpeg&v=older')
  expect([old.status, old.headers['cache-control']]).toEqual([200, 'public, no-cache'])
  const again = await town.get('/api/scan/image/1/?format=jpeg', { 'if-none-match': headers.etag as string })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test('HEAD opens no picture', async () => {
  const { statusCode, headers, rawPayload } = await town.app.inject({ method: 'HEAD', url: '/api/scan/image/1/' })
  expect([statusCode, rawPayload.length]).toEqual([200, 0])
  expect(Number(headers['content-length'])).toBeGreaterThan(100)
})

test.each(['/api/scan/image/901/', '/api/scan/image/7/', '/api/people/images/2/'])('%s is not found', async (url) => {
  expect((await town.get(url)).status).toBe(404)
})
