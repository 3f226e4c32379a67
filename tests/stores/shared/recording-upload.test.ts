import { expect, test } from 'vitest'
import { ApiError, UnreachableError } from '#client/errors.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { createRecordingUpload } from '#stores/shared/recording-upload.ts'

const { part: PART } = RECORDING_UPLOAD
const FILE = new File([new Uint8Array(PART), new Uint8Array(PART), 'end'], 'Side A.wav', { lastModified: 5 })
const lost = () => new UnreachableError('/api/recordings/', undefined, 20)

/** An archive that answers one call after the other like this. */
function open(...answers: (object | Error | (() => never))[]) {
  const sent: Record<string, unknown>[] = []
  const waits: number[] = []
  const call = async (_: string, { body, headers }: { body: FormData; headers: Record<string, string> }) => {
    const image = body.get('image') as File
    sent.push({ ...Object.fromEntries(body), image: image.size, key: headers['Idempotency-Key'] })
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  }
  const upload = createRecordingUpload({
    recordingClient: { call } as never,
    withSession: (work) => work(),
    schedule: (milliseconds, work) => {
      waits.push(milliseconds)
      queueMicrotask(work)
      return () => {}
    },
    newId: () => 'run',
  })
  return { upload, sent, waits, start: () => upload.send(7, FILE) }
}
const at = ({ sent }: ReturnType<typeof open>) => sent.map((each) => each['at'])

test('a recording is sent in parts with their checksums', async () => {
  const world = open({ received: PART }, { received: 2 * PART }, { received: FILE.size, id: 3 })
  expect(await world.start()).toBe(3)
  expect(world.sent[2]).toEqual({
    ...{ item: '7', file_name: 'Side A.wav', bytes: String(FILE.size), modified: '5', at: String(2 * PART) },
    ...{ image: 3, key: `run-${2 * PART}`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect([world.upload.$sending.get(), world.upload.$refusal.get()]).toEqual([null, null])
})

test('what the archive has already is not sent again', async () => {
  const world = open({ received: 2 * PART }, { received: FILE.size, id: 3 })
  await world.start()
  expect(at(world)).toEqual(['0', String(2 * PART)])
})

test('a cut, a busy archive and a damaged part: the same part again after a while', async () => {
  const busy = new ApiError(429, { detail: 'Busy.' }, '/', 7)
  const damaged = new ApiError(400, { image: [RECORDING.damagedPart] }, '/')
  const world = open(lost(), lost(), busy, damaged, { received: FILE.size, id: 3 })
  expect(await world.start()).toBe(3)
  expect([at(world), world.waits]).toEqual([
    ['0', '0', '0', '0', '0'],
    [2000, 4000, 7000, 8000],
  ])
})

test('all of it is there and could not be kept: it asks again until it is', async () => {
  const world = open({ received: FILE.size }, new ApiError(500, {}, '/'), { received: FILE.size, id: 3 })
  await world.start()
  expect(world.sent.map(({ image }) => image)).toEqual([PART, PART, PART])
})

test('a refused recording says why and is not sent on', async () => {
  const world = open({ received: PART }, new ApiError(400, { image: [RECORDING.kind] }, '/'))
  expect(await world.start()).toBeUndefined()
  expect(world.upload.$refusal.get()).toEqual({ why: 'refused', text: RECORDING.kind })
  expect(world.sent).toHaveLength(2)
})

test('it can be stopped while it waits, without a complaint', async () => {
  const world = open(lost(), lost())
  const stop = world.upload.$sending.listen((now) => now?.isWaiting && world.upload.stop())
  expect(await world.start()).toBeUndefined()
  stop()
  expect([world.upload.$sending.get(), world.upload.$refusal.get(), world.sent.length]).toEqual([null, null, 1])
})
