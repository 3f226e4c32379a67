import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { guardCell, unguardCell } from '#server/tables/formula-guard.ts'
import { readTables } from '#server/tables/source-table.ts'
import { bundleOf, freshArchive, freshFolder, recordsAlone } from './fresh-archive.ts'
import { townBundle } from './town.ts'

test('an export as CSV has names beside numbers and pictures called after their item, and imports to an equal archive', async () => {
  const first = await freshArchive()
  await importBundle({ folder: await townBundle(), ...first })
  const folder = await freshFolder()
  await exportBundle({ folder, ...first, format: 'csv' })
  expect((await readdir(folder)).filter((name) => name.endsWith('.csv')).length).toBeGreaterThan(10)
  const items = (await readFile(join(folder, 'items.csv'), 'utf8')).split('\r\n')
  expect(items[0]).toMatch(/^\uFEFFid,/)
  expect(items[0]).toContain('people,people (names),')
  const second = await freshArchive()
  const { issues, warnings } = await importBundle({ folder, ...second })
  expect(issues).toEqual([])
  expect(warnings.filter(({ reason }) => reason.includes('(names)'))).toEqual([])
  expect(await recordsAlone(second.db)).toEqual(await recordsAlone(first.db))
})

test('what a spreadsheet would run is guarded, and comes back as it was', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+@-].{0,5}$/)), (text) => {
      expect(unguardCell(guardCell(text))).toBe(text)
      expect(guardCell(text)).not.toMatch(/^[=+\-@]/)
    }),
  )
  const first = await freshArchive()
  const subjects = ['=HYPERLINK("http://x")', '+1', '-', '@a', "'=b", 'a;b, "c"\nd', '  spaced '].map(
    (subject_name, at) => ({ id: at + 1, subject_name }),
  )
  await importBundle({ folder: await bundleOf({ 'subjects.json': subjects }), ...first })
  const folder = await freshFolder()
  await exportBundle({ folder, ...first, format: 'csv' })
  const text = await readFile(join(folder, 'subjects.csv'), 'utf8')
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
  const second = await freshArchive()
  expect((await importBundle({ folder, ...second })).issues).toEqual([])
  expect(await recordsAlone(second.db)).toEqual(await recordsAlone(first.db))
})

test('an export as a workbook has a sheet for each list', async () => {
  const { db, media } = await freshArchive()
  await importBundle({ folder: await townBundle(), db, media })
  const folder = await freshFolder()
  await exportBundle({ folder, db, media, format: 'xlsx' })
  const tables = await readTables(join(folder, 'archive.xlsx'))
  const items = tables.find(({ sheet }) => sheet === 'items')!
  const at = items.headings.indexOf('title')
  const titles: string[] = []
  for await (const { cells } of items.rows()) titles.push(cells[at]!)
  const stored = await db.selectFrom('item').select('title').orderBy('id').execute()
  expect(titles).toEqual(stored.map(({ title }) => title.trim()))
})
