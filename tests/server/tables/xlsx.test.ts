import { expect, test } from 'vitest'
import { cellsOf, refusalOf, rowsOf, sentencesOf, tablesIn, textRow, xlsxOf, zipOf } from './make-files.ts'

test('texts of a workbook, with the numbers of their rows', async () => {
  const texts =
    '<si><t>id</t></si><si><r><t>Ti</t></r><r><t xml:space="preserve">tle </t></r><rPh><t>ruby</t></rPh></si><si><t>a_x000D_\nb &amp; “c”</t></si>'
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" s="1"/></row>' +
    '<row r="5"><c r="B5" t="s"><v>2</v></c></row><row r="6" spans="1:3"/>' +
    '<row r="7"><c r="A7" t="b"><v>1</v></c><c r="B7" t="str"><f>A1&amp;B1</f><v>joined</v></c></row>' +
    '<row><c><v>8</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>'
  const [table, ...others] = await tablesIn(
    'catalogue.xlsx',
    xlsxOf([{ name: 'Items', rows }], { texts, formats: ['@'] }),
  )
  expect(others).toEqual([])
  expect(table).toMatchObject({ file: 'catalogue.xlsx', headings: ['id', 'Title'], notices: [] })
  expect(table!.sheet, 'one of a single sheet needs no name').toBeUndefined()
  const read = [
    { line: 5, cells: ['', 'a\nb & “c”'] },
    { line: 7, cells: ['TRUE', 'joined'] },
    { line: 8, cells: ['8', 'inline'] },
  ]
  expect(await rowsOf(table!)).toEqual(read)
  expect(await rowsOf(table!)).toEqual(read)
})

const FORMATS = [
  '0000',
  '0.00',
  'yyyy',
  'mmm yyyy',
  '[$-409]d\\ mmmm\\ yyyy;@',
  'd-mmm',
  'yyyy-mm-dd hh:mm',
  'h:mm',
  '"Day "0',
  'General',
  '#,##0.00',
  '[Red]0',
  '[h]:mm',
]
const shown = async (v: string, format?: string, from1904 = false) => {
  const rows = `<row><c t="inlineStr"><is><t>h</t></is></c></row><row><c ${format === undefined ? '' : `s="${FORMATS.indexOf(format) + 1 || FORMATS.length + 1}"`}><v>${v}</v></c></row>`
  const [table] = await tablesIn('a.xlsx', xlsxOf([{ name: 'A', rows }], { formats: FORMATS, from1904 }))
  return [(await cellsOf(table!))[0]![0], ...sentencesOf(table!)]
}
test.each([
  ['1E5', undefined, '100000'],
  ['1890', undefined, '1890'],
  ['1890.0', undefined, '1890'],
  ['0.1', undefined, '0.1'],
  ['0.30000000000000004', undefined, '0.3'],
  ['-1.5E-7', undefined, '-0.00000015'],
  ['42', '0000', '0042'],
  ['-7', '0000', '-0007'],
  ['2011.1', '0.00', '2011.10'],
  ['1234.5', '#,##0.00', '1234.5'],
  ['3', '"Day "0', '3'],
  ['3', '[Red]0', '3'],
  ['3', 'General', '3'],
  ['1900', 'built in', '1905-03-14'],
  ['1900', 'yyyy', '1905'],
  ['1900', 'mmm yyyy', '1905-03'],
  ['1900', '[$-409]d\\ mmmm\\ yyyy;@', '1905-03-14'],
  ['1900.5', 'yyyy-mm-dd hh:mm', '1905-03-14T12:00'],
  ['1900', 'yyyy-mm-dd hh:mm', '1905-03-14'],
  ['0.75', 'h:mm', '18:00'],
  ['0.75', '[h]:mm', '18:00'],
  ['1', 'built in', '1900-01-01'],
  ['59', 'built in', '1900-02-28'],
  ['61', 'built in', '1900-03-01'],
])('%s in the format %s is %s', async (value, format, text) => {
  expect(await shown(value, format)).toEqual([text])
})

test('days may count from 1904', async () => {
  expect(await shown('438', 'built in', true)).toEqual(['1905-03-14'])
})

test('numbers that lost digits and days without a year are named', async () => {
  const [number, sentence] = await shown('4.0310100010010001E+18')
  expect(number).toBe('4031010001001000000')
  expect(sentence).toMatch(/^A2: “4031010001001000000” is a long number of which a spreadsheet keeps 15 digits/)
  expect(await shown('45365', 'd-mmm')).toEqual([
    '2024-03-14',
    'A2: the spreadsheet shows a day without a year, but has “2024-03-14”. It may have taken a number such as 3-14 for a date.',
  ])
})

