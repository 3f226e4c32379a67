import { readdirSync, rmSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listOverlays } from '#server/raster/overlays.ts'
import { findTilesProblem } from '#server/raster/overlay-storage.ts'
import { startTilesJob } from '#server/raster/tiles-job.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { add, drawMap, mapArchive } from './small-maps.ts'

/** The job beside an archive of this test, with what it says; `pids` are the processes that it began. */
function start(archive: Awaited<ReturnType<typeof mapArchive>>, onStart?: (pid: number) => void) {
  const said: string[] = []
  const pids: number[] = []
  const job = startTilesJob(
    { ...archive, mediaDir: join(archive.folder, 'media') },
    {
      interval: 50,
      // On a busy machine a low-priority process may not even have begun to stop after the ten seconds of a server.
      killAfter: 80_000,
      log: (sentence, row, error) => void said.push([row?.layer, sentence, error?.message].join(' ')),
      onStart(pid) {
        pids.push(pid)
        onStart?.(pid)
      },
    },
  )
  onTestFinished(() => job.stop())
  return { job, said, pids }
}

test('lost tiles are made again in a low-priority process, even when another original is missing', async () => {
  const archive = await mapArchive()
  const maps = await freshFolder()
  const { row: gone } = await add(archive, await drawMap(maps, 'gone'), 3)
  const { row } = await add(archive, await drawMap(maps, 'plan', { background: '#334455' }), 4)
  rmSync(archive.tilesDir, { recursive: true })
  await archive.media.moveToTrash(gone.source_key, { why: 'A test.' })
  const priorities: number[] = []
  const { job, said, pids } = start(archive, (pid) => priorities.push(getPriority(pid)))
  await expect.poll(() => said.some((line) => line.startsWith('4 The tiles were made')), { timeout: 60_000 }).toBe(true)
  await job.stop()
  expect(said[0]).toBe('3 Its tiles are missing. They are made again. ')
  expect(said[1]).toMatch(/^3 The tiles could not be made again\. The original overlays\/.* is not in the media store/)
  expect(pids[0]).not.toBe(process.pid)
  // The tests themselves may run at a low priority.
  expect(priorities[0]).toBeGreaterThanOrEqual(10)
  const kept = (await listOverlays(archive.db)).find(({ layer }) => layer === 4)!
  expect(kept.version).toBe(row.version)
  expect(findTilesProblem(archive.tilesDir, kept)).toBeUndefined()
}, 90_000)

test('a killed process is logged, and the next one makes the tiles', async () => {
  const archive = await mapArchive()
  const { row } = await add(archive, await drawMap(await freshFolder()), 4)
  rmSync(archive.tilesDir, { recursive: true })
  let kills = 1
  const { said } = start(archive, (pid) => {
    if (kills-- > 0) process.kill(pid, 'SIGKILL')
  })
  await expect.poll(() => findTilesProblem(archive.tilesDir, row), { timeout: 60_000 }).toBeUndefined()
  expect(said[0]).toContain('could not be looked after. The process that works on maps ended with SIGKILL.')
}, 90_000)

test('stopped in the middle it leaves nothing behind; an archive without maps starts no process', async () => {
  const archive = await mapArchive()
  const none = start(archive)
  await none.job.stop()
  expect(none.pids).toEqual([])
  await add(archive, await drawMap(await freshFolder(), 'large', { size: 4000 }), 4)
  await archive.db.updateTable('overlay').set({ maximum_zoom: 19 }).execute()
  rmSync(archive.tilesDir, { recursive: true })
  const { job, said } = start(archive)
  await expect.poll(() => said.length > 0, { timeout: 60_000 }).toBe(true)
  await job.stop()
  expect(readdirSync(archive.tilesDir)).toEqual([])
  expect(said).toHaveLength(1)
}, 90_000)
