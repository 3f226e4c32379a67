import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { MAP_REFUSED } from '#contract/old-maps.ts'
import { createMapQueue } from '#server/raster/desk/map-queue.ts'
import { createMapUploads, type MapUploads } from '#server/raster/desk/map-uploads.ts'
import { MapWorkFailed, runMapWorker } from '#server/raster/desk/run-map-worker.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { openTestArchive } from '../fixtures.ts'
import { drawMap } from './small-maps.ts'

const STORAGE = { database: '', mediaDir: '', trashDir: '', tilesDir: '' }
let uploads: MapUploads
let folder: string
/** The worker's tasks in their order; each ends when the test says so, or when it is aborted. */
let works: { upload: string; finish(): void }[]
const run = ((task: { fileName: string }, { signal }: { signal: AbortSignal }) =>
  new Promise<void>((resolve, reject) => {
    works.push({ upload: task.fileName, finish: resolve })
    signal.addEventListener('abort', () => reject(new MapWorkFailed('stopped', 'failed')))
  })) as typeof runMapWorker

beforeEach(async () => {
  folder = await freshFolder()
  uploads = createMapUploads(folder)
  works = []
})

async function ask(title: string): Promise<string> {
  const file = join(folder, title)
  await writeFile(file, 'a scan')
  const { upload } = await uploads.keep(file, title)
  const texts = { title, year: null, inLegend: true }
  const asked = { asked_at: `2026-11-23T08:00:0${(await uploads.tasks()).length}Z`, asked_by: 2 }
  await uploads.writeTask(upload, { layer: 6, replace: false, texts, error: null, cancelled: false, ...asked })
  return upload
}

test('a running and a waiting cut are cancelled, stay in the list, and the next one is made', async () => {
  const queue = createMapQueue({ uploads, storage: STORAGE, run })
  const [running, waiting, last] = [await ask('running'), await ask('waiting'), await ask('last')]
  queue.wake()
  await vi.waitUntil(() => works.length === 1)
  expect(await queue.cancel(waiting)).toBe(true)
  expect(await queue.cancel(running)).toBe(true)
  expect(await queue.cancel(running)).toBe(false)
  await vi.waitUntil(() => works.length === 2)
  expect(works.map(({ upload }) => upload)).toEqual(['running', 'last'])
  const stopped = { state: 'cancelled', error: MAP_REFUSED.cancelled }
  expect(await queue.list()).toMatchObject([
    { upload: running, ...stopped },
    { upload: waiting, ...stopped },
    { upload: last, state: 'cutting' },
  ])
  // A restart leaves them alone.
  works[1]!.finish()
  await queue.settled()
  expect((await queue.list()).map(({ upload }) => upload)).toEqual([running, waiting])
  const restarted = createMapQueue({ uploads, storage: STORAGE, run })
  restarted.wake()
  await restarted.settled()
  expect(works).toHaveLength(2)
})

test('another process with the same folder shows what is cut, cancels it, and cuts nothing itself', async () => {
  const queue = createMapQueue({ uploads, storage: STORAGE, run })
  const other = createMapQueue({ uploads, storage: STORAGE, run, cutsMaps: () => false })
  const [first, second] = [await ask('first'), await ask('second')]
  other.wake()
  await other.settled()
  expect(works).toEqual([])
  queue.wake()
  await vi.waitUntil(async () => (await other.list())[0]?.state === 'cutting')
  other.wake()
  expect(await other.cancel(first)).toBe(true)
  await vi.waitUntil(() => works.length === 2)
  expect(await other.list()).toMatchObject([
    { upload: first, state: 'cancelled' },
    { upload: second, state: 'cutting' },
  ])
  works[1]!.finish()
  await queue.settled()
  expect((await other.list()).map(({ upload }) => upload)).toEqual([first])
  expect(works.map(({ upload }) => upload)).toEqual(['first', 'second'])
})

test('what was finished first is not cancelled', async () => {
  const queue = createMapQueue({
    ...{ uploads, storage: STORAGE },
    run: ((_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))) as typeof runMapWorker,
  })
  const upload = await ask('fast')
  queue.wake()
  await vi.waitUntil(async () => (await queue.list())[0]?.state === 'cutting')
  expect(await queue.cancel(upload)).toBe(false)
  expect(await queue.list()).toEqual([])
})

test('a cut that is stopped leaves nothing in the archive', async () => {
  const town = await openTestArchive()
  try {
    const file = await drawMap(join(town.folder, 'drawn'))
    const tilesDir = join(town.folder, 'overlays')
    await mkdir(tilesDir, { recursive: true })
    const end = new AbortController()
    const storage = {
      database: town.db.engine.address,
      mediaDir: town.folder,
      trashDir: join(town.folder, 'trash'),
      tilesDir,
    }
    const texts = { title: 'Plan', year: null, inLegend: true }
    const caller = { id: null, role: 'staff', organization: null } as const
    const work = runMapWorker(
      { is: 'add', ...storage, file, fileName: 'plan.png', layer: 6, replace: false, texts, caller },
      { signal: end.signal },
    )
    end.abort()
    await expect(work).rejects.toThrow()
    expect(await readdir(tilesDir)).toEqual([])
    expect(await town.db.selectFrom('overlay').select('layer').execute()).toEqual([])
    expect(await town.db.selectFrom('audit').select('id').where('kind', '=', 'maps').execute()).toEqual([])
  } finally {
    await town.close()
  }
}, 60_000)
