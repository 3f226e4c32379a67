import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { OverlayRefused } from '#server/raster/make/overlay-refused.ts'
import { listOverlays, removeOverlay } from '#server/raster/overlays.ts'
import { findTilesProblem } from '#server/raster/overlay-storage.ts'
import { chooseZooms } from '#server/raster/make/make-tiles.ts'
import { maintainTiles } from '#server/raster/remake-tiles.ts'
import { sweep } from '#server/scans/sweep.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { counterOf, freshFolder } from '../bundle/fresh-archive.ts'
import { add, drawMap, filesIn, mapArchive } from './small-maps.ts'
import { runSql } from '../raw-sql.ts'

testOnSqlite('a refusal or failure leaves the archive unchanged', async () => {
  const archive = await mapArchive()
  const maps = await freshFolder()
  const plan = await drawMap(maps)
  await add(archive, plan, 4)
  const other = await drawMap(maps, 'other', { background: '#334455' })
  writeFileSync(join(maps, 'broken.tif'), 'no picture')
  writeFileSync(join(maps, 'two.points'), 'mapX,mapY,sourceX,sourceY,enable\n-81.7,43.7,1,-1,1\n-81.6,43.8,2,-2,1\n')
  const [files, rows, counter] = [filesIn(archive.folder), await listOverlays(archive.db), await counterOf(archive.db)]
  const full = new Error('The disk is full.')
  const broken = { ...archive.media, putFile: () => Promise.reject(full) }
  const attempts: [() => Promise<unknown>, unknown][] = [
    [() => add(archive, other, 4), /^Layer 4 is taken by plan\.png\..*--replace/],
    [() => add(archive, other, 0), /whole number from 1 to 99999/],
    [() => add(archive, other, 1.5), OverlayRefused],
    [() => add(archive, join(maps, 'broken.tif'), 5), OverlayRefused],
    [() => add(archive, join(maps, 'none.png'), 5), OverlayRefused],
    [() => add(archive, other, 5, { georeference: join(maps, 'two.points') }), OverlayRefused],
    [() => add(archive, other, 5, { minimumZoom: 15, maximumZoom: 14 }), /the lower one first/],
    [() => add(archive, other, 5, { maximumZoom: 25 }), OverlayRefused],
    [() => add(archive, other, 5, { signal: AbortSignal.abort(full) }), 'The disk is full.'],
    [() => add({ ...archive, media: broken }, other, 5), 'The disk is full.'],
    [() => add({ ...archive, media: broken }, other, 4, { replace: true }), 'The disk is full.'],
    [() => add(archive, other, 4, { replace: true, onProgress: () => { throw full } }), 'The disk is full.'],
  ] // prettier-ignore
  for (const [attempt, reason] of attempts) await expect(attempt()).rejects.toThrow(reason as string)
  // What was begun last fails last: when the row is written, another program has taken the number.
  const late = add(archive, other, 6, {
    onProgress: (done, total) => {
      if (done < total || archive.db.sqlite.prepare('select 1 from overlay where layer = 6').get()) return
      archive.db.sqlite
        .exec(`insert into overlay select 6, version, kind, source_key, source_bytes, 'quick.png', georeference, width, height, west, south,
        east, north, minimum_zoom, maximum_zoom, tiles, bytes, created_at from overlay where layer = 4`)
    },
  })
  await expect(late).rejects.toThrow(/^Layer 6 is taken by quick\.png/)
  await runSql(archive.db, 'delete from overlay where layer = 6')
  expect(filesIn(archive.folder)).toEqual(files)
  expect(await listOverlays(archive.db)).toEqual(rows)
  expect(await counterOf(archive.db)).toBeGreaterThan(counter)
})

