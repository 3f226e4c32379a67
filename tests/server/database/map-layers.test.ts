import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { formerLayers } from '#server/database/migrations/0017-map-layers.ts'
import { openDatabase } from '#server/database/open.ts'
import { readMapLayers } from '#server/repositories/map-layers.ts'
import { society } from '#society'
import { makeOldArchive } from './old-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'lotline-test-'))
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id)

test("an archive's old maps and imagery keep their titles, order and legend when they move out of society.ts", async () => {
  const old = await makeOldArchive(join(folder, 'archive.db'), '0015-change-log')
  const add = old.sqlite.prepare(
    `insert into overlay (layer, version, kind, source_key, source_bytes, width, height, west, south, east, north, minimum_zoom, maximum_zoom, tiles, bytes, created_at)
     values (?, '0123456789ab', 'control points', 'overlays/a.png', 1, 1, 1, 0, 0, 1, 1, 13, 15, 1, 1, '')`,
  )
  for (const layer of [2010, 6, 4, 2015, 20150, 77, 9]) add.run(layer)
  await old.destroy()
  await using db = await openDatabase(old.file)
  const { overlays, baseMaps } = await readMapLayers(db)
  expect(overlays).toEqual(DEMO_MAP_LAYERS.overlays.filter(({ layer }) => [4, 6, 9].includes(layer)))
  expect(ids(baseMaps)).toEqual(['aerial-2015', 'aerial-2010', 'osm'])
  expect(baseMaps[0]).toEqual(DEMO_MAP_LAYERS.baseMaps[0])
})

test('what a society wrote in society.ts comes before what it said as it came', () => {
  const own = { id: 'our-plan', layer: 6, title: 'Our plan', year: 1901, inLegend: false }
  const credit = { text: 'County', href: '' }
  const flight = { id: 'flight', layers: [2015], title: 'Flight', year: 2020, credit }
  const osm = { id: 'osm', title: 'OpenStreetMap', year: null, credit }
  const edited = { overlays: [{ ...own, layer: 50 }, own], baseMaps: [osm, flight] }
  expect(formerLayers([4, 6, 2015, 20150], edited)).toEqual({
    overlays: [own, DEMO_MAP_LAYERS.overlays[0]],
    baseMaps: [flight],
  })
})

test('a new archive has no old maps and no imagery: OpenStreetMap is its ground', async () => {
  await using db = await openDatabase(join(folder, 'new.db'))
  const layers = await readMapLayers(db)
  expect(layers).toEqual({ overlays: [], baseMaps: society.map.baseMaps })
  expect(layers.baseMaps).toMatchObject([{ id: 'osm', credit: { text: '© OpenStreetMap contributors' } }])
})
