import { expect, test } from 'vitest'
import type { SourceTable } from '#server/tables/source-table.ts'
import { refusalOf, rowsOf, sentencesOf, tablesIn, zipOf } from './make-files.ts'

/** Rows as objects of the cells that are filled. */
const objectsOf = async ({ headings, ...table }: SourceTable) =>
  (await rowsOf({ headings, ...table })).map(({ line, cells }) =>
    Object.fromEntries(
      [['line', line], ...headings.map((heading, at) => [heading, cells[at]!])].filter(([, cell]) => cell !== ''),
    ),
  )
const HEAD = '0 HEAD\n1 SOUR X\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n'
const TREE = `${HEAD}0 @I1@ INDI
1 NAME Ann /Orr/ Jr
1 NAME Nan /Lee/
2 TYPE married
1 SEX F
1 RESN confidential
1 BIRT
2 DATE ABT 1850
2 PLAC Goderich, Ontario
3 MAP
4 LATI N43.7
2 SOUR @S1@
3 PAGE 7
1 DEAT Y
1 OCCU Weaver
1 OCCU Farmer
1 EVEN moved
2 TYPE Migration
1 NOTE @N1@
1 NOTE one
2 CONT two
1 FAMS @F1@
1 CHAN
2 DATE 1 JAN 2020
0 @I2@ INDI
1 NAME Will /Orr/
2 GIVN William
2 SURN Orr
2 NICK Bill
1 FAMS @F1@
0 @I3@ INDI
1 NAME Sam //
1 FAMC @F1@
2 PEDI adopted
0 @F1@ FAM
1 HUSB @I2@
1 WIFE @I1@
1 CHIL @I3@
2 _FREL Step
1 MARR
2 DATE 10 JAN 1870
2 PLAC Goderich
1 DIV Y
0 @F2@ FAM
1 WIFE @I1@
1 MARR
2 DATE 1890
1 CHIL @I9@
0 @N1@ NOTE A long note
0 @S1@ SOUR
1 TITL Census of 1851
0 TRLR
`

const WED = { spouses: 'I1', marriages: 'Ann Orr Jr: 10 JAN 1870, Goderich, CHIL (_FREL Step)\nDIV Y' }

test('people and relationships of a family file; what has no column of its own stands under other', async () => {
  const [people, relationships] = await tablesIn('family.ged', TREE)
  expect(people).toMatchObject({ file: 'family.ged', sheet: 'people' })
  expect(await objectsOf(people!)).toEqual([
    {
      ...{ line: 1, key: 'I1', given_names: 'Ann', surname: 'Orr', suffix: 'Jr' },
      ...{
        other_names: 'Nan /Lee/ (TYPE married)',
        sex: 'F',
        resn: 'confidential',
        occupation: 'Weaver',
        is_dead: 'Y',
        spouses: 'I2',
        marriages: '1890',
      },
      ...{ birth_date: 'ABT 1850', birth_place: 'Goderich, Ontario', notes: 'A long note\n\none\ntwo' },
      other: 'BIRT (PLAC (MAP (LATI N43.7)); SOUR Census of 1851 (PAGE 7))\nOCCU Farmer\nEVEN moved (TYPE Migration)',
    },
    { line: 2, key: 'I2', given_names: 'William', surname: 'Orr', nickname: 'Bill', ...WED },
    { line: 3, key: 'I3', given_names: 'Sam' },
  ])
  expect(relationships).toMatchObject({ sheet: 'relationships' })
  const parent = { relationship_type: 'parent', kind: 'adopted' }
  expect(await objectsOf(relationships!)).toEqual([
    { line: 1, person1: 'I2', person2: 'I3', ...parent },
    { line: 2, person1: 'I1', person2: 'I3', ...parent },
    { line: 3, person1: 'I1', person2: 'I9', relationship_type: 'parent' },
  ])
  expect(sentencesOf(people!)).toEqual([
    'Sheet “people”: other records of the file are only read where a person or a family names them: 1 × NOTE, 1 × SOUR.',
  ])
})

