import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftPictures, type DraftPicture } from '#islands/widgets/draft-pictures.ts'
import type { Client } from '#client/client.ts'

const PICTURE: DraftPicture = { call: 'scanImage', id: 7, version: 'v1', width: 640 }
const SIGNED = 'https://s3.example.org/archive/media/640.jpg?X-Amz-Signature=0'
const client = { address: () => 'https://api.example.org/api/scan/image/7/' } as unknown as Client

/** What was asked for, by Accept. */
let asked: string[]
/** Whether the browser reaches the store. */
let reachable: boolean
beforeEach(() => {
  asked = []
  reachable = true
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['accept']!)
    const signs = headers['accept']!.includes('text/uri-list')
    return signs
      ? new Response(`${SIGNED}\r\n`, { headers: { 'content-type': 'text/uri-list' } })
      : new Response('jpeg', { headers: { 'content-type': 'image/jpeg' } })
  })
  vi.stubGlobal(
    'Image',
    class {
      decode = () => (reachable ? Promise.resolve() : Promise.reject(new Error('no')))
    },
  )
  vi.stubGlobal(
    'FileReader',
    class {
      onload = () => {}
      result = 'data:image/jpeg;base64,anBlZw=='
      readAsDataURL() {
        queueMicrotask(() => this.onload())
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const open = () => createDraftPictures(client, { access: () => 'token' })

test('a signed address is shown as it is, and asked for again before it expires', async () => {
  const pictures = open()
  pictures.load(PICTURE)
  await expect.poll(() => pictures.urlOf(PICTURE)).toBe(SIGNED)
  pictures.load(PICTURE)
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(4 * 60_000)
  pictures.load(PICTURE)
  expect(asked).toHaveLength(2)
  expect(pictures.urlOf(PICTURE)).toBe(SIGNED)
})

test('where the browser cannot reach the store, pictures come from the API, these and all later ones', async () => {
  reachable = false
  const pictures = open()
  pictures.load(PICTURE)
  await expect.poll(() => pictures.urlOf(PICTURE)).toMatch(/^data:image\/jpeg/)
  pictures.load({ ...PICTURE, id: 8 })
  await expect.poll(() => pictures.urlOf({ ...PICTURE, id: 8 })).toMatch(/^data:/)
  expect(asked).toEqual(['text/uri-list, image/jpeg', 'image/jpeg', 'image/jpeg'])
})
