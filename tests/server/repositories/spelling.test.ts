import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import { openReader } from '#server/database/open.ts'
import { createRepositories } from '#server/repositories/repositories.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'

let archive: TestArchive
beforeAll(async () => {
  archive = await openTestArchive({
    items: [
      { id: 1, title: 'Brooklyn Bridge', type: 'postcard', date_start: 18900000 },
      { id: 2, title: 'The bridge at Brooklyn', date_start: 19200000 },
      { id: 3, title: 'Brookyns secret', visibility: 'draft' },
      { id: 4, title: 'A view of the mill', general_description: 'Bridge Street' },
    ],
  })
})
afterAll(() => archive.close())

type Page = { count: number; results: { id: number }[]; suggestion?: string }
const search = async (words: string, more = '') =>
  (await archive.get(`/api/items/?search=${encodeURIComponent(words)}${more}`)).json as Page

test('a search that finds nothing comes with a better spelling, as it was typed', async () => {
  expect(await search('Brookyln Brigde')).toMatchObject({ count: 0, suggestion: 'Brooklyn Bridge' })
  expect(await search('"brookyln bridge"')).toMatchObject({ count: 0, suggestion: '"brooklyn bridge"' })
  expect(await search('bridge')).not.toHaveProperty('suggestion')
})

test('the better spelling finds something, with the same filters', async () => {
  expect(await search('Brookyln', '&type=postcard')).toMatchObject({ suggestion: 'Brooklyn' })
  for (const [words, more] of [
    ['Brookyln', '&type=object'],
    ['Brookyln mill', ''],
    ['qwertzuiop', ''],
    ['...', ''],
  ] as const)
    expect(await search(words, more), words).not.toHaveProperty('suggestion')
})

test('no draft shows through: its words are no better spelling', async () => {
  expect(await search('brookyns')).toMatchObject({ count: 0, suggestion: 'brooklyn' })
  expect(await search('secrte')).not.toHaveProperty('suggestion')
})

testOnSqlite('every read is a transaction of its own, which ends with a rollback', async () => {
  const reader = openReader(archive.db.file)
  const { items } = createRepositories(reader)
  const query = v.parse(endpoints.items.query, { search: 'Brookyln' })
  for (let read = 0; read < 2; read++) {
    reader.sqlite.exec('begin')
    expect(JSON.parse((await items.list(query, 2026)).text)).toMatchObject({ suggestion: 'Brooklyn' })
    reader.sqlite.exec('rollback')
  }
  await reader.destroy()
})

test('words in quotation marks are found in this order only', async () => {
  const found = async (words: string) => (await search(words)).results.map(({ id }) => id)
  expect(await found('brooklyn bridge')).toEqual([1, 2])
  expect(await found('“Brooklyn Bridge”')).toEqual([1])
  expect(await found('"bridge at" brook')).toEqual([2])
  expect(await found('"brook"')).toEqual([])
})
