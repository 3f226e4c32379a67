import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR, FIELD, FORM } from '#contract/messages.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { allMedia, allRecords, bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'

/** What an import of these files says is wrong, as `file:line field: reason`; nothing may have been written. */
async function problemsOf(files: Record<string, unknown> | string): Promise<string[]> {
  const { db, media } = await freshArchive()
  const folder = typeof files === 'string' ? files : await bundleOf(files)
  const { issues, imported } = await importBundle({ folder, db, media })
  expect(imported).toBe(false)
  expect(Object.values(await allRecords(db)).flat()).toEqual([])
  expect(await allMedia(media)).toEqual([])
  return issues.map(({ file, line, field, reason }) => `${file}:${line} ${field}: ${reason}`)
}
const item = { id: 1, type: 'photograph', title: 'A' }

test('CSV rows have the line where they begin, also after cells with line breaks', async () => {
  const csv = 'id,first_name,biography,sex\r\n1,Ann,"two\r\nlines",female\r\n2,Bo,,robot\r\n\r\nx,Cy,,\r\n'
  expect(await problemsOf({ 'people.csv': csv })).toEqual([
    'people.csv:4 sex: Choose one of: female, male, other.',
    'people.csv:6 id: Enter a whole number, such as 12.',
  ])
})

test('JSON rows have the right line in any layout', async () => {
  const json =
    '[\n  {\n    "id": 1,\n    "first_name": "a ] } \\" b"\n  }, {"id": 2,\n "sex": "robot"},\n\n {"id": "x"}\n]'
  expect(await problemsOf({ 'people.json': json })).toEqual([
    'people.json:5 sex: Choose one of: female, male, other.',
    expect.stringContaining('people.json:5 surname: This person has no name.'),
    'people.json:8 id: Enter a whole number, such as 12.',
  ])
})

test('a column that does not exist', async () => {
  const reason =
    /^people\.(csv|json):1 frist_name: There is no such column in people\. Did you mean first_name\? The columns are: id, /
  const problems = [
    await problemsOf({ 'people.csv': 'id,frist_name\n1,Ann\n2,Bo\n' }),
    await problemsOf({ 'people.json': [{ id: 1, frist_name: 'Ann' }] }),
  ]
  for (const each of problems) {
    expect(each[0]).toMatch(reason)
    expect(each.filter((problem) => problem.includes('There is no such column'))).toHaveLength(1)
  }
})

test('required fields and types', async () => {
  expect(
    await problemsOf({ 'items.json': [{ id: 1 }, { ...item, id: 2, location: 'Mill' }, { ...item, id: -3 }] }),
  ).toEqual([
    `items.json:1 type: ${FORM.itemType}`,
    'items.json:1 location: Enter a whole number, such as 12.',
    'items.json:1 id: Enter a number above 0.',
  ])
  expect(await problemsOf({ 'subjects.csv': 'id,subject_name\n1,\n' })).toEqual([
    `subjects.csv:2 subject_name: ${FIELD.required}`,
  ])
  expect(await problemsOf({ 'people.csv': 'id,first_name\n1,Ann,more\n' })).toEqual([
    'people.csv:2 : The row has 3 cells, the first line names 2 columns.',
  ])
})

test('files that can’t be read to their end are refused, even with skipBad', async () => {
  const cut = '[\n{"id":1,"first_name":"Ann"},\n{"id":2,'
  expect(await problemsOf({ 'people.json': cut })).toEqual([
    'people.json:3 : The file ends in the middle: the JSON is not complete.',
  ])
  const { db, media } = await freshArchive()
  const folder = await bundleOf({ 'people.json': cut })
  expect((await importBundle({ folder, db, media, skipBad: true })).imported).toBe(false)
  expect(await problemsOf({ 'people.json': '{"id":1}' })).toEqual(['people.json:1 : A JSON array of rows is needed.'])
  expect(await problemsOf({ 'people.csv': '' })).toEqual([
    'people.csv:1 : The file is empty: a first line with the names of the columns is needed.',
  ])
  const latin1 = Buffer.from('id,first_name\n1,Ren\xe9\n', 'latin1')
  expect((await problemsOf({ 'people.csv': latin1 }))[0]).toMatch(/^people\.csv:\d+ : The file is not UTF-8/)
  expect((await problemsOf({ 'people.csv': 'id,first_name\n1,"Ann\n' }))[0]).toMatch(
    /^people\.csv:\d+ : This is not valid CSV/,
  )
})

test('unknown file names, two files for one list, an empty folder', async () => {
  expect(await problemsOf({ 'item.csv': 'id\n' })).toContain(
    'item.csv:0 : This file looks like a table, but is none of a bundle. Save it as CSV under the name of a table, or go on without it: --ignore "item.csv".',
  )
  expect(await problemsOf({ 'lots.csv': 'lotNum\n', 'lots.json': [] })).toEqual([
    'lots.json:0 : There is also lots.csv. Keep one of the two.',
  ])
  const empty = await freshFolder()
  expect(await problemsOf(empty)).toEqual([`${empty}:0 : This folder has no list of a bundle.`])
})

test('duplicates: keys, identifiers, addresses', async () => {
  const url = 'https://example.org/1'
  const rows = [
    { ...item, archival_identifier: 'A-1', externalRecordURL: url },
    { ...item, id: 2, archival_identifier: 'A-1' },
    { ...item, id: 3, externalRecordURL: url },
    { ...item, id: 1 },
  ]
  expect(await problemsOf({ 'items.json': rows })).toEqual([
    `items.json:1 archival_identifier: ${ERROR.identifierInUse} (A-1, item 1)`,
    `items.json:1 externalRecordURL: ${ERROR.urlInUse} (${url}, item 1)`,
    'items.json:1 id: The item 1 is in the file twice.',
  ])
})

