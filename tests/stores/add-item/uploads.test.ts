import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnreachableError } from '#client/errors.ts'
import { IMAGE_UPLOAD, PICTURE } from '#contract/picture-messages.ts'

import { answersWithIds, images, keyOf, schedule, setUp, stateOf, type Reply } from './upload-setup.ts'

let ok: () => Reply
beforeEach(() => void (ok = answersWithIds()))
afterEach(() => vi.unstubAllGlobals())

test('sends each image once: fields before the file, token and key, three at a time, and tells who was sent', async () => {
  const onBegin = vi.fn(() => Promise.resolve())
  const onSent = vi.fn(() => Promise.resolve())
  const { uploads, requests, state, readImage } = setUp(async () => {
    // The first answer comes when three are under way.
    await vi.waitFor(() => expect(state.mostSending).toBe(3))
    return ok()
  })
  const done = await uploads.start(images(7), 12, { onBegin, onSent })
  expect(done.failed).toEqual([])
  expect(done.sent.map(({ id }) => id).sort()).toEqual(images(7).map(({ id }) => id))
  expect(requests).toHaveLength(7)
  // Of three that are sent together any may arrive first.
  const first = requests.find((request) => keyOf(request) === 'key-1')!
  expect(first).toMatchObject({
    order: ['item', 'watermark', 'order', 'color', 'position', 'alt', 'image'],
    fields: { item: '12', watermark: 'Brannock Bay', order: '1', color: 'black', position: 'bottom right' },
    headers: { authorization: 'JWT first', 'idempotency-key': 'key-1', accept: 'application/json' },
  })
  expect(first.file.name).toBe('key-1.jpg')
  expect(state.mostSending).toBe(3)
  expect(readImage).toHaveBeenCalledTimes(7)
  expect(onBegin).toHaveBeenCalledTimes(7)
  expect(onSent).toHaveBeenCalledWith('key-1', expect.any(Number))
  expect(Object.values(uploads.$uploads.get())).toEqual(Array(7).fill({ state: 'sent' }))
  expect(uploads.$totals.get()).toMatchObject({ sentBytes: 7000, bytes: 7000, isOffline: false })
})

test('reads a file only when its turn comes', async () => {
  let reading = 0
  const { uploads, readImage } = setUp(() => 'silent', {
    readImage: vi.fn(() => {
      reading += 1
      return Promise.resolve(new File(['x'], 'x.jpg'))
    }),
  })
  void uploads.start(images(40), 1)
  await vi.waitFor(() => expect(reading).toBe(3))
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(reading).toBe(3)
  expect(readImage).not.toHaveBeenCalled()
  uploads.stop()
})

test('two copies of one file are both sent', async () => {
  const { uploads, requests } = setUp(ok, {
    readImage: () => Promise.resolve(new File(['same'], 'same.jpg', { type: 'image/jpeg', lastModified: 5 })),
  })
  const { sent } = await uploads.start(images(2), 1)
  expect(sent).toHaveLength(2)
  expect(requests.map(keyOf)).toEqual(['key-1', 'key-2'])
})

test('a broken connection is waited for with small calls, then the same image is sent with the same key', async () => {
  let broken = true
  let asked = 0
  const set = setUp((request) => (keyOf(request) === 'key-1' && broken ? 'broken' : ok()), {
    verifySession: () => {
      asked += 1
      if (asked < 3) return Promise.reject(new UnreachableError('/', new Error('offline'), 20))
      broken = false
      return Promise.resolve()
    },
  })
  const whileOffline = new Set<string | undefined>()
  set.uploads.$totals.listen(({ isOffline }) => isOffline && whileOffline.add(stateOf(set, 'key-1')?.state))
  const done = set.uploads.start(images(1), 1)
  expect(await done).toEqual({ sent: [{ id: 'key-1', scan: 101 }], failed: [] })
  expect(set.requests.map(keyOf)).toEqual(['key-1', 'key-1'])
  expect(whileOffline).toContain('waiting')
  expect(set.uploads.$totals.get().isOffline).toBe(false)
})

