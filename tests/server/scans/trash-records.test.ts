import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { addOverlay, listOverlays, removeOverlay } from '#server/raster/overlays.ts'
import {
  restoreFromTrash,
  filterTrash,
  removeUnusedDerivatives,
  trashOriginal,
  trashOrphans,
} from '#server/scans/trash-records.ts'
import { sweep } from '#server/scans/sweep.ts'
import type { TestArchive } from '../fixtures.ts'
import { drawMap } from '../raster/small-maps.ts'
import { uploadScan, withTown } from './uploads/forms.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const rowsOf = (town: TestArchive) => town.db.selectFrom('original').selectAll().execute()

test('removing a picture on request: record, trash, and restored as it was', () =>
  withTown(async (town) => {
    const { id } = (await uploadScan(town, { item: 1 })).json as { id: number }
    const [row] = await rowsOf(town)
    const out = () => trashOriginal(town.db, town.media, 'scan.jpg', 'Mrs Miller asked for it.')
    await expect(out()).rejects.toThrow(`It is used by scan ${id} of item 1. Remove that record first`)
    await expect(trashOriginal(town.db, town.media, 'other.jpg', '')).rejects.toThrow('There is no original other.jpg')
    const scan = await town.db.selectFrom('scan').selectAll().executeTakeFirstOrThrow()
    await town.media.put(`derivatives/${scan.version.slice(0, 2)}/${scan.version}/40.webp`, new Uint8Array(3))
    await town.db.deleteFrom('scan').execute()
    const trashed = await out()
    expect(await rowsOf(town)).toEqual([])
    expect(await town.media.size(trashed.key)).toBeUndefined()
    expect(await removeUnusedDerivatives(town.db, town.media)).toBe(1)

    const [listed] = await town.media.trash.list()
    expect(listed).toMatchObject({ why: 'Mrs Miller asked for it.', rows: [{ table: 'original', row }] })
    for (const what of [undefined, 'scan.jpg', row!.sha256.slice(0, 8), listed!.id, listed!.id.slice(0, 10)]) {
      expect(filterTrash([listed!], what), what ?? 'everything').toHaveLength(1)
    }
    for (const what of ['mill.jpg', 'ab', 'layer 6', '2020-01-01']) expect(filterTrash([listed!], what)).toEqual([])
    expect(await restoreFromTrash(town.db, town.media, listed!)).toEqual({ named: true })
    expect(await rowsOf(town)).toEqual([row])
    expect(await town.media.sha256(trashed.key)).toBe(row!.sha256)
    expect(await town.media.trash.list()).toEqual([])
    // By the digits of its SHA-256 too.
    await trashOriginal(town.db, town.media, row!.sha256.slice(0, 12), '')
    expect(await town.media.trash.list()).toHaveLength(1)
  }))

test('after losing the database, all originals can be moved to the trash and come back with it', () =>
  withTown(async (town) => {
    await uploadScan(town, { item: 1 })
    const [row] = await rowsOf(town)
    const scans = await town.db.selectFrom('scan').selectAll().execute()
    await town.db.deleteFrom('scan').execute()
    await town.db.deleteFrom('original').execute()
    expect(await trashOrphans(town.db, town.media, 'Looked at.')).toBe(0)
    const key = `originals/${row!.sha256.slice(0, 2)}/${row!.sha256}.jpg`
    await utimes(join(town.folder, 'media', key), 0, 0)
    expect((await sweep(town.db, town.media)).stopped).toEqual({ unnamed: 1, originals: 1 })
    expect(await trashOrphans(town.db, town.media, 'Looked at.')).toBe(1)
    await town.db.insertInto('original').values(row!).execute()
    await town.db.insertInto('scan').values(scans).execute()
    const { findings, notes } = await examineArchive(town)
    expect(findings.map(({ what }) => what)).toContain('The file is missing.')
    expect(notes[0]).toContain('holds 1 originals')
    for (const each of await town.media.trash.list()) {
      expect(await restoreFromTrash(town.db, town.media, each)).toEqual({ named: true })
    }
    expect((await examineArchive(town)).findings.map(({ what }) => what)).not.toContain('The file is missing.')
  }))

