import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { inTransaction } from '#server/database/write.ts'
import { importTables } from '#server/mapping/import-tables.ts'
import { readOldAddresses } from '#server/repositories/old-addresses.ts'
import { readOperations } from '#server/records/undo/operation-list.ts'
import { undoOperation } from '#server/records/undo/undo-operation.ts'
import { bundleOf, freshArchive, freshFolder } from './fresh-archive.ts'
import { importOf, STAFF, type Archive } from './identity.ts'
import { mapped, tableOf } from '../mapping/tables.ts'

const ITEMS = [
  { id: 1, type: 'photograph', title: 'The mill', old_url: 'http://old.example/items/show/1; /p.php?id=1' },
  { id: 2, type: 'object', title: 'A chair', old_url: '/items/show/2' },
]
const STORY = '---\ntitle: The fire\nold_url: "/fire\\n/fire.html"\n---\n\nIt burned.\n'
const BUNDLE = {
  'items.json': ITEMS,
  'subjects.csv': 'id,subject_name,old_url\n1,Mills,"/tags/mill\n/t?1"\n',
  'stories/a.md': STORY,
}
const known = async ({ db }: Archive) =>
  [...(await readOldAddresses(db))].map(([address, { kind, id }]) => `${address} ${kind} ${id}`)
const ALL = [
  ...['/items/show/1 items 1', '/p.php?id=1 items 1', '/items/show/2 items 2', '/tags/mill subjects 1'],
  ...['/t?1 subjects 1', '/fire stories 1', '/fire.html stories 1'],
]

test('old addresses come with an import, go with its undo, and survive an export', async () => {
  const archive = await freshArchive()
  expect((await importOf(archive, BUNDLE)).issues).toEqual([])
  expect(await known(archive)).toEqual(ALL)
  const folder = await mkdtemp(join(await freshFolder(), 'export-'))
  await exportBundle({ folder, ...archive })
  const other = await freshArchive()
  expect((await importBundle({ folder, ...other })).issues).toEqual([])
  expect((await known(other)).toSorted()).toEqual(ALL.toSorted())
  const again = await importOf(archive, BUNDLE)
  expect(again.lists.map(({ written }) => [written?.added, written?.updated])).toEqual(again.lists.map(() => [0, 0]))
  const { id } = (await readOperations(archive.db, { page: 1, page_size: 10 })).results.at(-1)!
  await inTransaction(archive.db, (trx) => undoOperation(trx, STAFF, id, {}))
  expect(await known(archive)).toEqual([])
})

test('what is wrong with an old address is said at its row, and the rest of the row can come without it', async () => {
  const archive = await freshArchive()
  await importOf(archive, BUNDLE)
  const rows = [
    'id,type,title,old_url',
    '11,object,A,/items/show/1',
    '12,object,B,//evil.example',
    '13,object,C,/itemview/1/',
    '14,object,D,/d',
    '15,object,E,"/e\n/d"',
    '16,object,F,/f',
  ]
  const files = { 'items.csv': rows.join('\n'), 'subjects.csv': 'id,subject_name,old_url\n1,Quays,/t?1\n2,Boats,/e\n' }
  const { issues, imported } = await importOf(archive, files, { source: 'other' })
  expect(imported).toBe(false)
  expect(issues.map(({ file, line, field, reason }) => `${file}:${line} ${field}: ${reason}`).toSorted()).toEqual([
    'items.csv:2 old_url: “/items/show/1” is that of another record already (items 1).',
    expect.stringMatching(/^items\.csv:3 old_url: “\/\/evil\.example” is no address/),
    'items.csv:4 old_url: “/itemview/1/” is an address of this archive itself.',
    'items.csv:6 old_url: “/e” is that of another record already (subjects 2 of the import).',
    'subjects.csv:2 old_url: “/t?1” is that of another record already (subjects 1).',
  ])
  await importOf(archive, files, { source: 'other', skipBad: true })
  const now = await known(archive)
  expect(now.filter((each) => ALL.includes(each))).toEqual(ALL)
  expect(now.filter((each) => !ALL.includes(each)).map((each) => each.replace(/\d+$/, ''))).toEqual(['/d items ', '/f items ', '/e subjects ']) // prettier-ignore
  expect(await archive.db.selectFrom('item').select('title').where('title', 'in', ['A', 'B', 'C', 'E']).execute()).toHaveLength(4) // prettier-ignore
})

test('a column of a table is one of old addresses; what became of each cell is told', async () => {
  const { db } = await freshArchive()
  const table = tableOf('list.csv', [
    ['Identifier', 'Title', 'Permalink', 'Legacy URL'],
    ['1', 'A', 'https://old.example/items/show/1', '/a'],
    ['2', 'B', '/items/show/2', ''],
    ['3', 'C', '/about/', 'javascript:alert(1)'],
    ['4', 'D', '/x|http://old.example/y?z=1', ''],
  ])
  const { target, losses } = await mapped([table], { db })
  const items = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, string>[]
  expect(items.map((row) => [row['old_url'], row['staff_notes']])).toEqual([
    ['/items/show/1\n/a', undefined],
    ['/items/show/2', undefined],
    [undefined, 'Permalink: /about/\nLegacy URL: javascript:alert(1)'],
    ['/x\n/y?z=1', undefined],
  ])
  const of = (column: string) => losses.find((each) => each.column === column)
  expect(of('Permalink')).toMatchObject({ counts: { kept: 1, changed: 2, moved: 1 } })
  expect(of('Permalink')!.examples).toContain(
    '“/about/” is an address of this archive itself. It is in the notes of the staff.',
  )
  expect(of('Legacy URL')).toMatchObject({ counts: { kept: 1, moved: 1 } })
})

test('two rows of a table with the same old address: table, line and column', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({
    'list.csv': 'Identifier,Title,Reference URL\na,A,http://cdm.example/cdm/1\n\nb,B,/cdm/1\n',
  })
  const options = { paths: [folder], source: 'list', workFolder: await freshFolder(), db, media }
  const { report } = await importTables(options)
  expect(report!.issues).toMatchObject([{ file: 'list.csv', line: 4, field: 'Reference URL', reason: expect.stringContaining('“/cdm/1” is that of another') }]) // prettier-ignore
})
