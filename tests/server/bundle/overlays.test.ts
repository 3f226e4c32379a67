import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { listOverlays } from '#server/raster/overlays.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { MIDDLE, add, drawMap, filesIn, mapArchive } from '../raster/small-maps.ts'
import { bundleOf, freshFolder } from './fresh-archive.ts'

/** A bundle with a drawn map in it, and these rows in its list. */
async function bundleWith(rows: unknown, lists: Record<string, unknown> = {}): Promise<string> {
  const folder = await bundleOf({ ...lists, 'overlays.json': rows })
  await drawMap(join(folder, 'maps'))
  await drawMap(join(folder, 'maps'), 'bare')
  await rm(join(folder, 'maps', 'bare.points'))
  return folder
}
const PLAN = { layer: 4, file: 'maps/plan.png', minimum_zoom: 14, maximum_zoom: 15 }

test('an export imports to equal maps; importing again changes nothing', async () => {
  const archive = await mapArchive()
  const maps = await freshFolder()
  const plan = await drawMap(maps, 'plan 1856')
  // Control points as a person sets them, whose last digit a division and multiplication would change.
  const points = join(maps, 'plan 1856.points')
  const drawn = (await readFile(points, 'utf8')).replace(',900,-900,', ',883.8273,-871.1913,')
  await writeFile(points, `${drawn}\n-81.6953331,43.7512347,453.0137,-453.0274,1`)
  await add(archive, plan, 4)
  const folder = await freshFolder()
  expect(await exportBundle({ ...archive, folder: join(folder, 'out') })).toMatchObject({ maps: 1 })
  const copy = join(folder, 'moved')
  await cp(join(folder, 'out'), copy, { recursive: true })

  const other = await mapArchive()
  const { imported, lists } = await importBundle({ ...other, folder: copy })
  expect(imported).toBe(true)
  expect(lists.find(({ list }) => list === 'overlays')).toMatchObject({ rows: 1, written: { added: 1 } })
  const without = (rows: object[]) => rows.map((row) => ({ ...row, created_at: '' }))
  expect(without(await listOverlays(other.db))).toEqual(without(await listOverlays(archive.db)))
  const before = filesIn(other.folder)
  const again = await importBundle({ ...other, folder: copy })
  expect(again.lists.find(({ list }) => list === 'overlays')!.written).toEqual({ added: 0, updated: 0, unchanged: 1 })
  expect(filesIn(other.folder)).toEqual(before)
  const third = join(folder, 'again')
  await exportBundle({ ...other, folder: third })
  for (const name of ['overlays/4.json', 'overlays/4.png', 'overlays.json', 'map-layers.json'])
    expect(await readFile(join(third, name)), name).toEqual(await readFile(join(copy, name)))
  const tile = JSON.parse(await readFile(join(copy, 'overlays.json'), 'utf8')) as object[]
  expect(tile).toEqual([
    { ...{ layer: 4, file: 'overlays/4.png', georeference: 'overlays/4.json' }, file_name: 'plan 1856.png', minimum_zoom: 14, maximum_zoom: MIDDLE.z },
  ]) // prettier-ignore
})

test('rows are checked before anything is written, also in a dry run', async () => {
  const folder = await bundleWith([
    PLAN,
    { ...PLAN, file: 'maps/none.png' },
    { ...PLAN, layer: 0 },
    { ...PLAN, layer: 5, file: '../plan.png' },
    { ...PLAN, layer: 6, file: 'maps/bare.png' },
    { ...PLAN, layer: 7, georeference: 'maps/none.json' },
    { ...PLAN, layer: 8, minimum_zoom: 16 },
    { ...PLAN, colour: 'red' },
    PLAN,
    'plan',
  ])
  const archive = await mapArchive()
  for (const dryRun of [true, false]) {
    const { imported, issues, lists } = await importBundle({ ...archive, folder, dryRun })
    expect(imported).toBe(false)
    expect(issues.map(({ file, row, field, reason }) => `${file} ${row} ${field}: ${reason.slice(0, 30)}`)).toEqual([
      'overlays.json 2 file: The file maps/none.png is miss',
      'overlays.json 3 layer: A whole number from 1 to 99999',
      'overlays.json 4 file: The path ../plan.png leaves th',
      'overlays.json 5 file: bare.png is a picture, and has',
      'overlays.json 6 georeference: The file maps/none.json is mis',
      'overlays.json 7 file: Zoom levels are whole numbers ',
      'overlays.json 8 colour: There is no such column.',
      'overlays.json 9 layer: Another row has this layer too',
      'overlays.json 10 : An object is needed.',
    ])
    expect(lists).toMatchObject([{ list: 'overlays', rows: 10, rejected: 9 }])
  }
  expect(filesIn(archive.folder)).toEqual({})
  const rest = await importBundle({ ...archive, folder, skipBad: true })
  expect(rest).toMatchObject({ imported: true, lists: [{ rejected: 9, written: { added: 1 } }] })
})

testOnSqlite('an invalid list and a failed write leave nothing behind', async () => {
  const archive = await mapArchive()
  const [noList, noJson] = ['A JSON array of old maps is needed.', /^This is not JSON: /]
  for (const [rows, why] of [
    ['{', noJson],
    [{}, noList],
    ['null', noList],
  ] as const) {
    const { imported, issues } = await importBundle({ ...archive, folder: await bundleWith(rows), skipBad: true })
    expect([imported, issues.map(({ reason }) => reason)]).toEqual([false, [expect.stringMatching(why)]])
  }
  const folder = await bundleWith([PLAN], { 'subjects.json': [{ id: 1, subject_name: 'Maps' }] })
  archive.db.sqlite.exec(`create trigger full before insert on overlay begin select raise(abort, 'full'); end`)
  await expect(importBundle({ ...archive, folder })).rejects.toThrow('full')
  expect(filesIn(archive.folder)).toEqual({})
  expect(await archive.db.selectFrom('subject').selectAll().execute()).toEqual([])
  archive.db.sqlite.exec('drop trigger full')
  expect((await importBundle({ ...archive, folder })).imported).toBe(true)
  await writeFile(join(folder, 'overlays.json'), JSON.stringify([{ ...PLAN, maximum_zoom: 14 }]))
  const [before] = await listOverlays(archive.db)
  const kept = await importBundle({ ...archive, folder })
  expect(kept.conflicts).toMatchObject([{ file: 'overlays.json', row: 1, key: 4, changes: [{ field: 'file' }] }])
  expect(kept.lists.at(-1)).toMatchObject({ conflicts: 1, rejected: 0, written: { updated: 0 } })
  expect(await listOverlays(archive.db)).toEqual([before])
  const replaced = await importBundle({ ...archive, folder, replace: true })
  expect(replaced.lists.at(-1)).toMatchObject({ conflicts: 0, written: { updated: 1 } })
  expect(Object.keys(filesIn(archive.folder))).toHaveLength(2)
})
