import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { LISTS } from '#server/bundle/lists.ts'
import { writeTemplate } from '#server/bundle/export-bundle.ts'
import { pdf } from '../scans/pdf.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from './fresh-archive.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/society/columns.md'), 'utf8')
/** The sections of docs/society/columns.md by their list: what it says about columns, and its example. */
const sections = text
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [file = '', ...lines] = section.split('\n')
    const [prose = '', example = ''] = lines.join('\n').split(/^```(?:csv|json|markdown)\n/m)
    return { file, prose, example: example.split(/^```$/m)[0]! }
  })
/** Files of a bundle that are no tables. */
const NO_TABLES = ['overlays.json', 'map-layers.json', 'settings.json']
const lists = sections.filter(({ file }) => !NO_TABLES.includes(file))

/** `lots` of lots.csv, and `stories` of a story. */
const listOf = (file: string) => file.replace(/[./].*/, '')

test('every list has a section', () => {
  expect(lists.map(({ file }) => listOf(file))).toEqual(Object.keys(LISTS))
})

test.each(Object.values(LISTS))('the columns of $name are all described, and no other', ({ name, columns }) => {
  const { prose } = lists.find(({ file }) => listOf(file) === name)!
  const named = [...prose.matchAll(/`([a-zA-Z_0-9]+)`/g)].map(([, word]) => word!)
  const described = new Set(named.filter((word) => word !== 'null' && word !== 'parent'))
  expect([...described].sort()).toEqual(
    Object.keys(columns)
      .filter((column) => column !== 'geometry')
      .sort(),
  )
})

test('the examples can be imported as they stand', async () => {
  const files = Object.fromEntries(lists.map(({ file, example }) => [file, example]))
  const folder = await bundleOf({
    ...files,
    'images/ann-orr.jpg': await smallPicture(),
    'documents/minutes-1920.pdf': pdf(['Minutes']),
    'images/orr-mill.jpg': await smallPicture('#445566'),
  })
  const report = await importBundle({ folder, ...(await freshArchive()) })
  expect(report.issues).toEqual([])
  expect(report.imported).toBe(true)
})

test('a template has every list and can be imported', async () => {
  const folder = await freshFolder()
  expect(await writeTemplate(folder)).toEqual(lists.map(({ file }) => file.replace('mill-fire', 'example')))
  expect(readFileSync(path.join(folder, 'lots.csv'), 'utf8')).toBe('\uFEFFlotNum,location,staff_notes\n')
  const report = await importBundle({ folder, ...(await freshArchive()) })
  expect(report.issues).toEqual([])
  await expect(writeTemplate(folder)).rejects.toThrow('is not empty')
})

test('a wrong heading is answered with the nearest one and with all of them', async () => {
  const folder = await bundleOf({
    'people.csv': 'id,Date of Brith,shoe_size\n1,1850,42\n',
    'lots.csv': 'lot_nr,location\n12,\n',
  })
  const { issues, warnings } = await importBundle({ folder, ...(await freshArchive()) })
  const reasons = [...issues, ...warnings].map(({ field, reason }) => `${field}: ${reason}`)
  expect(reasons).toContainEqual(
    expect.stringMatching(/^Date of Brith: .* Did you mean date_of_birth\? The columns are: id, first_name, /),
  )
  expect(reasons).toContainEqual(
    expect.stringMatching(/^shoe_size: There is no such column in people\. It is left out\. The columns are: /),
  )
  expect(reasons).toContainEqual(
    expect.stringMatching(/^lot_nr: .* Did you mean lotNum\? The columns are: lotNum, location, staff_notes\.$/),
  )
})