const small = (name: string) => `${HEAD.replace('UTF-8', 'UNICODE')}0 @I1@ INDI\n1 NAME ${name}\n0 TRLR\n`
const utf16 = Buffer.from(`\uFEFF${small('José /Müller/')}`, 'utf16le')
const [before, after] = small('|').replace('UNICODE', 'ANSEL').split('|') as [string, string]
test.each([
  ['CR line ends', Buffer.from(small('José /Müller/').replace('UNICODE', 'UTF-8').replaceAll('\n', '\r'))],
  [
    'empty and indented lines',
    Buffer.from(small('José /Müller/').replace('UNICODE', 'UTF-8').replaceAll('\n', '\r\n\r\n  ')),
  ],
  ['UTF-16', utf16],
  ['UTF-16 of the other order', Buffer.from(utf16).swap16()],
  [
    'ANSEL',
    Buffer.concat([
      Buffer.from(`${before}Jos`),
      Buffer.from([0xe2]),
      Buffer.from('e /M'),
      Buffer.from([0xe8]),
      Buffer.from(`uller/${after}`),
    ]),
  ],
  [
    'GEDCOM 7',
    Buffer.from(
      '\uFEFF0 HEAD\n1 GEDC\n2 VERS 7.0\n0 @I1@ INDI\n1 NAME José /Müller/\n0 @F1@ FAM\n1 HUSB @VOID@\n0 TRLR',
    ),
  ],
  ['GEDZIP', zipOf({ 'a.jpg': '', 'gedcom.ged': small('José /Müller/').replace('UNICODE', 'UTF-8') })],
  ['UTF-8 that is Windows-1252', Buffer.from(small('José /Müller/').replace('UNICODE', 'UTF-8'), 'latin1')],
  ['ANSEL that is UTF-8', Buffer.from(small('José /Müller/').replace('UNICODE', 'ANSEL'))],
])('family files with %s', async (_, content) => {
  const tables = await tablesIn('family.ged', content)
  expect(tables).toHaveLength(1)
  expect(await objectsOf(tables[0]!)).toMatchObject([{ key: 'I1', given_names: 'José', surname: 'Müller' }])
})

test('of a zip file only the family is read, and it says so', async () => {
  const [people] = await tablesIn('a.gdz', zipOf({ 'a.jpg': '', 'gedcom.ged': TREE }))
  expect(sentencesOf(people!)[0]).toContain('Unpack it, and give its pictures, too.')
})

test('1,200 wives are all of them, and lines that are nested without end are refused', async () => {
  const wives = Array.from({ length: 1200 }, (_, at) => `0 @F${at}@ FAM\n1 HUSB @I1@\n1 WIFE @W${at}@\n`).join('')
  const [people] = await tablesIn('wives.ged', `${HEAD}0 @I1@ INDI\n1 NAME A /King/\n${wives}0 TRLR\n`)
  const [king] = await objectsOf(people!)
  expect(king!['spouses']!.split('; ')).toHaveLength(1200)
  const deep = Array.from({ length: 2000 }, (_, at) => `${at + 1} NOTE x\n`).join('')
  expect(await refusalOf('deep.ged', `${HEAD}0 @I1@ INDI\n${deep}0 TRLR\n`)).toContain('nested too deeply')
})

test.each([
  ['cut', TREE.slice(0, 500)],
  ['with a person twice', TREE.replace('@I2@ INDI', '@I1@ INDI')],
  ['with a line that is none', TREE.replace('1 SEX F', 'She was a woman')],
])('a family file %s is refused with a sentence', async (_, content) => {
  expect(await refusalOf('family.ged', content)).toMatch(
    /^UnreadableTable: The family file can't be read: .+ Export it again as GEDCOM\.$/,
  )
})
