import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { completeMapping } from '#server/mapping/known-mapping.ts'
import { freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped, mappingOf, tableOf } from './tables.ts'

const LIST = tableOf('list.csv', [
  ['Identifier', 'Title', 'Date'],
  ['a', 'The mill', '1905'],
  ['b', 'A chair', 'x'],
  ['c', 'The dock', '1900'],
])
/** What was given back, mended, and dropped beside the table. */
const MENDED = tableOf('problems.xlsx', [
  ['Identifier', 'Title', 'Date', 'Problem'],
  ['b', 'A chair', '1890', 'Date: This is no date.'],
])
const both = async (doubled?: 'first' | 'all') => {
  const { db, media } = await freshArchive()
  const { mapping } = completeMapping([LIST, MENDED], mappingOf([LIST], { doubled }))
  const { target, questions, losses } = await mapped([LIST, MENDED], { db, mapping })
  const items = JSON.parse(await readFile(`${target}/items.json`, 'utf8')) as Record<string, unknown>[]
  const left = losses.find(({ table, column }) => table === 'list.csv' && column === 'Identifier')!
  return { db, media, target, questions, items, left }
}

test.each(['first', 'all', undefined] as const)(
  'a mended row takes the place of the one with its key, where of doubled rows %s count',
  async (doubled) => {
    const { questions, items, left, target, db, media } = await both(doubled)
    expect(questions).toEqual([])
    expect(items.map((item) => [item['title'], item['date_start']])).toEqual([
      ['A chair', '1890'],
      ['The mill', '1905'],
      ['The dock', '1900'],
    ])
    expect(left).toMatchObject({ counts: { 'left out': 1 }, examples: ['It is mended in problems.xlsx, row 2.'] })
    expect((await importBundle({ folder: target, source: 'list', db, media })).issues).toEqual([])
  },
)
