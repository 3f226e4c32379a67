import { createWriteStream, createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layerSelection } from '#rules/map/layer-selection.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { serve } from '#server/main.ts'
import { listOverlays } from '#server/raster/overlays.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { MIDDLE, add, drawMap, filesIn, mapArchive } from './small-maps.ts'

test('a backup holds the originals of old maps; restored and served, their tiles are made again', async () => {
  const archive = await mapArchive()
  const { row } = await add(archive, await drawMap(await freshFolder()), 4)
  const folder = await freshFolder()
  const file = join(folder, 'backup.tar')
  const { manifest } = await makeBackup({ db: archive.db, media: archive.media, output: createWriteStream(file) })
  expect(manifest.files.map(({ path }) => path)).toContain(row.source_key)

  const config = readConfig({ DATA_DIR: join(folder, 'restored'), PORT: '0', NIGHTLY_BUILD: 'off' })
  const { databaseFile, mediaDir, overlaysDir } = config
  await restoreBackup({ source: createReadStream(file), databaseFile, mediaDir })
  expect(filesIn(mediaDir)).toEqual(filesIn(join(archive.folder, 'media')))
  expect(existsSync(overlaysDir)).toBe(false)

  const app = await serve(config)
  const base = `http://localhost:${(app.server.address() as { port: number }).port}`
  const listed = async () => (await (await fetch(`${base}/api/overlays/`)).json()) as unknown[]
  const { z, x, y } = MIDDLE
  const tile = `${base}/raster/algebra/${z}/${x}/${y}.png?layers=${layerSelection(4)}&alpha=0&v=${row.version}`
  await expect.poll(listed, { timeout: 60_000 }).toHaveLength(1)
  const answer = await fetch(tile, { headers: { accept: 'image/webp' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
  await app.close()
  const db = await openDatabase(databaseFile)
  expect(await listOverlays(db)).toMatchObject([{ layer: 4, version: row.version, tiles: row.tiles }])
  await db.destroy()
}, 90_000)

test('a missing or changed original prevents a backup without --keep-going', async () => {
  const archive = await mapArchive()
  const { row } = await add(archive, await drawMap(await freshFolder()), 4)
  const backUp = async (keepGoing = false) =>
    makeBackup({ ...archive, keepGoing, output: createWriteStream(join(await freshFolder(), 'backup.tar')) })
  await archive.media.moveToTrash(row.source_key, { why: 'A test.' })
  await expect(backUp()).rejects.toThrow(/\(plan\.png\) is missing/)
  expect((await backUp(true)).manifest.missing).toEqual([row.source_key])
  await archive.media.put(row.source_key, Buffer.from('another'))
  await expect(backUp()).rejects.toThrow(/\(plan\.png\) has changed/)
  expect((await backUp(true)).manifest.damaged).toEqual([row.source_key])
})
