import type { IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { openBucket } from '#s3/bucket.ts'
import { browserAddress } from '#s3/signed-address.ts'
import { readConfig } from '#server/config.ts'
import { purgePictures } from '#server/hooks/queue-hook.ts'
import { createArchiveState } from '#server/repositories/archive-state.ts'
import { startWithdrawingCopies } from '#server/scans/withdraw-copies.ts'
import { openPublicCopies } from '#server/storage/public-copies.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { signatureProblem } from '../../fixtures/s3/verify-signature.ts'
import { fields, image, openUploadTown, picture, upload } from '../scans/uploads/forms.ts'

/** A town whose public address is at the store itself. */
async function openTown() {
  const store = await freshS3Double()
  const address = `${store.settings.endpoint}/archive/media/public`
  const environment = { ...store.environment, MEDIA_PUBLIC_URL: address }
  const town = await openUploadTown(environment)
  onTestFinished(() => town.close())
  const send = async (item: number) => {
    const bytes = await picture('#123456', 700, 500).jpeg().toBuffer()
    const parts = [...fields({ item, watermark: '' }), image(bytes)]
    return ((await upload(town, parts, { as: 'staff' })).json as { id: number }).id
  }
  return { store, town, address, environment, send }
}
const get = (address: string) => fetch(address, { redirect: 'error' })

test('a draft is sent from the store by an address that is good for minutes, to those who may see it', async () => {
  const { store, town, send } = await openTown()
  const url = `/api/scan/image/${await send(1)}/?width=400&format=jpeg`
  for (const as of ['volunteer', 'staff'] as const) {
    const { status, headers } = await town.send(url, { as })
    expect([status, headers['cache-control']]).toEqual([302, 'private, no-store'])
    const address = String(headers['location'])
    expect(address.startsWith(`${store.settings.endpoint}/archive/media/derivatives/`)).toBe(true)
    const shown = await get(address)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(new URL(address).searchParams.get('response-cache-control')).toBe('private, max-age=300')
    // Nothing else can be read with it, and not for long.
    expect((await get(address.replace('/derivatives/', '/originals/'))).status).toBe(403)
    store.setClock(6 * 60_000)
    expect((await get(address)).status).toBe(403)
    store.setClock(0)
  }
  expect((await town.get(url)).status).toBe(404)
  expect((await town.send(url, { as: 'otherVolunteer' })).status).toBe(404)
})

test('a page gets the address as text; a script that reads the picture itself gets it from the API', async () => {
  const { town, address, send } = await openTown()
  const url = `/api/scan/image/${await send(1)}/?width=400&format=jpeg`
  const ask = (headers: Record<string, string>) => town.send(url, { as: 'volunteer', headers, method: 'GET' })
  const listed = await ask({ accept: 'text/uri-list, image/jpeg', 'sec-fetch-mode': 'cors' })
  expect([listed.status, listed.headers['content-type'], listed.headers['cache-control']]).toEqual([
    200,
    expect.stringContaining('text/uri-list'),
    'private, no-store',
  ])
  expect((await get(listed.body.toString().trim())).headers.get('content-type')).toBe('image/jpeg')
  const shown = `/api/scan/image/${await send(3)}/?width=400&format=jpeg`
  const redirected = await town.get(shown)
  expect([redirected.status, redirected.headers['cache-control']]).toEqual([302, 'public, max-age=300'])
  expect(redirected.headers['vary'], 'a copy of the redirect is no answer to who asks for the address').toMatch(
    /\bAccept\b(?!-)/,
  )
  const published = await town.send(shown, {
    as: 'volunteer',
    headers: { accept: 'text/uri-list, image/jpeg', 'sec-fetch-mode': 'cors' },
  })
  expect([published.status, published.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(published.body.toString().trim().startsWith(`${address}/scans/3/`)).toBe(true)
  const read = await ask({ 'sec-fetch-mode': 'cors' })
  expect([read.status, read.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test('a clock that is wrong here still makes good addresses, once the store has told its own', async () => {
  const store = await freshS3Double()
  const bucket = openBucket(store.settings, { firstPause: 1 })
  await bucket.put('draft.jpg', Buffer.from('x'))
  store.setClock(30 * 60_000)
  expect((await get(await bucket.signedAddress('draft.jpg', `${store.settings.endpoint}/archive`))).status).toBe(403)
  await bucket.head('draft.jpg')
  expect((await get(await bucket.signedAddress('draft.jpg', `${store.settings.endpoint}/archive`))).status).toBe(200)
})

test('addresses are signed only where the public address is at the store: browsers reach it, and pages may show it', async () => {
  const store = { ...(await freshS3Double()).settings, endpoint: 'https://s3.example.org' }
  expect(browserAddress(store, 'https://s3.example.org/archive/media/public')).toBe('https://s3.example.org/archive')
  const own = browserAddress(store, 'https://archive.s3.example.org/media/public')
  expect(own).toBe('https://archive.s3.example.org')
  expect(browserAddress(store, 'https://cdn.example.org/media')).toBeUndefined()
  expect(browserAddress(store, 'http://s3.example.org/archive')).toBeUndefined()
  const { host, pathname, search } = new URL(await openBucket(store).signedAddress('a b.jpg', own!))
  expect([host, pathname]).toEqual(['archive.s3.example.org', '/media/a%20b.jpg'])
  const request = { method: 'GET', url: pathname + search, headers: { host } } as unknown as IncomingMessage
  const now = Date.now()
  expect(signatureProblem(request, Buffer.alloc(0), { ...store, now })).toBeUndefined()
  expect(signatureProblem(request, Buffer.alloc(0), { ...store, secretAccessKey: 'other', now })).toBe(
    'SignatureDoesNotMatch',
  )
})

test('tiles of published scans are sent from the public address, those of drafts by the API', async () => {
  const { store, town, address, send } = await openTown()
  const [draft, published] = [await send(1), await send(3)]
  const tileOf = async (id: number) => {
    const { version } = await town.db.selectFrom('scan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { version, url: `${imageService('', id, version)}/0,0,512,500/512,500/0/default.jpg` }
  }
  const own = await town.send((await tileOf(draft)).url, { as: 'volunteer' })
  expect([own.status, own.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { version, url } = await tileOf(published)
  const shown = await town.get(url)
  expect(shown.status).toBe(302)
  expect(shown.headers).toMatchObject({
    location: `${address}/scans/3/${published}/${version}/1-0-0.jpg`,
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })
  const copy = store.objects.get(`media/public/scans/3/${published}/${version}/1-0-0.jpg`)!
  expect(copy.headers['content-type']).toBe('image/jpeg')
  expect(copy.body.subarray(0, 2).toString('hex')).toBe('ffd8')
})

test('caches are told the addresses of what was withdrawn, also after a failure', async () => {
  const { town, address, environment, send } = await openTown()
  const scan = await send(3)
  const { headers } = await town.get(`/api/scan/image/${scan}/?width=400&format=webp`)
  expect(String(headers['location']).startsWith(address)).toBe(true)
  const hooks = {
    site: 'https://town.example',
    purge: { url: 'https://cdn.example', command: undefined, secret: undefined },
    webhook: undefined,
  }
  let failures = 1
  const job = startWithdrawingCopies(
    {
      db: town.db,
      copies: openPublicCopies(readConfig(environment))!,
      state: createArchiveState(town.db),
      purge: async (addresses) => {
        if (failures-- > 0) throw new Error('The database is busy.')
        await town.db.transaction().execute((trx) => purgePictures(trx, hooks, addresses))
      },
    },
    { every: 5 },
  )
  onTestFinished(() => job.stop())
  await town.db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', 3).execute()
  const queued = async () => (await town.db.selectFrom('hook').select(['name', 'body']).execute())[0]
  await expect.poll(queued).toBeDefined()
  expect(JSON.parse((await queued())!.body)).toEqual({ urls: [headers['location']], everything: false })
})
