import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { readMapLayers } from '#server/repositories/map-layers.ts'
import { removeOverlay } from '#server/raster/overlays.ts'
import { add, drawMap, mapArchive } from '../raster/small-maps.ts'
import { bundleOf, freshFolder } from './fresh-archive.ts'

test('the demo town brings the six maps of the spec and its imagery', async () => {
  const archive = await mapArchive()
  const folder = await bundleOf({ 'map-layers.json': DEMO_MAP_LAYERS })
  expect(await importBundle({ ...archive, folder })).toMatchObject({ imported: true, issues: [] })
  const { overlays, baseMaps } = await readMapLayers(archive.db)
  // Spec §2 "Legend".
  expect(overlays.map(({ title, year, inLegend }) => [title, year, inLegend])).toEqual([
    ['Town and estate plan', 1835, true],
    ['Plan of the surroundings', 1835, true],
    ['Town plan', 1856, true],
    ['Town map', 1879, true],
    ['Cemetery plan', 1969, true],
    ['County map', 1862, false],
  ])
  expect(baseMaps.map(({ title, year }) => [title, year])).toEqual([
    ['County aerial imagery', 2015],
    ['County aerial imagery', 2010],
    ['County aerial imagery', 2006],
    ['OpenStreetMap', null],
  ])
  const counter = () => archive.db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()
  const before = await counter()
  await importBundle({ ...archive, folder })
  expect(await counter()).toEqual(before)
})

test('titles and order travel with an export; a removed map stays behind', async () => {
  const archive = await mapArchive()
  const maps = await freshFolder()
  await add(archive, await drawMap(maps, 'plan'), 4, { texts: { title: 'Plan of the lots', year: 1856 } })
  await add(archive, await drawMap(maps, 'harbour', { background: '#88aacc' }), 5)
  await add(archive, await drawMap(maps, 'gone', { background: '#cc8888' }), 6)
  await removeOverlay(archive, 6)
  const folder = join(await freshFolder(), 'out')
  await exportBundle({ ...archive, folder })
  const listed = JSON.parse(await readFile(join(folder, 'map-layers.json'), 'utf8')) as { overlays: object[] }
  expect(listed.overlays).toEqual([
    { id: 'harbour', layer: 5, title: 'harbour', year: null, inLegend: true },
    { id: 'plan-of-the-lots-1856', layer: 4, title: 'Plan of the lots', year: 1856, inLegend: true },
  ])
  const other = await mapArchive()
  const copy = join(await freshFolder(), 'in')
  await cp(folder, copy, { recursive: true })
  expect(await importBundle({ ...other, folder: copy })).toMatchObject({ imported: true })
  expect((await readMapLayers(other.db)).overlays).toEqual(listed.overlays)
})

test('a layer that is described differently here is left alone and listed with both values', async () => {
  const archive = await mapArchive()
  const [first, second] = DEMO_MAP_LAYERS.overlays
  await importBundle({ ...archive, folder: await bundleOf({ 'map-layers.json': { overlays: [first], baseMaps: [] } }) })
  const overlays = [{ ...first!, title: 'Another title' }, second!]
  const folder = await bundleOf({ 'map-layers.json': { overlays, baseMaps: [] } })
  const { conflicts } = await importBundle({ ...archive, folder })
  const changes = [{ field: 'title', before: first!.title, after: 'Another title' }]
  expect(conflicts).toMatchObject([{ file: 'map-layers.json', row: 1, key: first!.id, changes }])
  const titles = async () => (await readMapLayers(archive.db)).overlays.map(({ title }) => title)
  expect(await titles()).toEqual([first!.title, second!.title])
  await importBundle({ ...archive, folder, replace: true })
  expect(await titles()).toEqual(['Another title', second!.title])
})

test('an error names the field, and nothing is imported', async () => {
  const archive = await mapArchive()
  const broken = { ...DEMO_MAP_LAYERS, overlays: [{ ...DEMO_MAP_LAYERS.overlays[0], title: ' ', year: 'old' }] }
  const { imported, issues } = await importBundle({ ...archive, folder: await bundleOf({ 'map-layers.json': broken }) })
  expect(imported).toBe(false)
  expect(issues.map(({ file, field, reason }) => [file, field, reason])).toEqual([
    ['map-layers.json', 'overlays.0.title', 'Enter a title.'],
    ['map-layers.json', 'overlays.0.year', 'Enter a year such as 1856.'],
  ])
  expect((await readMapLayers(archive.db)).overlays).toEqual([])
})