test('an old map is restored with its control points, under its number or another', () =>
  withTown(async (town) => {
    const place = { ...town, tilesDir: join(town.folder, 'overlays') }
    const maps = await freshFolder()
    const add = async (name: string, layer: number, replace = false) =>
      addOverlay({
        ...place,
        ...{ file: await drawMap(maps, name, name === 'other' ? { background: '#334455' } : {}), layer, replace },
        ...{ threads: 0, minimumZoom: 13, maximumZoom: 13 },
      })
    await add('plan', 6)
    const [before] = await listOverlays(town.db)
    await removeOverlay(place, 6)
    expect(await listOverlays(town.db)).toEqual([])
    const [trashed] = await town.media.trash.list()
    await add('other', 6)
    await expect(restoreFromTrash(town.db, town.media, trashed!)).rejects.toThrow('Layer 6 is taken by other.png')
    expect(await town.media.trash.list()).toHaveLength(1)
    await restoreFromTrash(town.db, town.media, trashed!, { layer: 7 })
    expect((await listOverlays(town.db))[1]).toEqual({ ...before, layer: 7 })
    expect(before!.georeference).toContain('Annotation')
    expect(await town.media.size(before!.source_key)).toBe(before!.source_bytes)
    expect(await town.media.trash.list()).toEqual([])
  }))

test('replaced control points go to the trash although the scan stays', () =>
  withTown(async (town) => {
    const place = { ...town, tilesDir: join(town.folder, 'overlays') }
    const file = await drawMap(await freshFolder())
    const add = (layer: number, replace: boolean, georeference?: string) =>
      addOverlay({
        ...place,
        ...{ file, layer, replace, georeference, threads: 0, minimumZoom: 13, maximumZoom: 13 },
      })
    await add(6, false)
    const [before] = await listOverlays(town.db)
    const better = join(await freshFolder(), 'better.json')
    writeFileSync(better, moved(before!.georeference!))
    const { written, trashPath } = await add(6, true, better)
    expect(written).toBe('replaced')
    const [trashed] = await town.media.trash.list()
    expect(trashed).toMatchObject({ rowsOnly: true, key: before!.source_key })
    expect(trashPath).toBe(town.media.trash.pathOf(trashed!.id))
    expect(trashed!.rows[0]!.row['georeference']).toBe(before!.georeference)
    await restoreFromTrash(town.db, town.media, trashed!, { layer: 7 })
    expect((await listOverlays(town.db))[1]).toEqual({ ...before, layer: 7 })
  }))

/** The same annotation with a control point a little to the east. */
function moved(annotation: string): string {
  const said = JSON.parse(annotation) as { body: { features: { geometry: { coordinates: number[] } }[] } }
  said.body.features[0]!.geometry.coordinates[0]! += 0.0001
  return JSON.stringify(said)
}

test('the doctor reports the trash and leftovers, and suggests emptying old entries', () =>
  withTown(async (town) => {
    await uploadScan(town, { item: 1 })
    await town.db.deleteFrom('scan').execute()
    const { id } = await trashOriginal(town.db, town.media, 'scan.jpg', 'Asked for.')
    const record = `${town.media.trash.pathOf(id)}.why.json`
    const said = JSON.parse(readFileSync(record, 'utf8')) as object
    writeFileSync(record, JSON.stringify({ ...said, at: new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString() }))
    for (const name of ['removed-maps', 'before-restore-2026-01-01T00-00-00']) {
      mkdirSync(join(town.folder, name))
      writeFileSync(join(town.folder, name, 'file'), 'kept')
    }
    const { notes } = await examineArchive({ ...town, keptBeside: [town.folder, town.folder], repair: true })
    expect(notes).toEqual([
      expect.stringContaining('holds 1 originals, 0.0 MB'),
      '1 of them have been there for more than 30 days. "npm run archive -- trash empty --older-than 30" deletes those for good.',
      expect.stringMatching(/before-restore-2026-01-01T00-00-00 holds the archive from before a restore: 1 files/),
      expect.stringMatching(/removed-maps holds old maps that were removed: 1 files/),
    ])
    expect(await town.media.trash.list()).toHaveLength(1)
  }))