test('sheets are read in their order, and what is hidden, merged or an error is named', async () => {
  const items = `${textRow('id', 'title')}<row r="4"><c r="A4" t="e"><f>X()</f><v>#NAME?</v></c><c r="B4"><f>A1&amp;"x"</f></c></row>`
  const workbook = xlsxOf([
    { name: 'Items', rows: items, merged: ['A4:B5', 'C1:D1'] },
    { name: 'Old & gone', rows: textRow('name') + textRow('Ann'), state: 'veryHidden' },
    { name: 'Sheet3', rows: '<row r="1"><c r="A1" s="0"/></row>' },
  ])
  const tables = await tablesIn('catalogue.xlsm', workbook)
  expect(tables.map(({ sheet, headings }) => [sheet, headings])).toEqual([
    ['Items', ['id', 'title']],
    ['Old & gone', ['name']],
  ])
  expect(await cellsOf(tables[0]!)).toEqual([['#NAME?', '=A1&"x"']])
  const instead = 'is what a spreadsheet shows for a formula or instead of a value. Enter the value itself.'
  expect(tables.flatMap(({ notices }) => notices)).toEqual([
    {
      sheet: 'Items',
      sentence: 'Sheet “Items”: A4:B5 and C1:D1: the cells are merged. Only the first one has the value.',
    },
    { sheet: 'Items', line: 4, column: 'A', sentence: `Sheet “Items”: A4: “#NAME?” ${instead}` },
    { sheet: 'Items', line: 4, column: 'B', sentence: `Sheet “Items”: B4: “=A1&"x"” ${instead}` },
    {
      sheet: 'Old & gone',
      sentence: 'Sheet “Old & gone”: The sheet is hidden in the spreadsheet. It is read all the same.',
    },
  ])
})

test('prefixes of elements and odd cells are no obstacle', async () => {
  const sheet = (rows: string) =>
    zipOf({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="S" r:id="a"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="s.xml"/></Relationships>',
      'xl/s.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    })
  const [table] = await tablesIn(
    'a.xlsx',
    sheet(
      '<x:row><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row><x:c t="s"><x:v>9</x:v></x:c><x:c r="B2" s="77" t="odd"><x:v>5 &lt; 6</x:v></x:c></x:row>',
    ),
  )
  expect(await cellsOf(table!)).toEqual([['', '5 < 6']])
})

const whole = xlsxOf([
  { name: 'Items', rows: Array.from({ length: 400 }, (_, at) => textRow(`id${at}`, `title ${at * 7919}`)).join('') },
])
const CUT = 'UnreadableTable: The file is damaged or cut off. Copy it again from where it comes.'
const cutSheet = zipOf({
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" id="a"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="a" Type="/worksheet" Target="s.xml"/></Relationships>',
  'xl/s.xml': '<worksheet><sheetData><row><c t="str"><v>a</v></c></row><row><c><v>1',
})
test.each<[string, Buffer, string]>([
  ['cut.xlsx', whole.subarray(0, 2000), CUT],
  ['damaged.xlsx', Buffer.concat([whole.subarray(0, 900), Buffer.alloc(200, 7), whole.subarray(1100)]), CUT],
  ['cut-sheet.xlsx', cutSheet, 'UnreadableTable: The file is cut off. Copy it again from where it comes.'],
  ['empty.xlsx', xlsxOf([{ name: 'A', rows: '' }]), 'UnreadableTable: The file is empty: no cell of it has text.'],
  [
    'far.xlsx',
    xlsxOf([{ name: 'A', rows: '<row r="9"><c r="XFD9"><v>1</v></c></row>' }]),
    'XFD9 is filled. Only 500 columns',
  ],
  [
    'bomb.xlsx',
    xlsxOf([{ name: 'A', rows: ' '.repeat(12 * 2 ** 20) }]),
    'UnreadableTable: The file is too large when unpacked (13 MiB in xl/worksheets/sheet0.xml',
  ],
  ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'save it as an Excel workbook (.xlsx)'],
  ['binary.xlsb', zipOf({ 'xl/workbook.bin': '' }), 'save it as an Excel workbook (.xlsx)'],
  [
    'my.numbers',
    zipOf({ 'Index/Document.iwa': '' }),
    'This is a file of Numbers. Open it there and choose File > Export To > Excel',
  ],
  [
    'page.xls',
    Buffer.from('<html><table><tr><td>1</td></tr></table></html>'),
    'This is no spreadsheet that can be read here, but HTML or XML',
  ],
  ['scans.zip', zipOf({ 'a.jpg': '' }), 'This zip file is no spreadsheet.'],
])('%s is refused with a sentence', async (name, content, sentence) => {
  expect(await refusalOf(name, content)).toContain(sentence)
})
