import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell } from '#server/tables/formula-guard.ts'
import { cellsOf, refusalOf, rowsOf, sentencesOf, tablesIn } from './make-files.ts'
import { runs } from '../../setup/length.ts'

const only = async (name: string, content: string | Buffer) => {
  const tables = await tablesIn(name, content)
  expect(tables).toHaveLength(1)
  return tables[0]!
}
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}
/** Windows-1252 as far as these tests write it. */
const cp1252 = (text: string) =>
  Buffer.from(
    [...text].map((letter) => ({ '“': 0x93, '”': 0x94, '’': 0x92, '€': 0x80 })[letter] ?? letter.charCodeAt(0)),
  )

test('a CSV file in UTF-8 is read without a word', async () => {
  const table = await only(
    'items.csv',
    'ID,General Description,Date Start\r\n2011.004.001, Café ,1890\r\n\r\n3,"two\r\nlines",\r\n',
  )
  expect(table).toMatchObject({ file: 'items.csv', headings: ['ID', 'General Description', 'Date Start'], notices: [] })
  expect(table.sheet).toBeUndefined()
  // Rows as a spreadsheet counts them: an empty one counts, a line inside a cell doesn't.
  const rows = [
    { line: 2, cells: ['2011.004.001', 'Café', '1890'] },
    { line: 4, cells: ['3', 'two\r\nlines', ''] },
  ]
  expect(await rowsOf(table)).toEqual(rows)
  expect(await rowsOf(table), 'as often as asked').toEqual(rows)
})

test.each([
  ['a byte order mark', Buffer.from('\uFEFFid,title\n1,Café\n'), []],
  [
    'Windows-1252',
    cp1252('id,title\n1,Café “Royal”\n'),
    ['The file is in Windows-1252, the encoding of older Windows programs. Look whether letters such as é are right.'],
  ],
  [
    'UTF-16 with a mark',
    utf16('\uFEFFid,title\r\n1,Café\r\n'),
    ['The file is in UTF-16. Look whether letters such as é are right.'],
  ],
  [
    'UTF-16 of the other order',
    utf16('\uFEFFid,title\n1,Café\n', true),
    ['The file is in UTF-16. Look whether letters such as é are right.'],
  ],
  [
    'UTF-16 without a mark',
    utf16('id,title\n1,Café\n'),
    ['The file is in UTF-16. Look whether letters such as é are right.'],
  ],
])('the encoding is found: %s', async (_, content, notices) => {
  const table = await only('items.csv', content)
  expect(table.headings).toEqual(['id', 'title'])
  expect((await cellsOf(table))[0]![1]).toMatch(/^Café(?: “Royal”)?$/)
  expect(sentencesOf(table)).toEqual(notices)
})

test.each([
  ['semicolons', 'id;title;subject\n1;"A; B, C";Mills, Fires\n2;D;x, y\n'],
  ['tabs', 'id\ttitle\tsubject\n1\tA; B, C\tMills, Fires\n2\tD\tx, y\n'],
  ['vertical bars', 'id|title|subject\n1|A; B, C|Mills, Fires\n2|D|x, y\n'],
])('the separator is found: %s', async (name, content) => {
  const table = await only('items.txt', content)
  expect(await cellsOf(table)).toEqual([
    ['1', 'A; B, C', 'Mills, Fires'],
    ['2', 'D', 'x, y'],
  ])
  expect(sentencesOf(table)).toEqual([`The columns are separated by ${name}.`])
})

test('decimal commas and a title on its own line do not hide the separator', async () => {
  const measured = await only('a.csv', `wide;high;deep\n${'1,5;2,5;3,5\n'.repeat(9)}`)
  expect(measured.headings).toEqual(['wide', 'high', 'deep'])
  const titled = await only('a.csv', 'Our collection\n\nid;title;date\n1;A;1890\n')
  expect(titled.headings).toEqual(['id', 'title', 'date'])
})

test('Excel may name the separator in a line that it does not show', async () => {
  const table = await only('items.csv', 'sep=;\r\nid;a,b\r\n1;x,y\r\n')
  expect(table.headings).toEqual(['id', 'a,b'])
  expect(await rowsOf(table)).toEqual([{ line: 2, cells: ['1', 'x,y'] }])
})

test('empty columns and rows of Excel are left out, and a title above the headings is named', async () => {
  const table = await only('items.csv', 'id,title,,\n1,A,,\n,,,\n2,B,,\n')
  expect(table).toMatchObject({ headings: ['id', 'title'], notices: [] })
  expect((await rowsOf(table)).map(({ line }) => line)).toEqual([2, 4])
  const titled = await only('items.csv', 'Our collection 2019,,\n,,\nid,title,date\n1,A,1890\n')
  expect(titled.headings).toEqual(['id', 'title', 'date'])
  expect(await rowsOf(titled)).toEqual([{ line: 4, cells: ['1', 'A', '1890'] }])
  expect(titled.notices).toEqual([
    { line: 1, sentence: 'Row 1: “Our collection 2019” stands above the headings and is left out.' },
  ])
})

test('every column has a heading of its own, and no cell is lost', async () => {
  const table = await only('items.csv', 'id,Title,,title,TITLE\n1,A,B,C,D,E\n')
  expect(table.headings).toEqual(['id', 'Title', 'Column C', 'title (2)', 'TITLE (3)', 'Column F'])
  expect(await cellsOf(table)).toEqual([['1', 'A', 'B', 'C', 'D', 'E']])
  expect(sentencesOf(table)).toEqual([
    'C1 and F1: there is no heading. Called “Column C” and “Column F” here.',
    'D1 and E1: the same heading is there before. Called “title (2)” and “TITLE (3)” here.',
  ])
})

