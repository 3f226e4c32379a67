import { expect, test } from 'vitest'
import {
  cellsOf,
  contentOf,
  odsCell,
  odsOf,
  odsRow,
  refusalOf,
  rowsOf,
  sentencesOf,
  tablesIn,
  zipOf,
} from './make-files.ts'

const number = (value: string, shown: string) => odsCell(shown, `office:value-type="float" office:value="${value}"`)
const day = (value: string, shown: string) => odsCell(shown, `office:value-type="date" office:date-value="${value}"`)
const REST = odsRow(
  ['<table:table-cell table:number-columns-repeated="1024"/>'],
  'table:number-rows-repeated="1048570"',
)
const table = (name: string, rows: string[], style = 'ta1') =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows.join('')}${REST}</table:table>`

const ITEMS = table('Items', [
  odsRow(['id', 'title', 'date', 'size'].map((text) => odsCell(text))),
  odsRow([number('42', '0042'), odsCell('Two\nlines'), day('1905-03-14', '14/03/05'), number('1234.5', '1.234,50')]),
  odsRow(['<table:table-cell table:number-columns-repeated="4"/>'], 'table:number-rows-repeated="3"'),
  odsRow(
    [
      number('2011.1', '2011.10'),
      odsCell('same', 'table:number-columns-repeated="2" office:value-type="string"'),
      number('100000', '1E+05'),
    ],
    'table:number-rows-repeated="2"',
  ),
  odsRow([
    '<table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p></office:annotation><text:p>a<text:s text:c="2"/><text:span>b</text:span><text:tab/>c<text:line-break/>d</text:p><draw:frame><text:p>drawn</text:p></draw:frame></table:table-cell>',
    odsCell(
      '#NAME?',
      'table:formula="of:=X()" office:value-type="string" calcext:value-type="error" table:number-columns-spanned="2" table:number-rows-spanned="3"',
    ),
    '<table:covered-table-cell/>',
    day('1905-03-14T12:30:00', '14/03/05 12:30'),
  ]),
])
const PEOPLE = table('People', [odsRow([odsCell('name')]), odsRow([odsCell('Ann')])], 'ta2')
const EXPECTED = [
  { line: 2, cells: ['0042', 'Two\nlines', '1905-03-14', '1234.5'] },
  { line: 6, cells: ['2011.10', 'same', 'same', '100000'] },
  { line: 7, cells: ['2011.10', 'same', 'same', '100000'] },
  { line: 8, cells: ['a  b\tc\nd', '#NAME?', '', '1905-03-14T12:30:00'] },
]

test.each([
  ['catalogue.ods', odsOf(ITEMS + PEOPLE + table('Empty', []))],
  ['catalogue.fods', contentOf(ITEMS + PEOPLE, 'document')],
])('the sheets of %s', async (name, content) => {
  const [items, people, ...others] = await tablesIn(name, content)
  expect(others).toEqual([])
  expect(items).toMatchObject({ file: name, sheet: 'Items', headings: ['id', 'title', 'date', 'size'] })
  expect(await rowsOf(items!)).toEqual(EXPECTED)
  expect(await rowsOf(items!)).toEqual(EXPECTED)
  expect(sentencesOf(items!)).toEqual([
    'Sheet “Items”: B8:C10: the cells are merged. Only the first one has the value.',
    'Sheet “Items”: B8: “#NAME?” is what a spreadsheet shows for a formula or instead of a value. Enter the value itself.',
  ])
  expect(people).toMatchObject({ sheet: 'People', headings: ['name'] })
  expect(await cellsOf(people!)).toEqual([['Ann']])
  expect(sentencesOf(people!)).toEqual([
    'Sheet “People”: The sheet is hidden in the spreadsheet. It is read all the same.',
  ])
})

test('rows of spaces that are repeated without end are empty', async () => {
  const spaces = odsRow([odsCell(' ')], 'table:number-rows-repeated="4000000000"')
  const [items] = await tablesIn('a.ods', odsOf(table('A', [odsRow([odsCell('id')]), odsRow([odsCell('1')]), spaces])))
  expect(await cellsOf(items!)).toEqual([['1']])
})

test('a spreadsheet without sheets, a cut one and one of too many cells are refused', async () => {
  expect(await refusalOf('a.ods', odsOf(''))).toBe(
    'UnreadableTable: There is no sheet in this file, or it has a password.',
  )
  expect(await refusalOf('a.ods', zipOf({ 'content.xml': contentOf(ITEMS).slice(0, -200) }))).toContain(
    'The file is cut off.',
  )
  const endless = odsRow(
    [odsCell('x', 'office:value-type="string" table:number-columns-repeated="400"')],
    'table:number-rows-repeated="1048576"',
  )
  expect(await refusalOf('a.ods', odsOf(table('Much', [endless])))).toBe(
    'UnreadableTable: Up to row 12501 there are over 5 million filled cells. Save it as several files.',
  )
})