test('an identifier of another item in the archive', async () => {
  const { db, media } = await freshArchive()
  const first = await bundleOf({ 'items.json': [{ ...item, archival_identifier: 'A-1' }] })
  await importBundle({ folder: first, db, media })
  const folder = await bundleOf({ 'items.json': [{ ...item, id: 2, archival_identifier: 'A-1' }] })
  const { issues } = await importBundle({ folder, db, media })
  expect(issues.map(({ reason }) => reason)).toEqual([`${ERROR.identifierInUse} (A-1, item 1 of the archive)`])
})

test('dangling links', async () => {
  expect(await problemsOf({ 'items.json': [{ ...item, people: [7], location: 8 }] })).toEqual([
    'items.json:1 location: There is no location 8, neither in the bundle nor in the archive.',
    'items.json:1 people: There is no person 7, neither in the bundle nor in the archive.',
  ])
  expect(await problemsOf({ 'people.json': [{ id: 1, first_name: 'A', spouses: [1] }] })).toEqual([
    'people.json:1 spouses: The person 1 names itself.',
  ])
  const nameless = [{ id: 1 }, { id: 2, first_name: 'A', spouses: [1] }]
  expect((await problemsOf({ 'people.json': nameless })).at(-1)).toBe(
    'people.json:1 spouses: It names the person 1, which was refused.',
  )
})

test('cycles of collections, subjects and parents', async () => {
  const collection = (id: number, parent: number | null) =>
    `{"id":${id},"collection_name":"C","hierarchy":"series","parent_collection":${parent}}`
  const rows = `[\n${[collection(1, 2), collection(2, 3), collection(3, 1), collection(4, 3)].join(',\n')}\n]`
  expect(await problemsOf({ 'collections.json': rows })).toEqual([
    'collections.json:2 parent_collection: Its parents lead back to itself: 1 → 2 → 3 → 1.',
    'collections.json:3 parent_collection: Its parents lead back to itself: 2 → 3 → 1 → 2.',
    'collections.json:4 parent_collection: Its parents lead back to itself: 3 → 1 → 2 → 3.',
  ])
  expect(await problemsOf({ 'subjects.csv': 'id,subject_name,subject_parent\n1,A,1\n' })).toEqual([
    'subjects.csv:2 subject_parent: The subject 1 names itself.',
  ])
  const people = [1, 2, 3].map((id) => ({ id, first_name: 'A' }))
  expect(
    await problemsOf({
      'people.json': people,
      'relationships.csv': 'person1,person2,relationship_type\n1,2,parent\n2,3,parent\n3,1,parent\n',
    }),
  ).toEqual(['relationships.csv:4 person2: A person would be their own ancestor: 1 → 2 → 3 → 1.'])
})

test('a cycle through records of the archive', async () => {
  const { db, media } = await freshArchive()
  const subjects = [
    { id: 1, subject_name: 'A' },
    { id: 2, subject_name: 'B', subject_parent: 1 },
  ]
  await importBundle({ folder: await bundleOf({ 'subjects.json': subjects }), db, media })
  const folder = await bundleOf({ 'subjects.json': [{ id: 1, subject_name: 'A', subject_parent: 2 }] })
  const { issues } = await importBundle({ folder, db, media })
  expect(issues.map(({ reason }) => reason)).toEqual(['Its parents lead back to itself: 1 → 2 → 1.'])
})

test('unreadable and impossible dates, and ends before starts', async () => {
  const items =
    'id,type,date_start,date_end\n1,event,some day,\n2,event,18990230,\n3,event,1900,1890\n4,event,1900-05,1900\n'
  const [first, second, third, ...rest] = await problemsOf({ 'items.csv': items })
  expect(first).toMatch(/^items\.csv:2 date_start: We can't read the date /)
  expect(second).toMatch(/^items\.csv:3 date_start: We can't read the date /)
  expect(third).toBe(`items.csv:4 date_end: ${FORM.rangeEnd} (19000000 to 18900000)`)
  expect(rest).toEqual([])
})

test('pictures: missing, broken, not a picture, and paths out of the folder', async () => {
  const folder = await bundleOf({
    'items.json': [item],
    'whole.jpg': await smallPicture(),
    'cut.jpg': (await smallPicture('#123456', 300, 300)).subarray(0, 700),
    'text.jpg': 'not a picture',
  })
  const outside = await freshFolder()
  await writeFile(join(outside, 'secret.jpg'), await smallPicture())
  await symlink(join(outside, 'secret.jpg'), join(folder, 'link.jpg'))
  await mkdir(join(folder, 'folder.jpg'))
  const files = [
    'gone.jpg',
    'cut.jpg',
    'text.jpg',
    '../secret.jpg',
    '/etc/passwd',
    'a\\..\\..\\b.jpg',
    'link.jpg',
    'folder.jpg',
  ]
  const rows = files.map((file, at) => `1,${file},${at + 1}`)
  await writeFile(join(folder, 'scans.csv'), `item,file,order\n${rows.join('\n')}\n`)
  expect(await problemsOf(folder)).toEqual([
    'scans.csv:2 file: The file gone.jpg is missing.',
    `scans.csv:3 file: cut.jpg: ${PICTURE.broken}`,
    `scans.csv:4 file: text.jpg: ${PICTURE.unreadable}`,
    'scans.csv:5 file: The path ../secret.jpg leaves the folder of the bundle.',
    'scans.csv:6 file: The path /etc/passwd leaves the folder of the bundle.',
    'scans.csv:7 file: The path a\\..\\..\\b.jpg leaves the folder of the bundle.',
    'scans.csv:8 file: The path link.jpg leaves the folder of the bundle.',
    'scans.csv:9 file: folder.jpg is not a file.',
  ])
})