testOnSqlite(
  'replacing keeps the old map until the new one is ready, then moves its original to the trash',
  async () => {
    const archive = await mapArchive()
    const maps = await freshFolder()
    const plan = await drawMap(maps)
    const { row: old } = await add(archive, plan, 4)
    const other = await drawMap(maps, 'other', { background: '#334455' })
    const seen: string[] = []
    const onProgress = () => {
      const { version } = archive.db.sqlite.prepare('select version from overlay').get() as { version: string }
      seen.push(`${version} ${findTilesProblem(archive.tilesDir, { version, bytes: old.bytes })}`)
    }
    const kept = readFileSync(plan)
    const { written, row, trashPath } = await add(archive, other, 4, { replace: true, onProgress })
    expect(written).toBe('replaced')
    expect(readFileSync(trashPath!)).toEqual(kept)
    const [trashed] = await archive.media.trash.list()
    expect(trashed).toMatchObject({ key: old.source_key, why: 'other.png took its place as layer 4.' })
    expect(JSON.parse(String(trashed!.rows[0]!.row['georeference']))).toMatchObject({ type: 'Annotation' })
    rmSync(archive.media.trash.folder, { recursive: true })
    expect(new Set(seen)).toEqual(new Set([`${old.version} undefined`]))
    expect(row.version).not.toBe(old.version)
    expect(Object.keys(filesIn(archive.folder))).toEqual([`media/${row.source_key}`, `overlays/${row.version}.pmtiles`])
    expect((await add(archive, other, 4, { replace: true })).written).toBe('unchanged')
    expect(Object.keys(filesIn(archive.folder))).toHaveLength(2)
  },
)

test('two layers may share a scan, which stays until the last one is removed', async () => {
  const archive = await mapArchive()
  const plan = await drawMap(await freshFolder())
  const { row } = await add(archive, plan, 4)
  await add(archive, plan, 5)
  await add(archive, plan, 6, { maximumZoom: 14 })
  expect(Object.keys(filesIn(archive.folder))).toHaveLength(3)
  expect((await removeOverlay(archive, 4)).trashPath).toBeUndefined()
  expect(findTilesProblem(archive.tilesDir, row)).toBeUndefined()
  expect((await removeOverlay(archive, 5)).trashPath).toBeUndefined()
  expect(Object.keys(filesIn(archive.folder))).toHaveLength(2)
  const { trashPath } = await removeOverlay(archive, 6)
  expect(Object.keys(filesIn(archive.folder)).map((name) => join(archive.folder, name))).toEqual([
    trashPath,
    `${trashPath}.why.json`,
  ])
  await expect(removeOverlay(archive, 6)).rejects.toThrow(/There is no layer 6/)
})

test('lost or damaged tiles are made again from the original, and the change counter rises', async () => {
  const archive = await mapArchive()
  const { row } = await add(archive, await drawMap(await freshFolder()), 4)
  const path = join(archive.tilesDir, `${row.version}.pmtiles`)
  for (const damage of [
    () => rmSync(path),
    () => writeFileSync(path, 'PMTiles'),
    () => rmSync(archive.tilesDir, { recursive: true }),
  ]) {
    damage()
    const before = await counterOf(archive.db)
    const said: string[] = []
    await maintainTiles(archive, { threads: 0, log: (sentence) => said.push(sentence) })
    expect(said).toHaveLength(2)
    const [now] = await listOverlays(archive.db)
    expect(now).toMatchObject({ layer: 4, version: row.version, tiles: row.tiles, bytes: row.bytes })
    expect(findTilesProblem(archive.tilesDir, now!)).toBeUndefined()
    expect(await counterOf(archive.db)).toBeGreaterThan(before)
    expect(Object.keys(filesIn(archive.tilesDir))).toEqual([`${row.version}.pmtiles`])
  }
  await archive.media.moveToTrash(row.source_key, { why: 'A test.' })
  rmSync(path)
  const said: unknown[] = []
  await maintainTiles(archive, { threads: 0, log: (_, __, error) => said.push(error) })
  expect(said.at(-1)).toMatchObject({ message: expect.stringContaining('is not in the media store') })
})

