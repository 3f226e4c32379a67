import { existsSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import sharp from 'sharp'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/messages.ts'
import { createFolderStore } from '#server/media/folder-store.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { keepOriginal } from '#server/scans/originals.ts'
import { nextJob, type Job } from '#server/scans/picture-orders.ts'
import { createPictureProcess } from '#server/scans/picture-process.ts'
import { derivativeKey, pyramidKey } from '#server/scans/version.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const plain = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background } })

async function pictures({ hung = 60_000, idle = 60_000, onStart = (_: ChildProcess) => {} } = {}) {
  const folder = await freshFolder()
  const started: ChildProcess[] = []
  const work = createPictureProcess({
    ...{ mediaDir: join(folder, 'media'), limits: SCAN, hung, idle },
    onStart: (child) => {
      started.push(child)
      onStart(child)
    },
  })
  onTestFinished(() => work.close())
  const path = join(folder, 'picture')
  await writeFile(path, await plain('#446688').jpeg().toBuffer())
  return { folder, path, work, started, media: createFolderStore(join(folder, 'media')) }
}

test('it says of a picture what the server would say, and makes its sizes', async () => {
  const { work, path, media, started } = await pictures()
  expect(started).toEqual([])
  const picture = await work.inspect(path)
  expect(picture).toEqual(await inspectPicture(path))
  await keepOriginal(media, picture, path)
  const version = await work.ensure({ ...picture, watermark: undefined }, ['webp'])
  expect(await media.size(derivativeKey(version, 40, 'webp'))).toBeGreaterThan(0)
  expect(await work.makeTiles({ ...picture, watermark: undefined })).toBe(version)
  expect(await media.size(pyramidKey(version))).toBeGreaterThan(0)
  expect(started).toHaveLength(1)
})

test('a refusal keeps its sentence, a failure is told', async () => {
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

test('a process that is killed is replaced, and what was under way is done', async () => {
  const { work, path, started } = await pictures()
  await work.inspect(path)
  const again = work.inspect(path)
  started[0]!.kill('SIGKILL')
  expect(await again).toMatchObject({ format: 'jpeg' })
  await work.inspect(path)
  expect(started).toHaveLength(2)
})

test('without a place for temporary files it says so, and goes on once there is one', async () => {
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
  { timeout: 60_000 },
  async () => {
    const { work, path, started, media } = await pictures()
    const temporary = await freshFolder()
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    await writeFile(path, await plain('#446688', 6000, 5000).jpeg().toBuffer())
    const picture = await work.inspect(path)
    await keepOriginal(media, picture, path)
    const half = async () => (await readdir(temporary, { recursive: true })).some((name) => name.endsWith('.v'))
    const refused = expect(work.makeTiles({ ...picture, watermark: undefined })).rejects.toThrow(PICTURE.broken)
    for (const time of [0, 1]) {
      await expect.poll(() => started.length).toBe(time + 1)
      await expect.poll(half, { interval: 5 }).toBe(true)
      started[time]!.kill('SIGKILL')
      await expect.poll(half, { interval: 1 }).toBe(false)
    }
    await refused
    await work.inspect(path)
    await work.close()
    await expect.poll(() => readdir(temporary)).toEqual([])
  },
)

test('a picture at which it dies twice is refused; the next is looked at', async () => {
  let deadly = true
  const { work, path, started } = await pictures({
    onStart: (child) => void (deadly && child.kill('SIGKILL')),
  })
  await expect(work.inspect(path)).rejects.toThrow(PICTURE.broken)
  expect(started).toHaveLength(2)
  deadly = false
  expect(await work.inspect(path)).toMatchObject({ format: 'jpeg' })
})

test('a decode that hangs is ended, and its sender told', async () => {
  const { work, path, started } = await pictures({ hung: 1, onStart: (child) => child.kill('SIGSTOP') })
  await expect(work.inspect(path)).rejects.toThrow(PICTURE.slow)
  await once(started[0]!, 'exit')
  expect(started[0]!.signalCode).toBe('SIGKILL')
})

test('it goes when nothing is to be done, and comes back', async () => {
  const { work, path, started } = await pictures({ idle: 1 })
  await work.inspect(path)
  await once(started[0]!, 'exit')
  expect(await work.inspect(path)).toMatchObject({ format: 'jpeg' })
  expect(started).toHaveLength(2)
})

test('closing ends what is under way, refuses the rest, and leaves no process', async () => {
  const { work, path, started } = await pictures()
  await work.inspect(path)
  const [first, second] = [work.inspect(path), work.inspect(path)]
  const refused = expect(second).rejects.toThrow(/closed/)
  await work.close()
  expect(await first).toMatchObject({ format: 'jpeg' })
  await refused
  if (started[0]!.exitCode === null) await once(started[0]!, 'exit')
  await expect(work.inspect(path)).rejects.toThrow(/closed/)
  expect(started).toHaveLength(1)
})

test('many at once are all done', async () => {
  const { folder, work } = await pictures()
  const paths = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const path = join(folder, `picture-${at}`)
      await writeFile(
        path,
        await plain('#446688', 30 + at)
          .png()
          .toBuffer(),
      )
      return path
    }),
  )
  const found = await Promise.all(paths.map((path) => work.inspect(path)))
  expect(found.map(({ width }) => width)).toEqual(paths.map((_, at) => 30 + at))
})

test('turns: one a lane, urgent ones first, a suspect alone', () => {
  const job = (lane: Job['lane'], urgent: boolean, suspect = false): Job => ({
    ...{ lane, urgent, suspect, settle: () => {} },
    order: { task: 'inspect', path: '' },
  })
  const [look, sizes, wanted, suspect] = [
    job('inspect', true),
    job('ensure', false),
    job('ensure', true),
    job('ensure', true, true),
  ]
  expect(nextJob([sizes, wanted], [])).toBe(wanted)
  expect(nextJob([sizes, wanted, look], [wanted])).toBe(look)
  expect(nextJob([sizes], [wanted])).toBeUndefined()
  expect(nextJob([suspect, look], [sizes])).toBeUndefined()
  expect(nextJob([look, suspect], [])).toBe(suspect)
  expect(nextJob([look], [suspect])).toBeUndefined()
})
