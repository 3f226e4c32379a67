import { expect, test } from 'vitest'
import { refusalOf, rowsOf, sentencesOf, tablesIn } from './make-files.ts'

test('objects of JSON are rows, and all of their keys are headings', async () => {
  const json =
    '[\n{"id": 1, "title": "A"},\n{"id": 2.50, "subjects": ["Mills", 3], "more": {"a": [1]}, "title": null},\n{"title": "#REF!"}]'
  const [table] = await tablesIn('items.json', json)
  expect(table).toMatchObject({ file: 'items.json', headings: ['id', 'title', 'subjects', 'more'] })
  expect(await rowsOf(table!)).toEqual([
    { line: 1, cells: ['1', 'A', '', ''] },
    { line: 2, cells: ['2.5', '', 'Mills; 3', '{"a":[1]}'] },
    { line: 3, cells: ['', '#REF!', '', ''] },
  ])
  expect(sentencesOf(table!)).toEqual([
    '“title” in row 3: “#REF!” is what a spreadsheet shows for a formula or instead of a value. Enter the value itself.',
  ])
})

test('rows of a file in one line are counted', async () => {
  const feature = (roll: string) =>
    `{"type":"Feature","properties":{"ROLL_NO":"${roll}"},"geometry":{"type":"Point","coordinates":[-81,43]}}`
  const [table] = await tablesIn(
    'parcels.geojson',
    `{"type":"FeatureCollection","features":[${feature('4070-0')},${feature('4070-1')}]}`,
  )
  expect((await rowsOf(table!)).map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, '4070-0'],
    [2, '4070-1'],
  ])
})

test.each([
  ['[{"a": 1},\n2]', 'UnreadableTable: Line 2: A row is an object: {"column": value, …}.'],
  ['[{"a": 1},\n{"a', 'UnreadableTable: Line 2: The file ends in the middle: the JSON is not complete.'],
  ['[]', 'UnreadableTable: The file is empty: no cell of it has text.'],
])('%s is refused with a sentence', async (json, sentence) => {
  expect(await refusalOf('items.json', json)).toBe(sentence)
})
