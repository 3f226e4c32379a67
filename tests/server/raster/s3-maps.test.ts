import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTilesJob } from '#server/raster/tiles-job.ts'
import { maintainTiles } from '#server/raster/remake-tiles.ts'
import { tilesPath, findTilesProblem } from '#server/raster/overlay-storage.ts'
import { mapTilesKey } from '#server/storage/keys.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { add, drawMap, mapArchive } from './small-maps.ts'

test('the tiles of an old map are in the bucket: another machine fetches them, and makes them again where they are gone', async () => {
  const store = await freshS3Double()
  const archive = await mapArchive()
  const { settings: s3 } = store
  const mediaDir = join(archive.folder, 'media')
  const media = openMediaStore({ mediaDir, s3 })
  const { row } = await add({ ...archive, media }, await drawMap(await freshFolder()), 4)
  const key = `media/${mapTilesKey(row.version)}`
  expect(store.objects.get(key)!.body.length).toBe(row.bytes)

  const said: string[] = []
  const there = { ...archive, media, tilesDir: join(await freshFolder(), 'overlays') }
  await maintainTiles(there, { log: (sentence) => said.push(sentence) })
  expect(said).toEqual(['Its tiles are missing. They were fetched from the store.'])
  expect(findTilesProblem(there.tilesDir, row)).toBeUndefined()

  // A damaged copy is not used. The process that makes tiles finds the original in the bucket, and stores the tiles there again.
  store.objects.set(key, { ...store.objects.get(key)!, body: Buffer.from('short') })
  const tilesDir = join(await freshFolder(), 'overlays')
  const job = startTilesJob({ db: archive.db, mediaDir, tilesDir, s3 })
  await expect.poll(() => existsSync(tilesPath(tilesDir, row.version)), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => store.objects.get(key)!.body.length, { timeout: 60_000 }).toBe(row.bytes)
  await job.stop()
})