test('the sweep and tile maintenance remove only what no map uses', async () => {
  const archive = await mapArchive()
  const { row } = await add(archive, await drawMap(await freshFolder()), 4)
  const stray = `overlays/${'a'.repeat(64)}.jpg`
  await archive.media.put(stray, Buffer.from('left behind'))
  const young = join(archive.tilesDir, 'cccccccccccc.1-2.made.part')
  const old = join(archive.tilesDir, 'bbbbbbbbbbbb.pmtiles')
  for (const path of [young, old]) writeFileSync(path, 'x')
  const long = new Date(Date.now() - 2 * 60 * 60_000)
  for (const path of [
    old,
    join(archive.folder, 'media', stray),
    join(archive.folder, 'media', row.source_key),
    join(archive.tilesDir, `${row.version}.pmtiles`),
  ])
    utimesSync(path, long, long)
  expect(await sweep(archive.db, archive.media)).toEqual({ moved: [stray], removed: 0 })
  await maintainTiles(archive, { signal: AbortSignal.abort() })
  expect(existsSync(old)).toBe(true)
  await maintainTiles(archive, {})
  expect(existsSync(old)).toBe(false)
  expect(existsSync(young)).toBe(true)
  expect(await archive.media.size(stray)).toBeUndefined()
  expect(await archive.media.size(row.source_key)).toBe(row.source_bytes)
  expect(findTilesProblem(archive.tilesDir, row)).toBeUndefined()
})

test('the doctor reports lost tiles, changed originals and orphaned files, and repairs what can be made again', async () => {
  const archive = await mapArchive()
  const { row } = await add(archive, await drawMap(await freshFolder()), 4)
  const examine = async (repair = false) => (await examineArchive({ ...archive, repair })).findings
  expect(await examine()).toEqual([])
  const path = join(archive.tilesDir, `${row.version}.pmtiles`)
  const original = join(archive.folder, 'media', row.source_key)
  const stray = join(archive.tilesDir, 'bbbbbbbbbbbb.pmtiles')
  rmSync(path)
  writeFileSync(stray, 'x')
  const long = new Date(Date.now() - 2 * 60 * 60_000)
  utimesSync(stray, long, long)
  const wrong = [
    { where: 'layer 4 (plan.png)', what: 'Its tiles are missing.' },
    { where: 'overlays/bbbbbbbbbbbb.pmtiles', what: 'No old map uses this file of tiles.' },
  ]
  // The next start makes missing tiles: no problem, but worth knowing.
  expect(await examine()).toMatchObject([{ ...wrong[1], repaired: false }])
  expect((await examineArchive(archive)).notes).toContain('The server makes the tiles of 1 old map when it starts.')
  expect(await examine(true)).toMatchObject(wrong.map((each) => ({ ...each, repaired: true })))
  expect(await examine()).toEqual([])
  writeFileSync(original, 'another picture')
  expect(await examine(true)).toMatchObject([
    { what: 'The file of its original has changed: its SHA-256 is different.' },
  ])
  rmSync(original)
  rmSync(path)
  expect((await examine(true)).map(({ what, repaired }) => [what, repaired])).toEqual([
    ['The file of its original is missing.', undefined],
    ['Its tiles are missing.', false],
  ])
})

test('by default, levels are 13 to the resolution of the scan, 21 at most', () => {
  const zooms = (nativeZoom: number, minimumZoom?: number, maximumZoom?: number) => {
    const chosen = chooseZooms({ nativeZoom }, { minimumZoom, maximumZoom })
    return [chosen.minimumZoom, chosen.maximumZoom]
  }
  expect([zooms(18), zooms(24), zooms(9), zooms(18, 10), zooms(18, undefined, 11), zooms(15, 17)]).toEqual([
    ...[[13, 18], [13, 21], [13, 13], [10, 18], [11, 11], [17, 17]],
  ]) // prettier-ignore
  for (const [least, most] of [[5, 4], [-1, 4], [0, 25], [1.5, 4]] as const) expect(() => zooms(18, least, most)).toThrow(OverlayRefused) // prettier-ignore
})
