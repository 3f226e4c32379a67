import { existsSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import sharp from 'sharp'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { storePicture } from './store-picture.ts'
import { nextPictureJob, type QueuedTask } from '#server/scans/picture-queue.ts'
import { createPictureProcess } from '#server/scans/picture-process.ts'
import { derivativeKey, pyramidKey } from '#server/storage/picture-keys.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

/** The process has a low priority and is slow on a busy machine. */
const SOON = { timeout: 100_000 }

const plain = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background } })

async function pictures({
  s3,
  decodeTimeout = 60_000,
  idleTimeout = 60_000,
  onStart = (_: ChildProcess) => {},
}: Partial<Parameters<typeof createPictureProcess>[0]> = {}) {
  const folder = await freshFolder()
  const started: ChildProcess[] = []
  const work = createPictureProcess({
    ...{ mediaDir: join(folder, 'media'), s3, limits: SCAN, decodeTimeout, idleTimeout },
    onStart: (child) => {
      started.push(child)
      onStart(child)
    },
  })
  onTestFinished(() => work.close())
  const path = join(folder, 'picture')
  await writeFile(path, await plain('#446688').jpeg().toBuffer())
  return { folder, path, work, started, media: openMediaStore({ mediaDir: join(folder, 'media'), s3 }) }
}

test.each(['a folder', 'a bucket'])(
  'inspects pictures and makes derivatives like the server itself, in %s',
  async (place) => {
    const s3 = place === 'a bucket' ? (await freshS3Double()).settings : undefined
    const { work, path, media, started } = await pictures({ s3 })
    expect(started).toEqual([])
    const picture = await work.inspect(path)
    expect(picture).toEqual(await inspectPicture(path))
    await storePicture(media, picture, path)
    const version = await work.ensure({ ...picture, watermark: undefined }, ['webp'])
    expect(await media.size(derivativeKey(version, 40, 'webp'))).toBeGreaterThan(0)
    expect(await work.makeTiles({ ...picture, watermark: undefined })).toBe(version)
    expect(await media.size(pyramidKey(version))).toBeGreaterThan(0)
    expect(started).toHaveLength(1)
  },
)

test('a refusal keeps its message, a failure is reported', async () => {
  const { work, path } = await pictures()
  await writeFile(path, 'no picture')
  await expect(work.inspect(path)).rejects.toThrow(PICTURE.unreadable)
  const source = { sha256: 'f'.repeat(64), format: 'jpeg', width: 10, watermark: undefined }
  await expect(work.ensure(source)).rejects.toThrow(/is not in the media store/)
})

test.runIf(existsSync('/proc/self/task'))(
  'every thread of it stands behind everything else on the machine',
  async () => {
    const { work, path, started } = await pictures()
    await work.inspect(path)
    const threads = await readdir(`/proc/${started[0]!.pid}/task`)
    for (const thread of threads) {
      const stat = await readFile(`/proc/${started[0]!.pid}/task/${thread}/stat`, 'utf8')
      // Field 19 of proc_pid_stat(5), counted after the name in brackets.
      expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])).toBe(15)
    }
  },
)

test('a killed process is replaced, and its task is retried', async () => {
  const { work, path, started } = await pictures()
  await work.inspect(path)
  const again = work.inspect(path)
  started[0]!.kill('SIGKILL')
  expect(await again).toMatchObject({ format: 'jpeg' })
  await work.inspect(path)
  expect(started).toHaveLength(2)
})

test('without room for temporary files it fails, and recovers later', async () => {
  const { work, path, started } = await pictures()
  vi.stubEnv('TMPDIR', join(await freshFolder(), 'missing'))
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(work.inspect(path)).rejects.toThrow('ENOENT')
  vi.unstubAllEnvs()
  expect(await work.inspect(path)).toBeDefined()
  expect(started).toHaveLength(1)
})

test(
  'of a picture that was becoming tiles nothing stays behind, however the process ends',
  { timeout: 240_000 },
  async () => {
    const { work, path, started, media } = await pictures()
    const temporary = await freshFolder()
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    await writeFile(path, await plain('#446688', 6000, 5000).jpeg().toBuffer())
    const picture = await work.inspect(path)
    await storePicture(media, picture, path)
    const half = async () => (await readdir(temporary, { recursive: true })).some((name) => name.endsWith('.v'))
    const refused = expect(work.makeTiles({ ...picture, watermark: undefined })).rejects.toThrow(PICTURE.stopped)
    for (const time of [0, 1]) {
      await expect.poll(() => started.length, SOON).toBe(time + 1)
      await expect.poll(half, { ...SOON, interval: 5 }).toBe(true)
      started[time]!.kill('SIGKILL')
      await expect.poll(half, { ...SOON, interval: 1 }).toBe(false)
    }
    await refused
    await work.inspect(path)
    await work.close()
    await expect.poll(() => readdir(temporary)).toEqual([])
  },
)

test('a picture that crashes it twice is refused; the next is inspected', async () => {
  let deadly = true
  const { work, path, started } = await pictures({
    onStart: (child) => void (deadly && child.kill('SIGKILL')),
  })
  await expect(work.inspect(path)).rejects.toThrow(PICTURE.stopped)
  expect(started).toHaveLength(2)
  deadly = false
  expect(await work.inspect(path)).toMatchObject({ format: 'jpeg' })
})

test('a hanging decode is killed and refused', async () => {
  const { work, path, started } = await pictures({ decodeTimeout: 1, onStart: (child) => child.kill('SIGSTOP') })
  await expect(work.inspect(path)).rejects.toThrow(PICTURE.slow)
  await once(started[0]!, 'exit')
  expect(started[0]!.signalCode).toBe('SIGKILL')
})

test('it stops when idle, and starts again', async () => {
  const { work, path, started } = await pictures({ idleTimeout: 1 })
  await work.inspect(path)
  await once(started[0]!, 'exit')
  expect(await work.inspect(path)).toMatchObject({ format: 'jpeg' })
  expect(started).toHaveLength(2)
})

test('closing finishes running work, refuses the rest, and leaves no process', async () => {
  const { work, path, started } = await pictures()
  await work.inspect(path)
  const [first, second] = [work.inspect(path), work.inspect(path)]
  const refused = expect(second).rejects.toThrow(/shutting down/)
  await work.close()
  expect(await first).toMatchObject({ format: 'jpeg' })
  await refused
  if (started[0]!.exitCode === null) await once(started[0]!, 'exit')
  await expect(work.inspect(path)).rejects.toThrow(/shutting down/)
  expect(started).toHaveLength(1)
})

test('one task per kind at a time, urgent ones first, a suspect alone', () => {
  const job = (method: 'inspect' | 'ensure', urgent: boolean, suspect = false): QueuedTask => ({
    ...{ urgent, suspect, settle: () => {} },
    task: { method, args: [] },
  })
  const [look, sizes, wanted, suspect] = [
    job('inspect', true),
    job('ensure', false),
    job('ensure', true),
    job('ensure', true, true),
  ]
  expect(nextPictureJob([sizes, wanted], [])).toBe(wanted)
  expect(nextPictureJob([sizes, wanted, look], [wanted])).toBe(look)
  expect(nextPictureJob([sizes], [wanted])).toBeUndefined()
  expect(nextPictureJob([suspect, look], [sizes])).toBeUndefined()
  expect(nextPictureJob([look, suspect], [])).toBe(suspect)
  expect(nextPictureJob([look], [suspect])).toBeUndefined()
})
