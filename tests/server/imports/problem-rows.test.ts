import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeTables } from '#server/imports/findings.ts'
import { importTables } from '#server/mapping/import-tables.ts'
import { readTables } from '#server/tables/source-table.ts'
import { bundleOf, freshArchive, freshFolder } from '../bundle/fresh-archive.ts'
import { rowsOf } from '../tables/make-files.ts'

test('rows with a problem are in the spreadsheet, not those with a warning; a doubled row counts in the column of its key', async () => {
  const { db, media } = await freshArchive()
  const list = 'Object ID,Title,Visibility,Box\n1,The mill,perhaps,3\n2,A chair,draft,4\n2,A chair,draft,5\n'
  const folder = await bundleOf({ 'list.csv': list })
  const options = { source: 'list', db, media, dryRun: true, paths: [join(folder, 'list.csv')] }
  const asked = await importTables({ ...options, workFolder: await freshFolder() })
  const mapping = { ...asked.mapping, doubled: 'first' as const }
  const done = await importTables({ ...options, mapping, workFolder: await freshFolder() })
  done.report!.warnings.push({ file: 'list.csv', line: 3, row: 3, field: 'Title', reason: 'Is it one?' })
  const file = join(await freshFolder(), 'problems.xlsx')
  const { problems, warnings, tables } = await describeTables(done, file)
  expect(problems.map(({ row, value }) => [row, value])).toEqual([[2, 'perhaps']])
  expect(warnings.map(({ row, value }) => [row, value])).toEqual([[3, 'A chair']])
  const [table] = await readTables(file)
  expect(table!.headings).toEqual(['Object ID', 'Title', 'Visibility', 'Box', 'Problem'])
  expect((await rowsOf(table!)).map(({ cells }) => cells[0])).toEqual(['1'])
  expect(tables[0]!.columns.map(({ cells, changes }) => [cells!['left out'], changes.length > 0])).toEqual([
    [1, true],
    [0, false],
    [0, false],
    [0, false],
  ])
})