test('the online event ends the wait at once', async () => {
  let reachable = false
  const set = setUp(() => (reachable ? ok() : 'broken'), {
    schedule: () => () => {},
    verifySession: () => (reachable ? Promise.resolve() : Promise.reject(new UnreachableError('/', new Error(), 20))),
  })
  const done = set.uploads.start(images(1), 1)
  await vi.waitFor(() => expect(set.whenOnline.size).toBe(1))
  reachable = true
  for (const work of set.whenOnline) work()
  expect((await done).sent).toHaveLength(1)
})

test('a request without progress is broken off and sent again', async () => {
  let calls = 0
  const { uploads, requests, state } = setUp(() => ((calls += 1) === 1 ? 'silent' : ok()))
  expect((await uploads.start(images(1), 1)).sent).toHaveLength(1)
  expect(requests.map(keyOf)).toEqual(['key-1', 'key-1'])
  expect(state.aborted).toBe(1)
})

test('an image whose connection breaks every time fails in the end, although the server answers', async () => {
  const set = setUp(() => 'broken')
  expect(await set.uploads.start(images(1), 1)).toEqual({ sent: [], failed: ['key-1'] })
  expect(stateOf(set, 'key-1')).toEqual({ state: 'failed', text: IMAGE_UPLOAD.broken, isFinal: false })
  expect(set.requests).toHaveLength(5)
})

test('401: the session is verified once for all, then every image goes on with the new token', async () => {
  const set = setUp(
    ({ headers }) => (headers['authorization'] === 'JWT second' ? ok() : { status: 401, body: { detail: 'no' } }),
    {
      verifySession: vi.fn(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        set.token.value = 'second'
      }),
    },
  )
  const { sent } = await set.uploads.start(images(4), 1)
  expect(sent).toHaveLength(4)
  expect(set.requests.filter(({ headers }) => headers['authorization'] === 'JWT first').length).toBeLessThanOrEqual(3)
})

test('403 of a server with a valid session fails after it was verified', async () => {
  const set = setUp(() => ({ status: 403, body: { detail: 'no' } }))
  await set.uploads.start(images(1), 1)
  expect(stateOf(set, 'key-1')).toEqual({ state: 'failed', text: IMAGE_UPLOAD.forbidden, isFinal: false })
  expect(set.verifySession).toHaveBeenCalledTimes(2)
})

test('a user who does not log in pauses everything; resuming asks again', async () => {
  let willing = false
  const set = setUp(() => (willing ? ok() : { status: 401 }), {
    verifySession: () => (willing ? Promise.resolve() : Promise.reject(new Error('session ended'))),
  })
  const done = set.uploads.start(images(5), 1)
  await vi.waitFor(() => expect(set.uploads.$totals.get().isPaused).toBe(true))
  await vi.waitFor(() => expect(Object.values(set.uploads.$uploads.get())).toEqual(Array(5).fill({ state: 'paused' })))
  willing = true
  set.uploads.resume()
  expect((await done).sent).toHaveLength(5)
})

test.each<[string, Reply, string, boolean]>([
  ['413', { status: 413, body: '<html>' }, IMAGE_UPLOAD.tooLarge(1000), true],
  ['400 with a field', { status: 400, body: { image: [PICTURE.broken] } }, IMAGE_UPLOAD.refused(PICTURE.broken), true],
  ['400 without a field', { status: 400, body: { detail: 'Bad form.' } }, IMAGE_UPLOAD.failed, false],
  ['415', { status: 415, body: {} }, IMAGE_UPLOAD.kind, true],
  ['404', { status: 404, body: { detail: 'Not found.' } }, IMAGE_UPLOAD.failed, false],
])('%s fails at once', async (_, answer, text, isFinal) => {
  const set = setUp((request) => (keyOf(request) === 'key-1' ? answer : ok()))
  const done = await set.uploads.start(images(2), 1)
  expect(done).toEqual({ sent: [{ id: 'key-2', scan: 101 }], failed: ['key-1'] })
  expect(stateOf(set, 'key-1')).toEqual({ state: 'failed', text, isFinal })
  expect(set.requests).toHaveLength(2)
})

