import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { inTransaction } from '#server/database/write.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { changeLogoToFile } from '#server/settings/logo.ts'
import { storeSettings } from '#server/settings/write-settings.ts'
import { allRecords, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'
import {
  WHEEL,
  addItemHere,
  countsOf,
  editHere,
  importOf,
  removeHere,
  titles,
  withPhotographs,
  type Archive,
} from './identity.ts'
import { townBundle } from './town.ts'

async function exportOf({ db, media }: Archive): Promise<string> {
  const folder = await freshFolder()
  await exportBundle({ folder, db, media })
  return folder
}

/** A town with settings and a logo. overlays.test.ts does the same with old maps. */
async function wholeTown() {
  const archive = await freshArchive()
  expect(await importBundle({ ...archive, folder: await townBundle() })).toMatchObject({ imported: true })
  await inTransaction(archive.db, (trx) =>
    storeSettings(trx, {
      name: 'Mill Society',
      organizationId: 1,
      zoom: 15,
      living: 'names',
      aboutText: 'Our *mill*.',
    }),
  )
  const drawn = await freshFolder()
  const logo = join(drawn, 'logo.jpg')
  await writeFile(logo, await smallPicture('#113355', 300, 100))
  await changeLogoToFile(archive, logo, await inspectPicture(logo))
  return archive
}

test('export, import, export is identical, byte by byte; only bundle.json names another archive', async () => {
  const first = await wholeTown()
  await addItemHere(first, { title: 'Later' })
  await removeHere(first, 'items', 2)
  const folder = await exportOf(first)
  const second = await freshArchive()
  expect(await importBundle({ ...second, folder })).toMatchObject({ imported: true, issues: [], conflicts: [] })
  const again = await exportOf(second)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect((await readdir(again, { recursive: true })).sort()).toEqual(
    (await readdir(folder, { recursive: true })).sort(),
  )
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['settings.json']))
  for (const each of files.filter((file) => file.isFile() && file.name !== 'bundle.json')) {
    const path = join(each.parentPath, each.name)
    expect(await readFile(path.replace(folder, again))).toEqual(await readFile(path))
  }
  const { source } = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as { source: string }
  expect(source).toBe((await first.db.selectFrom('archive_state').select('archive').executeTakeFirstOrThrow()).archive)
})

test('an export comes back to its own archive: what was changed or added since is left alone', async () => {
  const archive = await withPhotographs()
  const folder = await exportOf(archive)
  const before = await allRecords(archive.db)
  expect(countsOf(await importBundle({ folder, ...archive, dryRun: true }))).toMatchObject({ unchanged: 3 })
  expect(await allRecords(archive.db)).toEqual(before)
  await editHere(archive, 'items', 1, { title: 'The mill' })
  await removeHere(archive, 'items', 2)
  await addItemHere(archive, { title: 'New here' })
  const rows = JSON.parse(await readFile(join(folder, 'items.json'), 'utf8')) as { id: number; title: string }[]
  const own = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as unknown
  const edited = rows.map((row) => ({ ...row, title: `${row.title}!` })).concat({ ...rows[0]!, id: 4, title: 'Mine' })
  const report = await importOf(archive, { 'items.json': edited, 'bundle.json': own })
  expect(report.conflicts.map(({ key }) => key)).toEqual([2, 1])
  expect(await titles(archive)).toEqual(['1 The mill', '3 Harvest!', '4 New here', '5 Mine'])
})

test('an export of another archive means none of this one’s records', async () => {
  const archive = await withPhotographs()
  const files = {
    'bundle.json': { source: 'elsewhere', lastStep: 7 },
    'scans.json': [{ id: 1, item: 3, file: 'a.jpg' }],
  }
  const { issues } = await importOf(archive, files)
  expect(issues.map(({ reason }) => reason)).toContain('There is no item 3, neither in the bundle nor in the archive.')
  const { issues: wrong } = await importOf(archive, { 'bundle.json': { source: 7 }, 'people.csv': 'id,surname\n1,A\n' })
  expect(wrong).toMatchObject([{ file: 'bundle.json', field: 'source' }])
})

test('an import asks for a rebuild when it changed something', async () => {
  const archive = await freshArchive()
  const builds = () => archive.db.selectFrom('build').select('reason').execute()
  await importOf(archive, WHEEL, { rebuild: true })
  expect(await builds()).toEqual([{ reason: 'Imported “bundle”' }])
  await archive.db.deleteFrom('build').execute()
  await importOf(archive, WHEEL, { rebuild: true })
  expect(await builds()).toEqual([])
})
