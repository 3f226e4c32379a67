import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { inTransaction } from '#server/database/write.ts'
import { readSetting, readStoredSettings, writeSetting } from '#server/repositories/settings.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { changeLogoToFile, readLogo } from '#server/settings/logo.ts'
import { storeSettings } from '#server/settings/write-settings.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'
import type { Archive } from './identity.ts'

const SETTINGS = { name: 'Mill Society', town: 'Millton', longitude: -81.7, latitude: 43.75, zoom: 14, living: 'hidden', embeds: ['player.vimeo.com'] } as const // prettier-ignore
const ORGANIZATIONS = { 'organizations.json': [{ id: 7, name: 'Mill Society' }] }
const bundleWith = (settings: unknown, files: Record<string, unknown> = {}) =>
  bundleOf({ ...ORGANIZATIONS, 'settings.json': settings, ...files })

async function logoIn(archive: Archive) {
  const file = join(await freshFolder(), 'our logo.jpg')
  await writeFile(file, await smallPicture('#113355', 300, 100))
  await changeLogoToFile(archive, file, await inspectPicture(file))
}
const storeIn = ({ db }: Archive, settings: Parameters<typeof storeSettings>[1]) =>
  inTransaction(db, (trx) => storeSettings(trx, settings))

test('an export has what was set, with the logo, and no keys; a new archive takes it over', async () => {
  const first = await freshArchive()
  await storeIn(first, { ...SETTINGS, embeds: [...SETTINGS.embeds], organizationId: 7 })
  await writeSetting(first.db, 'secret-of-a-kind', 'hidden-key')
  await importBundle({ folder: await bundleOf(ORGANIZATIONS), ...first })
  await logoIn(first)
  const folder = await freshFolder()
  await exportBundle({ folder, ...first })
  const text = await readFile(join(folder, 'settings.json'), 'utf8')
  expect(JSON.parse(text)).toEqual({
    ...{ ...SETTINGS, organizationId: 7 },
    logo: { file: expect.stringMatching(/^images\/originals\/.*\.jpg$/) as string, file_name: 'our logo.jpg' },
  })
  expect(text).not.toContain('hidden-key')

  const second = await freshArchive()
  const report = await importBundle({ folder, ...second })
  expect(report).toMatchObject({ imported: true, issues: [], conflicts: [], warnings: [] })
  expect(report.settings.toSorted()).toEqual([...Object.keys(SETTINGS), 'organizationId', 'logo'].toSorted())
  expect(await readStoredSettings(second.db)).toEqual(await readStoredSettings(first.db))
  expect(await readLogo(second.db)).toEqual(await readLogo(first.db))
  expect(await importBundle({ folder, ...second })).toMatchObject({ settings: [], conflicts: [] })
})

test('whoever imports in the browser changes no settings', async () => {
  const archive = await freshArchive()
  const caller = { id: null, role: 'staff', organization: null } as const
  const report = await importBundle({ folder: await bundleWith({ name: 'Mill Society' }), caller, ...archive })
  expect(report).toMatchObject({ imported: true, settings: [], conflicts: [{ file: 'settings.json' }] })
  expect(await readStoredSettings(archive.db)).toEqual({})
})

test('an archive in use lists what differs and keeps its own, unless it is told to replace them', async () => {
  const archive = await freshArchive()
  await storeIn(archive, { name: 'Our Society', town: 'Millton' })
  const folder = await bundleWith({ name: 'Mill Society', town: 'Millton', zoom: 18 })
  const report = await importBundle({ folder, ...archive })
  expect(report).toMatchObject({ imported: true, settings: [] })
  expect(report.conflicts).toMatchObject([
    {
      file: 'settings.json',
      key: 'settings',
      changes: [
        { field: 'name', before: 'Our Society', after: 'Mill Society' },
        { field: 'zoom', after: 18 },
      ],
    },
  ])
  expect(await readStoredSettings(archive.db)).toEqual({ name: 'Our Society', town: 'Millton' })
  expect((await importBundle({ folder, ...archive, dryRun: true, replace: true })).settings).toEqual(['name', 'zoom'])
  expect(await readSetting(archive.db, 'zoom')).toBeUndefined()
  expect(await importBundle({ folder, ...archive, replace: true })).toMatchObject({ conflicts: [] })
  expect(await readStoredSettings(archive.db)).toEqual({ name: 'Mill Society', town: 'Millton', zoom: 18 })
})

test('the organization of the society is known by the number that it gets here', async () => {
  const archive = await freshArchive()
  await archive.db.insertInto('organization').values({ name: 'The first one', altname: '[]', same_as: '[]' }).execute()
  await importBundle({ folder: await bundleWith({ organizationId: 1 }, { 'organizations.json': [{ id: 1, name: 'Mill Society' }] }), ...archive }) // prettier-ignore
  const { organizationId } = await readStoredSettings(archive.db)
  const society = archive.db.selectFrom('organization').select('name').where('id', '=', organizationId!)
  expect(await society.executeTakeFirstOrThrow()).toEqual({ name: 'Mill Society' })
})

test('an error names the setting, and nothing is imported; --skip-bad leaves it out', async () => {
  const archive = await freshArchive()
  const logo = { file: 'images/none.png', file_name: 'none.png' }
  const folder = await bundleWith({ name: ' ', zoom: 99, town: 'Millton', smtp: 'x', organizationId: 8, logo })
  const report = await importBundle({ folder, ...archive })
  expect(report.imported).toBe(false)
  expect(report.issues.map(({ file, field, reason }) => `${file} ${field}: ${reason}`)).toEqual([
    "settings.json name: The name of the society can't be empty.",
    expect.stringContaining('settings.json zoom: '),
    'settings.json smtp: There is no such setting.',
    'settings.json logo: The file images/none.png is missing.',
    'settings.json organizationId: Invalid pk "8" - object does not exist.',
  ])
  expect(await readStoredSettings(archive.db)).toEqual({})
  expect(await importBundle({ folder, ...archive, skipBad: true })).toMatchObject({
    imported: true,
    settings: ['town'],
  })
  expect(await readStoredSettings(archive.db)).toEqual({ town: 'Millton' })
  const [broken] = (await importBundle({ folder: await bundleWith('[1]'), ...archive })).issues
  expect(broken).toMatchObject({ file: 'settings.json', reason: expect.stringContaining('no such setting') as string })
})
