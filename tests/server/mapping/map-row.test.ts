import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freshArchive } from '../bundle/fresh-archive.ts'
import { mapped, mappingOf, tableOf } from './tables.ts'

async function itemsOf(rows: string[][]) {
  const { db } = await freshArchive()
  const { target, losses, added } = await mapped([tableOf('list.csv', rows)], { db })
  const items = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, unknown>[]
  const outcomes = Object.fromEntries(losses.map(({ column, counts }) => [column, counts]))
  return { items, outcomes, added: Object.fromEntries(added) }
}

test('what follows a name is a note; nobody is no record', async () => {
  const { items, added } = await itemsOf([
    ['Identifier', 'Title', 'Photographer'],
    ['a', 'A', 'Smith, John (photographer)'],
    ['b', 'B', 'John Smith?'],
    ['c', 'C', 'Unknown photographer'],
  ])
  expect(added).toEqual({ people: ['Smith, John (photographer)'] })
  expect(items[0]!['creator']).toBe(items[1]!['creator'])
  expect(items.map((item) => item['staff_notes'])).toEqual([
    'Photographer: Smith, John (photographer)',
    'Photographer: John Smith?',
    'Photographer: Unknown photographer',
  ])
})

test('a key that is more than a counted number is the identifier', async () => {
  const { items } = await itemsOf([
    ['id', 'Title'],
    ['2011.004.001', 'A'],
    ['12', 'B'],
  ])
  expect(items.map((item) => item['archival_identifier'])).toEqual(['2011.004.001', undefined])
})

test('formatting of web pages becomes text, and is told', async () => {
  const { items, outcomes } = await itemsOf([
    ['Identifier', 'Title', 'Description', 'Shelf'],
    ['a', 'A', '<p>At the <em>mill</em></p>', '<p></p>'],
  ])
  expect(items[0]).toMatchObject({ general_description: 'At the mill' })
  expect(outcomes).toMatchObject({ Description: { changed: 1, kept: 0 }, Shelf: { 'left out': 1 } })
})

test('the address of a finding aid on every row is a note but once', async () => {
  const { items, outcomes } = await itemsOf([
    ['Identifier', 'Title', 'URL'],
    ['a', 'A', 'https://example.org/x'],
    ['b', 'B', 'https://example.org/x'],
  ])
  expect(items.map((item) => item['externalRecordURL'])).toEqual(['https://example.org/x', undefined])
  expect(items[1]!['staff_notes']).toBe('URL: https://example.org/x')
  expect(outcomes['URL']).toMatchObject({ kept: 1, moved: 1 })
})

test('a special type wins over a general one, an approximate date says so, a second statement of rights is a note', async () => {
  const { items } = await itemsOf([
    ['Identifier', 'Title', 'Type', 'Genre', 'Date', 'Approximate', 'Rights', 'License'],
    [
      ...['a', 'A', 'Image;StillImage', 'Postcards', '1906', 'yes'],
      ...['http://rightsstatements.org/vocab/InC/1.0/', 'http://rightsstatements.org/vocab/NoC-US/1.0/'],
    ],
    ['b', 'B', 'Postcard', 'Carte de visite', '1906', '', '', ''],
  ])
  expect(items[0]).toMatchObject({ type: 'postcard', date_start: 'c. 1906' })
  expect(items[0]!['rights']).toBe('http://rightsstatements.org/vocab/InC/1.0/')
  expect(items[0]!['staff_notes']).toContain('License: http://rightsstatements.org/vocab/NoC-US/1.0/')
  expect(items[1]).toMatchObject({ type: 'postcard', date_start: '1906', staff_notes: 'Genre: Carte de visite' })
})

test('museums: a thing without a title has its name, and what is none of our types is an object', async () => {
  const { items } = await itemsOf([
    ['OBJECTID', 'OBJNAME', 'TITLE', 'CAT', 'PARENT'],
    ['1', 'Churn, Butter', '', 'O', 'Tools'],
    ['2', 'Print, Photographic', 'Main Street', 'P', ''],
  ])
  expect(items[0]).toMatchObject({ type: 'object', title: 'Churn, Butter' })
  expect(items[0]!['staff_notes']).toContain('PARENT: Tools')
  expect(items[1]).toMatchObject({ type: 'photograph', title: 'Main Street' })
})

test('tags are separated by commas, headings of subjects are not', async () => {
  const { added } = await itemsOf([
    ['Identifier', 'Title', 'Subjects', 'Tags'],
    ['a', 'A', 'Watkins, Carleton E.; Mills', 'flood, street'],
  ])
  expect(added).toEqual({ subjects: ['Watkins, Carleton E.', 'Mills', 'flood', 'street'] })
})

test('what is appended ends the description, wherever its column is', async () => {
  const { db } = await freshArchive()
  const table = tableOf('list.csv', [
    ['Identifier', 'Translation', 'Title', 'Description'],
    ['a', 'The mill', 'A', 'Le moulin'],
  ])
  const mapping = mappingOf([table])
  mapping.tables[0]!.columns['Translation'] = 'append'
  const { target } = await mapped([table], { db, mapping })
  expect(await readFile(`${target}/items.json`, 'utf8')).toContain('"Le moulin\\n\\nTranslation: The mill"')
})

test('the fullest writing of a name makes the record', async () => {
  const { db } = await freshArchive()
  const { target } = await mapped(
    [
      tableOf('list.csv', [
        ['Identifier', 'Title', 'Creator', 'People'],
        ['a', 'A', 'Ross, Ada, 1871-1940', 'Ada Ross'],
      ]),
    ],
    { db },
  )
  expect(JSON.parse(await readFile(`${target}/people.json`, 'utf8'))).toMatchObject([
    { first_name: 'Ada', surname: 'Ross', date_of_birth: '1871', date_of_death: '1940' },
  ])
})

test('two of one name who were born in different years are two people', async () => {
  const { items } = await itemsOf([
    ['Identifier', 'Title', 'People'],
    ['a', 'A', 'Ross, Ada, 1871-1940; Ada Ross (1902-1980); Ross, Ada, 1871-'],
  ])
  expect(new Set(items[0]!['people'] as number[]).size).toBe(2)
})
