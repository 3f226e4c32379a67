import { expect, test, vi } from 'vitest'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { AWAY, device, server, Status, tab, type Given } from './world.ts'

const { part: PART } = RECORDING_UPLOAD
const HEAD = '\0\0\0\x20ftypisom'
const video = (name = 'Fair.mp4') =>
  new File([HEAD, new Uint8Array(PART)], name, { type: 'video/mp4', lastModified: 1_700_000_000_000 })

/** An archive that takes recordings, and answers the parts of one with these first. */
function archive(...answers: unknown[]) {
  const own = server()
  const parts: Record<string, string>[] = []
  let received = 0
  own.replies['POST /api/recordings/'] = async (request) => {
    const { image, ...fields } = Object.fromEntries(await request.formData())
    parts.push(fields as Record<string, string>)
    const answer = answers.shift()
    if (typeof answer === 'function') return answer(request)
    if (answer !== undefined) return answer
    if (Number(fields['at']) === received) received += (image as File).size
    return received < Number(fields['bytes']) ? { received } : { received, id: 9 }
  }
  return { server: own, parts, at: () => parts.map(({ at }) => Number(at)) }
}

async function openVideo(given: Given) {
  const here = tab(given)
  await here.begin()
  here.stores.change({ type: 'video', title: 'The fair', description: 'Filmed by the mayor' })
  await here.stores.recording.choose(video())
  await here.pass()
  return here
}
const submission = (here: ReturnType<typeof tab>) => here.stores.$submission.get()

test('the file of a video is sent in parts to the item that was posted for it, and then forgotten', async () => {
  const { server, parts, at } = archive()
  const here = await openVideo({ server })
  expect(here.draft().recording).toMatchObject({ name: 'Fair.mp4', size: PART + HEAD.length, sent: null })
  expect(here.device.files.size).toBe(1)
  await here.stores.submit()
  expect(submission(here)).toMatchObject({ state: 'done', item: 100 })
  expect(parts[0]).toMatchObject({ item: '100', file_name: 'Fair.mp4', modified: '1700000000000' })
  expect([at(), here.device.files.size]).toEqual([[0, PART], 0])
})

test('after a reload the draft has its file, and goes on where it was stopped', async () => {
  const untilStopped = ({ signal }: Request) =>
    new Promise((_, reject) => void signal.addEventListener('abort', () => reject(signal.reason)))
  const { server, at } = archive(undefined, untilStopped)
  const kept = device()
  const here = await openVideo({ server, device: kept })
  const sending = here.stores.submit()
  await vi.waitFor(() => expect(at()).toEqual([0, PART]))
  here.stores.recording.stop()
  await sending
  expect(submission(here)).toEqual({ state: 'idle' })
  const later = tab({ server, device: kept })
  await later.begin()
  expect(later.draft()).toMatchObject({ item: 100, recording: { name: 'Fair.mp4', sent: null } })
  await later.stores.submit()
  expect(submission(later)).toMatchObject({ state: 'done', item: 100 })
  // The first part of the next try asks where to go on.
  expect([server.items.length, at()]).toEqual([1, [0, PART, 0, PART]])
})

test('a refused file is named with the reason, the item stays, and another file takes its place', async () => {
  const refused = new Status(400, JSON.stringify({ image: [RECORDING.broken] }))
  const { server, parts } = archive(refused)
  const here = await openVideo({ server })
  await here.stores.submit()
  expect(submission(here)).toEqual({
    ...{ state: 'failed', text: WIZARD.recordingNotSent('Fair.mp4') },
    more: `${RECORDING.broken} ${WIZARD.replaceFile}`,
  })
  here.stores.dismiss()
  await here.stores.recording.choose(video('Fair again.mp4'))
  await here.stores.submit()
  expect(submission(here)).toMatchObject({ state: 'done', item: 100 })
  expect([server.items.length, parts.at(-1)!['file_name'], here.device.files.size]).toEqual([1, 'Fair again.mp4', 0])
})

test('a cut goes on by itself', async () => {
  const { server, at } = archive(undefined, AWAY)
  const here = await openVideo({ server })
  await here.submit()
  await vi.waitFor(() => expect(submission(here)).toMatchObject({ sent: PART, isWaiting: true }))
  await here.pass(10_000)
  await vi.waitFor(() => expect(submission(here).state).toBe('done'))
  expect(at()).toEqual([0, PART, PART])
})

test.each([
  [new File([], 'Empty.mp4'), RECORDING.empty],
  [new File(['RIFF 1234AVI LIST'], 'Fair.avi'), RECORDING.kind],
  [new File(['%PDF-1.7'], 'Fair.mp4'), RECORDING.kind],
])('%s is refused when it is chosen, and what was chosen before stays', async (file, sentence) => {
  const here = await openVideo({ server: archive().server })
  await here.stores.recording.choose(file)
  expect(here.stores.$errors.get()).toEqual({ files: `${file.name}: ${sentence}` })
  expect(here.draft().recording?.name).toBe('Fair.mp4')
})

test('it belongs to a video: of another type it is not sent', async () => {
  const { server, parts } = archive()
  const here = await openVideo({ server })
  here.stores.change({ type: 'event' })
  await here.stores.submit()
  expect([submission(here).state, parts]).toEqual(['done', []])
})

test('what was removed is gone from the device, and from the archive with the next submit', async () => {
  const { server } = archive()
  const here = await openVideo({ server })
  await here.stores.recording.choose(null)
  expect([here.draft().recording, here.draft().removedFiles, here.device.files.size]).toEqual([null, [], 0])
})
