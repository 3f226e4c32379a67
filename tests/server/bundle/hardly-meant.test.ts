import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf, freshArchive } from './fresh-archive.ts'

const text = ({ file, line, field, reason }: { file: string; line: number; field: string; reason: string }) =>
  `${file}:${line} ${field}: ${reason}`
async function importOf(files: Record<string, unknown>) {
  const archive = await freshArchive()
  const report = await importBundle({ folder: await bundleOf(files), ...archive })
  return { ...report, ...archive, problems: report.issues.map(text), notes: report.warnings.map(text) }
}

test('implausible lives are warnings of the import and notes of the doctor', async () => {
  const { imported, notes, db, media } = await importOf({
    'people.csv': 'id,first_name,date_of_birth,date_of_death\n1,Old,1850,\n2,Young,1900,1950\n3,Two,1700,1901\n',
    'relationships.csv': 'person1,person2,relationship_type\n2,1,parent\n1,2,parent\n'.replace('1,2,parent\n', ''),
    'organizations.csv': 'id,name\n1,Mill\n',
    'employment.csv': 'person,organization,date_start\n2,1,1850\n2,1,1960\n2,1,1930\n',
    'locations.geojson': {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: null, properties: { pk: 1, name: 'Dock' } }],
    },
    'residents.csv': 'person,location,date_start\n2,1,1891\n2,1,1951\n2,1,1911\n',
  })
  expect(imported).toBe(true)
  expect(notes).toEqual([
    'people.csv:4 : A life of 201 years, 1700 to 1901?',
    'relationships.csv:2 : A parent born in 1900 of a child born in 1850?',
    'employment.csv:2 : A job since 1850 of a person born in 1900?',
    'employment.csv:3 : A job since 1960 of a person who died in 1950?',
    'residents.csv:2 : A home since 1891 of a person born in 1900?',
    'residents.csv:3 : A home since 1951 of a person who died in 1950?',
  ])
  const { findings, notes: found } = await examineArchive({ db, media })
  expect(findings).toEqual([])
  expect(found).toHaveLength(6)
})

test('rests of web pages and spreadsheets are pointed out', async () => {
  const title = (id: number, value: string) => ({ id, type: 'object', title: value })
  const { notes } = await importOf({
    'items.json': ['Fish &amp; Chips', 'one<br>two', '#NAME?', '########', 'A & B < C', 'No. #12'].map((each, at) =>
      title(at + 1, each),
    ),
  })
  expect(notes.map((note) => /title: This text has “(.*)”/.exec(note)?.[1])).toEqual([
    '&amp;',
    '<br>',
    '#NAME?',
    '########',
  ])
})

test('what spreadsheets write is read: other headings and choices, empty columns and rows', async () => {
  const odd = 'ID,Type,Title,General Description,Visibility,,\r\n1,Paper Record,Café,d,Published,,\r\n,,,,,,\r\n'
  const { imported, problems, notes, db } = await importOf({ 'items.csv': `\ufeff${odd}` })
  expect([problems, notes]).toEqual([[], []])
  expect(imported).toBe(true)
  expect(await db.selectFrom('item').select(['type', 'title', 'general_description', 'visibility']).execute()).toEqual([
    { type: 'paper_record', title: 'Café', general_description: 'd', visibility: 'published' },
  ])
  const unnamed = await importOf({ 'people.csv': 'id,first_name,,surname\n1,Ann,lost,Orr\n' })
  expect(unnamed.problems).toEqual(['people.csv:2 : The row has a cell in a column without a heading.'])
})

test.each(['latin1', 'utf16le'] as const)('a file in another character set (%s) says what to do', async (encoding) => {
  const { problems } = await importOf({ 'people.csv': Buffer.from('\ufeffid,first_name\n1,Ren\xe9\n', encoding) })
  expect(problems[0]).toMatch(/^people\.csv:1 : The file is not UTF-8 .*“CSV UTF-8” in Excel/)
})
