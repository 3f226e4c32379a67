import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { allRecords, bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'

const item = { id: 1, type: 'photograph' }
/** What an import of a folder says is wrong, as `file:line field: reason`; nothing may have been written. */
async function problemsOf(folder: string, { skipBad = false } = {}): Promise<string[]> {
  const { db, media } = await freshArchive()
  const { issues, imported } = await importBundle({ folder, db, media, skipBad })
  expect(imported).toBe(false)
  expect(Object.values(await allRecords(db)).flat()).toEqual([])
  return issues.map(({ file, line, field, reason }) => `${file}:${line} ${field}: ${reason}`)
}

test.each([
  ['a second array', '[]\n[{"id":2}]', 'items.json:2 : There is something after the end of the rows'],
  ['words', '[] and more', 'items.json:1 : There is something after the end of the rows'],
  ['a comma', '[{"id":1,"type":"object"},\n]', 'items.json:2 : There is a comma after the last row. Remove it.'],
  ['two commas', '[{"id":1,"type":"object"},\n,{"id":2}]', 'items.json:2 : There is a comma without a row before it.'],
  ['a wrong bracket', '[}', 'items.json:1 : The array of rows ends with }'],
])('%s in a JSON list is not lost silently', async (_, text, problem) => {
  const [first] = await problemsOf(await bundleOf({ 'items.json': text }), { skipBad: true })
  expect(first).toContain(problem)
})

test('a key that a row has twice is reported', async () => {
  const text = '[{"id":1,"type":"object",\n"title" : "A \\"type\\": {", "type" : "photograph"}]'
  expect(await problemsOf(await bundleOf({ 'items.json': text }))).toEqual([
    'items.json:1 : “type” is there twice. Keep one of them.',
  ])
})

test('a duplicate column is refused', async () => {
  expect(await problemsOf(await bundleOf({ 'people.csv': 'id,first_name,first_name\n1,Ann,Bo\n' }))).toEqual([
    'people.csv:1 first_name: This column appears twice.',
  ])
})

test.each([
  [';', 'semicolons'],
  ['\t', 'tabs'],
])('columns separated by %j are told in one sentence', async (mark, word) => {
  const text = ['id,type', '1,photograph', '2,object'].join('\n').replaceAll(',', mark)
  expect(await problemsOf(await bundleOf({ 'items.csv': text }))).toEqual([
    `items.csv:1 : The columns are separated by ${word}. Save the file as CSV with commas.`,
  ])
})

test('a list that is a folder, or a symbolic link out of the bundle, is not read', async () => {
  const folder = await bundleOf({ 'people.json': [{ id: 1, first_name: 'Ann' }] })
  await mkdir(join(folder, 'items.csv'))
  const secret = join(await freshFolder(), 'secret.csv')
  await writeFile(secret, 'password\n')
  await symlink(secret, join(folder, 'lots.csv'))
  expect(await problemsOf(folder, { skipBad: true })).toEqual([
    'lots.csv:0 : The path lots.csv leaves the folder of the bundle.',
    'items.csv:0 : items.csv is not a file.',
  ])
})

test('rows on one line keep their own numbers and reasons', async () => {
  const rows = [{ ...item, id: 'x' }, item, { ...item, id: 3, visibility: 'secret' }]
  const folder = await bundleOf({ 'items.json': JSON.stringify(rows) })
  const { db, media } = await freshArchive()
  const rejectedFile = join(await freshFolder(), 'rejected.json')
  const { issues } = await importBundle({ folder, db, media, skipBad: true, rejectedFile })
  expect(issues.map(({ row, field }) => [row, field])).toEqual([
    [1, 'id'],
    [3, 'visibility'],
  ])
  const rejected = JSON.parse(await readFile(rejectedFile, 'utf8')) as { reasons: { field: string }[] }[]
  expect(rejected.map(({ reasons }) => reasons.map(({ field }) => field))).toEqual([['id'], ['visibility']])
})

test('half a surrogate pair is replaced once, and the same bundle again changes nothing', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({ 'items.json': '[{"id":1,"type":"photograph","title":"a\\ud800b"}]' })
  await importBundle({ folder, db, media })
  expect((await allRecords(db))['item']![0]).toContain('a\ufffdb')
  const { lists } = await importBundle({ folder, db, media })
  expect(lists[0]!.written).toEqual({ added: 0, updated: 0, unchanged: 1 })
})

test('configured limits of pictures hold', async () => {
  const scans = [{ item: 1, order: 1, file: 'images/a.jpg' }]
  const folder = await bundleOf({ 'items.json': [item], 'scans.json': scans, 'images/a.jpg': await smallPicture() })
  const { db, media } = await freshArchive()
  const limits = { ...SCAN, maximumBytes: 1_000_000, maximumPixels: 60 * 40 }
  const tight = await importBundle({ folder, db, media, dryRun: true, limits: { ...limits, maximumPixels: 2399 } })
  expect(tight.issues).toHaveLength(1)
  expect((await importBundle({ folder, db, media, dryRun: true, limits })).issues).toEqual([])
})
