import { vi } from 'vitest'
import { createUploads, type UploadDeps, type UploadImage } from '#stores/add-item/uploads.ts'
import { createImageSender } from '#stores/add-item/uploads/image-sender.ts'
import { fakeXhr, type FakeAnswer, type FakeRequest, type FakeServer } from './fake-xhr.ts'

/** A hundred times faster than real. */
export const schedule = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, milliseconds / 100)
  return () => clearTimeout(timer)
}

export const images = (count: number): UploadImage[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `key-${index + 1}`,
    size: 1000,
    order: index + 1,
    watermark: 'Brannock Bay',
    color: 'black',
    position: 'bottom right',
  }))

export function setUp(server: FakeServer, deps: Partial<UploadDeps> = {}) {
  const requests: FakeRequest[] = []
  const { FakeXhr, state } = fakeXhr((request) => {
    requests.push(request)
    return server(request)
  })
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  const token = { value: 'first' }
  const whenOnline = new Set<() => void>()
  const verifySession = vi.fn(() => Promise.resolve())
  const readImage = vi.fn((id: string) =>
    Promise.resolve(new File([new Uint8Array(1000)], `${id}.jpg`, { type: 'image/jpeg' })),
  )
  const uploads = createUploads({
    createSender: () =>
      Promise.resolve(
        createImageSender({
          address: '/api/scans/create/',
          access: () => token.value,
          sendsKeys: () => true,
          schedule,
        }),
      ),
    readImage,
    verifySession,
    schedule,
    whenOnline: (work) => {
      whenOnline.add(work)
      return () => whenOnline.delete(work)
    },
    now: () => performance.now() * 100,
    ...deps,
  })
  return { uploads, requests, state, token, whenOnline, verifySession, readImage }
}

/** Answers with ids from 101. */
export function answersWithIds(): () => FakeAnswer {
  let next = 100
  return () => ({ status: 201, body: { id: ++next } })
}
export const keyOf = ({ headers }: FakeRequest) => headers['idempotency-key']
export const stateOf = ({ uploads }: ReturnType<typeof setUp>, id: string) => uploads.$uploads.get()[id]