test('what looks wrong is named by its cell', async () => {
  const cells = [
    ['=HYPERLINK(1)', 'fine'],
    ['#NAME?', '#REF!'],
    ['########', '########'],
    ['CafÃ©', 'x'.repeat(254)],
    ['4.0310E+18', 'â€œA'],
    ['#1 Main St', 'C# = D'],
    ['#DIV/0!', 'Err:508'],
  ]
  const table = await only('items.csv', ['a,b', ...cells.map((row) => row.join(','))].join('\n'))
  expect(await cellsOf(table), 'cells stay as they are').toEqual(cells)
  expect(table.notices.map(({ line, column, sentence }) => [line, column, sentence.slice(0, 60)])).toEqual([
    [2, 'A', 'A2, A3, A4 and A8: “=HYPERLINK(1)” is what a spreadsheet sho'],
    [3, 'B', 'B3, B4 and B8: “#REF!” is what a spreadsheet shows for a for'],
    [5, 'A', 'A5: “CafÃ©” has broken letters: it was saved in one encoding'],
    [5, 'B', 'B5: the text ends at character 254, where other programs cut'],
    [6, 'A', 'A6: “4.0310E+18” is a long number of which a spreadsheet kee'],
    [6, 'B', 'B6: “â€œA” has broken letters: it was saved in one encoding '],
  ])
})

test('a space may stand before a quotation mark', async () => {
  const table = await only(
    'list.csv',
    'id, title, "note, in short"\n1, "Ross, Ada", said "no"\n2,5" x 7", "a ""b"" c"\n',
  )
  expect(table.headings).toEqual(['id', 'title', 'note, in short'])
  expect(await cellsOf(table)).toEqual([
    ['1', 'Ross, Ada', 'said "no"'],
    ['2', '5" x 7"', 'a "b" c'],
  ])
})

test('quotation marks inside of cells stay, and one that never ends is named', async () => {
  expect(await cellsOf(await only('a.csv', 'a,b\n5" nail,"The ""Mill"""\n'))).toEqual([['5" nail', 'The "Mill"']])
  const tabs = await only('a.tsv', 'a\tb\n"Mill\tx\n2\ty\n')
  expect(await cellsOf(tabs), 'programs that write tabs do not quote').toEqual([
    ['"Mill', 'x'],
    ['2', 'y'],
  ])
  expect(await refusalOf('a.csv', 'a,b\n1,2\n3,"never\nended\n')).toBe(
    'UnreadableTable: Row 3: a quotation mark (") opens a cell that never ends. Close it, or remove it.',
  )
})

test.each([
  ['empty.csv', '', 'The file is empty'],
  ['blank.csv', '\n , \n', 'The file is empty'],
  ['picture.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]), 'This is no table'],
  ['wide.csv', `${'a,'.repeat(500)}b\n`, 'SG1 is filled. Only 500 columns can be read'],
])('%s is refused with a sentence', async (name, content, sentence) => {
  expect(await refusalOf(name, content)).toContain(`UnreadableTable: ${sentence}`)
})

test('300 columns are read, the last one is KN', async () => {
  const row = Array.from({ length: 300 }, (_, at) => (at === 299 ? '' : `c${at}`))
  const table = await only('wide.csv', `${row.join(',')}\n${'x,'.repeat(299)}x\n`)
  expect(table.headings).toHaveLength(300)
  expect(sentencesOf(table)).toEqual(['KN1: there is no heading. Called “Column KN” here.'])
})

/** Text without what a program on the way changes: blank ends, and characters that Windows-1252 has not. */
const cell = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019 ,;|\t"\'\n.é€“”’ñ='), maxLength: 12 })
  .map((text) => text.trim())
const ENCODERS = {
  utf8: (text: string) => Buffer.from(text),
  bom: (text: string) => Buffer.from(`\uFEFF${text}`),
  utf16: (text: string) => utf16(`\uFEFF${text}`),
  utf16be: (text: string) => utf16(`\uFEFF${text}`, true),
  cp1252,
}

test('random cells, guarded as formulas are, read back the same in each encoding and with each separator', async () => {
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(...',;\t|'),
      fc.constantFrom(...Object.values(ENCODERS)),
      async (rows, separator, encode) => {
        const quote = (text: string) => `"${guardCell(text).replaceAll('"', '""')}"`
        const text = [['one', 'two', 'three é'], ...rows].map((row) => row.map(quote).join(separator)).join('\r\n')
        const table = await only('random.csv', encode(text))
        expect(table.headings).toEqual(['one', 'two', 'three é'])
        const expected = rows.flatMap((cells, at) => (cells.some(Boolean) ? [{ line: at + 2, cells }] : []))
        expect(await rowsOf(table)).toEqual(expected)
      },
    ),
    { numRuns: runs(150) },
  )
})

test('a quotation mark that is closed too late is told where it opens; lines of a text are not', async () => {
  const text = '3,"In the yard, by the mill,\nwith dogs, and a cart",1890\n'
  const table = await only('items.csv', `id,title,date\n1,"The mill,1905\n2,"A chair",1890\n${text}4,"Dock\n5,B",1\n`)
  expect(table.notices.map(({ line, column }) => [line, column])).toEqual([[2, 'B']])
  expect(sentencesOf(table)).toEqual([expect.stringMatching(/^B2.*several lines that look like rows/)])
  expect((await only('two.csv', 'id,title\n1,"The mill\n2,Chair\n3,Dock"\n')).notices).toHaveLength(1)
  expect((await only('items.csv', `id,title,date\n${text}`)).notices).toEqual([])
})
