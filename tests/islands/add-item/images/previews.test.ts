import { expect, test, vi } from 'vitest'
import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { PREVIEW } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { createServerPreviews } from '#islands/add-item/images/server-previews.ts'
import { createThumbnails } from '#islands/add-item/images/thumbnails.ts'

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
/** A server: ours, one of spec §7 only, or none. */
function previewsOf(kind: 'ours' | 'spec-only' | 'away') {
  const fetch = vi.fn(async (_: unknown, init?: RequestInit) => {
    if (kind === 'away') throw new TypeError('no connection')
    if (kind === 'spec-only') return json(404, { detail: 'Not found.' })
    const hasFile = init?.body instanceof FormData && init.body.has('image')
    return hasFile ? json(200, { width: 4000, height: 3000, jpeg: 'AAAA' }) : json(400, { image: [PICTURE.none] })
  })
  return { fetch, previews: createServerPreviews(createClientOf(endpoints, { base: '', fetch })) }
}
const tiff = new File(['II*\0'], 'scan.tif')

test('our server shows what a browser cannot, and takes HEIC; it is asked once', async () => {
  const { previews, fetch } = previewsOf('ours')
  expect(await previews.picture(tiff)).toEqual({ src: 'data:image/jpeg;base64,AAAA', width: 4000, height: 3000 })
  expect(await previews.takesHeic()).toBe(true)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a server of the contract alone: no picture, no HEIC, and no file is sent to it', async () => {
  const { previews, fetch } = previewsOf('spec-only')
  expect(await previews.picture(tiff)).toBeUndefined()
  expect(await previews.takesHeic()).toBe(false)
  expect(await previews.watermark({ text: 'Town', color: 'black', width: 9, height: 9 })).toBeUndefined()
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('without a connection HEIC is taken, since the server decides later', async () => {
  expect(await previewsOf('away').previews.takesHeic()).toBe(true)
})

test('a large file is not sent for a preview', async () => {
  const { previews, fetch } = previewsOf('ours')
  const large = Object.defineProperty(new File(['x'], 'x.tif'), 'size', { value: PREVIEW.maximumBytes + 1 })
  expect(await previews.picture(large)).toBeUndefined()
  expect(fetch).not.toHaveBeenCalled()
})

test('thumbnails are made one after another: by the browser, else by the server, else a card; what is gone is forgotten', async () => {
  let decoding = 0
  let mostDecoding = 0
  const shrink = vi.fn(async (file: Blob) => {
    mostDecoding = Math.max(mostDecoding, (decoding += 1))
    await new Promise((resolve) => setTimeout(resolve, 2))
    decoding -= 1
    if ((file as File).name !== 'photo.jpg') throw new Error('unknown format')
    return { src: 'data:small', width: 100, height: 50 }
  })
  const files: Record<string, File> = { a: new File(['x'], 'photo.jpg'), b: tiff, c: new File(['x'], 'huge.tif') }
  const { previews } = previewsOf('ours')
  const picture = vi
    .spyOn(previews, 'picture')
    .mockImplementation((file) =>
      Promise.resolve(file === tiff ? { src: 'data:server', width: 9, height: 9 } : undefined),
    )
  const { $thumbnails, keep } = createThumbnails({ read: (id) => Promise.resolve(files[id]), previews, shrink })
  keep(['a', 'b', 'c', 'lost', 'removed'])
  expect($thumbnails.get()['a']).toBe('loading')
  keep(['a', 'b', 'c', 'lost'])
  await vi.waitFor(() => expect($thumbnails.get()['lost']).toBe('card'))
  expect($thumbnails.get()).toMatchObject({
    a: { src: 'data:small', width: 100, height: 50 },
    b: { src: 'data:server', width: 9, height: 9 },
    c: 'card',
  })
  expect($thumbnails.get()['removed']).toBeUndefined()
  expect(mostDecoding).toBe(1)
  expect(shrink).toHaveBeenCalledTimes(3)
  expect(picture).toHaveBeenCalledTimes(2)
})
