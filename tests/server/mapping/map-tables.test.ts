import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTCOMES } from '#server/mapping/losses.ts'
import { bundleOf, freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped, mappingOf, tableOf } from './tables.ts'
import { runs } from '../../setup/length.ts'

const CATALOGUE = tableOf('catalogue.xlsx', [
  [
    'Object ID',
    'Title',
    'Description',
    'Date',
    'Type',
    'Photographer',
    'People',
    'Subjects',
    'Place',
    'Rights',
    'Negative',
  ],
  [
    '2011.004.001',
    'The mill',
    'From the creek',
    '3/14/1905',
    'Still image',
    'Smith Studio',
    'Ross, Ada; Orr, Cyrus',
    'Mills|Floods',
    'Mill Street 4',
    'Public domain',
    '4x5',
  ],
  [
    '2011.004.002',
    'The dock',
    '',
    '10/8/1900',
    'tintype',
    'Ada Ross',
    'Unknown',
    'Mills',
    'Somewhere',
    'http://rightsstatements.org/page/NoC-US/1.0/?language=en',
    '',
  ],
  ['2011.004.003', 'Undated', '', 'some time in the spring', 'lantern lecture', '', '', '', '', 'ask Mary', ''],
])

test('a spreadsheet of another program becomes records, and every cell is kept or told', async () => {
  const { db, media } = await freshArchive()
  const { target, losses, questions, added, lossesFile } = await mapped([CATALOGUE], { db })
  expect(questions).toEqual([])
  expect(Object.fromEntries(added)).toEqual({
    organizations: ['Smith Studio'],
    people: ['Ross, Ada', 'Orr, Cyrus'],
    subjects: ['Mills', 'Floods'],
  })
  const report = await importBundle({ folder: target, source: 'drawer', db, media })
  expect(report.issues).toEqual([])
  expect(report.imported).toBe(true)
  const items = await db.selectFrom('item').selectAll().orderBy('id').execute()
  expect(items.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(items[0]).toMatchObject({
    ...{ title: 'The mill', type: 'photograph', archival_identifier: '2011.004.001', date_start: 19050314 },
    ...{ date_start_text: '3/14/1905', copyright_info: 'Public Domain', place_text: 'Mill Street 4' },
    ...{ staff_notes: 'Negative: 4x5', visibility: 'draft' },
  })
  expect(items[1]).toMatchObject({
    ...{ date_start: 19001008, rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/', creator_organization_id: null },
  })
  expect(items[2]!.staff_notes).toBe('Type: lantern lecture\nDate: some time in the spring')
  // Both ways to write her name are one person.
  expect(await db.selectFrom('person').select(['first_name', 'surname']).orderBy('surname').execute()).toEqual([
    { first_name: 'Cyrus', surname: 'Orr' },
    { first_name: 'Ada', surname: 'Ross' },
  ])
  const cells = losses.reduce((sum, { counts }) => sum + OUTCOMES.reduce((all, each) => all + counts[each], 0), 0)
  expect(cells).toBe(25)
  expect(await readFile(lossesFile, 'utf8')).toContain(
    'catalogue.xlsx,4,Type,lantern lecture,moved: “lantern lecture” is none of our types.',
  )
})

test('the second time nothing changes, and a corrected cell changes its record only', async () => {
  const { db, media } = await freshArchive()
  const once = async (table = CATALOGUE) => {
    const { target } = await mapped([table], { db })
    return await importBundle({ folder: target, source: 'drawer', db, media })
  }
  await once()
  const again = await once()
  expect(again.lists.map(({ list, written }) => [list, written])).toEqual([
    ['items', { added: 0, updated: 0, unchanged: 3 }],
  ])
  const rows = [CATALOGUE.headings]
  for await (const { cells } of CATALOGUE.rows()) rows.push([...cells])
  rows[2]![1] = 'The long dock'
  const { lists } = await once(tableOf('catalogue.xlsx', rows))
  expect(lists[0]!.written).toEqual({ added: 0, updated: 1, unchanged: 2 })
})

test('names find the records that are there; what may mean two is asked, and the answer is kept to', async () => {
  const { db, media } = await freshArchive()
  const people = [
    { id: 1, first_name: 'Ada', surname: 'Ross', date_of_birth: '1871' },
    { id: 2, first_name: 'Ada', surname: 'Ross', date_of_birth: '1902' },
    { id: 3, first_name: 'Cyrus', surname: 'Orr' },
  ]
  const subjects = [{ id: 1, subject_name: 'Class of 1921' }]
  await importBundle({
    folder: await bundleOf({ 'people.json': people, 'subjects.json': subjects }),
    db,
    media,
  })
  const table = tableOf('list.csv', [
    ['Identifier', 'Title', 'People', 'Subject'],
    ['a', 'A', 'Ada Ross (1902-1980)', 'Class of 1922'],
    ['b', 'B', 'Ross, Ada', ''],
    ['c', 'C', 'Cyrus Or; ORR, Cyrus', ''],
  ])
  const { questions } = await mapped([table], { db })
  expect(questions).toMatchObject([
    { about: 'names', name: 'Ross, Ada', candidates: [{ key: 1 }, { key: 2 }] },
    { about: 'names', name: 'Cyrus Or', candidates: [{ key: 3 }] },
  ])
  const mapping = mappingOf([table], { names: { people: { 'Ross, Ada': 1, 'Cyrus Or': 'new' } } })
  const { target, questions: none } = await mapped([table], { db, mapping })
  expect(none).toEqual([])
  await importBundle({ folder: target, source: 'list', db, media })
  const links = await db
    .selectFrom('item_person')
    .select(['item_id', 'person_id'])
    .orderBy('item_id')
    .orderBy('person_id')
    .execute()
  expect(links.map((link) => [link.item_id, link.person_id])).toEqual([
    [1, 2],
    [2, 1],
    [3, 3],
    [3, 4],
  ])
})

test('the order of day and month is asked once per column', async () => {
  const { db } = await freshArchive()
  const table = tableOf('list.csv', [
    ['Identifier', 'Title', 'Date'],
    ['a', 'A', '3/4/1905'],
    ['b', 'B', '5/6/1905'],
  ])
  expect((await mapped([table], { db })).questions).toEqual([
    { about: 'dates', table: 'list.csv', column: 'Date', example: '3/4/1905' },
  ])
  const mapping = mappingOf([table])
  mapping.tables[0]!.dates = { Date: 'day first' }
  const { target, questions } = await mapped([table], { db, mapping })
  expect(questions).toEqual([])
  expect(await readFile(`${target}/items.json`, 'utf8')).toContain(
    '"date_start":"1905-04-03","date_start_text":"3/4/1905"',
  )
})

test('what happens to rows of one key is asked once: the first counts, or all are records', async () => {
  const { db, media } = await freshArchive()
  const table = tableOf('list.csv', [
    ['Identifier', 'Title'],
    ['a', 'A'],
    ['b', 'B'],
    ['a', 'C'],
    ['a', 'A'],
    ['a', 'A'],
  ])
  const itemsOf = async (doubled?: 'first' | 'all') => {
    const { target, questions, losses } = await mapped([table], { db, mapping: mappingOf([table], { doubled }) })
    const items = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, unknown>[]
    return { questions, losses, items, target }
  }
  expect((await itemsOf()).questions).toEqual([
    {
      about: 'doubled',
      count: 3,
      rows: [
        { key: 'a', first: 'list.csv, row 2', row: 'list.csv, row 4' },
        { key: 'a', first: 'list.csv, row 2', row: 'list.csv, row 5' },
        { key: 'a', first: 'list.csv, row 2', row: 'list.csv, row 6' },
      ],
    },
  ])
  const first = await itemsOf('first')
  expect(first.questions).toEqual([])
  expect(first.items.map(({ title }) => title)).toEqual(['A', 'B'])
  expect(first.losses.map(({ counts }) => counts['left out'])).toEqual([3, 3])
  // Its key's column tells it alone.
  expect(first.losses.map(({ withRow, examples }) => [withRow, examples.length])).toEqual([
    [0, 1],
    [3, 0],
  ])
  expect(first.losses[0]!.examples).toEqual(['“a” is the key of list.csv, row 2, too.'])
  const all = await itemsOf('all')
  expect(all.questions).toEqual([])
  expect(all.items.map((item) => [item['title'], item['archival_identifier'] ?? item['staff_notes']])).toEqual(
    ['A a', 'B b', 'C Identifier: a', 'A Identifier: a', 'A Identifier: a'].map((each) => [each[0], each.slice(2)]),
  )
  const { issues } = await importBundle({ folder: all.target, source: 'list', db, media })
  expect(issues).toEqual([])
  // The same rows are the same records the next time, whatever else the table says.
  expect(new Set(all.items.map(({ id }) => id)).size).toBe(5)
  expect((await itemsOf('all')).items).toEqual(all.items)
  expect(all.items.slice(0, 2)).toEqual(first.items)
})

test('kept plus told is all cells, whatever they hold', async () => {
  const { db } = await freshArchive()
  const headings = [
    'Identifier',
    'Title',
    'Date',
    'Type',
    'People',
    'Subjects',
    'Place',
    'Rights',
    'Creator',
    'Language',
    'URL',
    'Odd',
  ]
  const cell = fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 30 }).map((each) => each.trim()),
    fc.constantFrom('1890', 'Ross, Ada', 'a;b|c', '3/14/1905', 'http://x', '=1+1', 'x'.repeat(600)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 11, maxLength: 11 }), { maxLength: 5 }), async (rows) => {
      const table = tableOf('list.csv', [headings, ...rows.map((row, at) => [`k${at}`, ...row])])
      const { losses } = await mapped([table], { db, mapping: mappingOf([table], { doubtful: 'new' }) })
      const told = losses.reduce((sum, { counts }) => sum + OUTCOMES.reduce((all, each) => all + counts[each], 0), 0)
      expect(told).toBe(rows.flat().filter(Boolean).length + rows.length)
    }),
    { numRuns: runs(40) },
  )
})