test.each<[string, Reply]>([
  ['500', { status: 500, body: { detail: 'x' } }],
  ['a page', { status: 200, body: '<html>Welcome to our WiFi</html>' }],
  ['500 with a page', { status: 500, body: '<html>' }],
])('%s is retried a few times, then it fails', async (_, answer) => {
  const set = setUp(() => answer)
  await set.uploads.start(images(1), 1)
  expect(set.requests).toHaveLength(4)
  expect(stateOf(set, 'key-1')).toEqual({ state: 'failed', text: IMAGE_UPLOAD.failed, isFinal: false })
})

test.each([429, 503])('%i waits as long as Retry-After says', async (status) => {
  const waits: number[] = []
  let calls = 0
  const set = setUp(() => ((calls += 1) === 1 ? { status, headers: { 'retry-after': '7' } } : ok()), {
    schedule: (milliseconds, work) => {
      waits.push(milliseconds)
      return schedule(milliseconds, work)
    },
  })
  expect((await set.uploads.start(images(1), 1)).sent).toHaveLength(1)
  expect(waits).toContain(7_000)
})

test('pause breaks off what is under way, resume sends it with the same keys and nothing twice that was answered', async () => {
  let silent = true
  const set = setUp((request) => (silent && keyOf(request) !== 'key-1' ? 'silent' : ok()))
  const done = set.uploads.start(images(5), 1)
  await vi.waitFor(() => expect(stateOf(set, 'key-1')).toEqual({ state: 'sent' }))
  await vi.waitFor(() => expect(set.requests).toHaveLength(4))
  set.uploads.pause()
  await vi.waitFor(() => expect(stateOf(set, 'key-2')).toEqual({ state: 'paused' }))
  expect(stateOf(set, 'key-5')).toEqual({ state: 'paused' })
  await vi.waitFor(() => expect(set.state.sending).toBe(0))
  silent = false
  set.uploads.resume()
  expect((await done).sent).toHaveLength(5)
  expect(set.requests.filter((request) => keyOf(request) === 'key-1')).toHaveLength(1)
  expect(set.requests.filter((request) => keyOf(request) === 'key-2')).toHaveLength(2)
})

test('retry sends what failed and only that, while others are under way', async () => {
  let failing = true
  const set = setUp((request) => {
    if (keyOf(request) === 'key-1') return failing ? { status: 404 } : ok()
    return failing ? 'silent' : ok()
  })
  const done = set.uploads.start(images(2), 1)
  await vi.waitFor(() => expect(stateOf(set, 'key-1')?.state).toBe('failed'))
  failing = false
  set.uploads.retry()
  expect((await done).sent).toHaveLength(2)
})

test('a file that the device lost fails with its sentence, and the others are sent', async () => {
  const set = setUp(ok, {
    readImage: (id) =>
      id === 'key-1'
        ? Promise.resolve(undefined)
        : id === 'key-2'
          ? Promise.reject(new DOMException('moved', 'NotReadableError'))
          : Promise.resolve(new File(['x'], 'x.jpg')),
  })
  expect(await set.uploads.start(images(3), 1)).toEqual({
    sent: [{ id: 'key-3', scan: 101 }],
    failed: ['key-1', 'key-2'],
  })
  expect(stateOf(set, 'key-2')).toEqual({ state: 'failed', text: IMAGE_UPLOAD.lost, isFinal: true })
})

test('stop breaks everything off and tells what is left', async () => {
  const set = setUp((request) => (keyOf(request) === 'key-1' ? ok() : 'silent'))
  const done = set.uploads.start(images(4), 1)
  await vi.waitFor(() => expect(stateOf(set, 'key-1')).toEqual({ state: 'sent' }))
  set.uploads.stop()
  expect(await done).toEqual({ sent: [{ id: 'key-1', scan: 101 }], failed: ['key-2', 'key-3', 'key-4'] })
  await vi.waitFor(() => expect(set.state.sending).toBe(0))
})

test('a line that is cut leaves no speed behind', async () => {
  let time = 0
  const set = setUp(ok, { now: () => (time += 3000) })
  const speeds: number[] = []
  set.uploads.$totals.listen(({ bytesPerSecond }) => speeds.push(bytesPerSecond))
  await set.uploads.start(images(7), 12)
  expect(Math.max(...speeds)).toBeGreaterThan(0)
  expect(set.uploads.$totals.get()).toMatchObject({ bytesPerSecond: 0, secondsLeft: null })
})
