import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTileStore } from '#server/raster/tile-store.ts'
import { createRepositories } from '#server/repositories/repositories.ts'
import { runSql } from '../raw-sql.ts'
import { mapArchive } from './small-maps.ts'
import { addTiles, plainTile, pmtiles } from './tile-files.ts'

const VERSION = '0123456789ab'
let red: Buffer
let blue: Buffer
beforeAll(async () => {
  red = await plainTile('#ff0000')
  blue = await plainTile('#0000ff')
})

/** A tile store on a fresh archive. */
async function openShelf() {
  const archive = await mapArchive()
  const reader = archive.db.engine.openReader()
  const shelf = createTileStore({ ...createRepositories(reader), folder: archive.tilesDir })
  onTestFinished(async () => {
    shelf.close()
    await reader.destroy()
  })
  return { ...archive, shelf }
}

test('tiles waiting for conversion to PNG are still sent when their map is removed', async () => {
  const { shelf, ...archive } = await openShelf()
  const tiles = await Promise.all(
    Array.from({ length: 12 }, async (_, x) => ({ z: 13, x, y: 1, data: await plainTile(`rgb(${x * 20},0,0)`) })),
  )
  await addTiles(archive, 4, VERSION, pmtiles(tiles))
  const layer = (await shelf.layer(4))!
  const asked = tiles.map(({ z, x, y }) => shelf.read(layer, shelf.find(layer, z, x, y)!, 'png'))
  await runSql(archive.db, 'delete from overlay')
  expect(await shelf.shown()).toEqual([])
  const colours = (await Promise.all(asked)).map(async (png) => (await sharp(png).raw().toBuffer())[0])
  expect(await Promise.all(colours)).toEqual(tiles.map(({ x }) => x * 20))
  await expect(layer.file.read({ offset: 0, length: 1 })).rejects.toThrow('closed')
})

test('tiles that were made again under the same version are read from the new file', async () => {
  const { shelf, ...archive } = await openShelf()
  const show = async (format: 'webp' | 'png') => {
    const layer = (await shelf.layer(4))!
    const tile = await shelf.read(layer, shelf.find(layer, 13, 1, 2)!, format)
    return [...(await sharp(tile).raw().toBuffer()).subarray(0, 3)]
  }
  const path = await addTiles(archive, 4, VERSION, pmtiles([{ z: 13, x: 1, y: 2, data: red }]))
  for (const format of ['webp', 'png'] as const) expect(await show(format)).toEqual([255, 0, 0])
  const again = join(archive.tilesDir, 'again')
  const file = pmtiles([{ z: 13, x: 1, y: 2, data: blue }])
  writeFileSync(again, file)
  renameSync(again, path)
  await archive.db.updateTable('overlay').set({ bytes: file.length }).execute()
  for (const format of ['webp', 'png'] as const) expect(await show(format)).toEqual([0, 0, 255])
})
