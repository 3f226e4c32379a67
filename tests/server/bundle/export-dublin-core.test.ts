import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportDublinCore } from '#server/bundle/export-dublin-core.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { importTables } from '#server/mapping/import-tables.ts'
import { createRepositories } from '#server/repositories/repositories.ts'
import { answerOai } from '#server/oai/answer.ts'
import { bundleOf, freshArchive, freshFolder } from './fresh-archive.ts'

const SITE = 'https://archive.example.org'
const people = [
  { id: 1, first_name: 'Ann', surname: 'Orr', date_of_birth: '1850', date_of_death: '1901' },
  { id: 2, first_name: 'Secret', surname: 'Draft', visibility: 'draft' },
]
const items = [
  {
    ...{ id: 1, type: 'photograph', title: '=Mill & "Co"', archival_identifier: 'M-1', visibility: 'published' },
    ...{ general_description: 'By the river.\nIn flood.', date_start: '1880s', creator: 1, people: [2], subject: [1] },
    ...{ rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/', publisher: 'Orr; Sons', language: 'en' },
    staff_notes: 'Not for the public',
  },
  { id: 2, type: 'event', title: 'Draft', visibility: 'draft' },
  { id: 3, type: 'object', title: 'Wheel', date_start: '1835', visibility: 'published' },
  { id: 4, type: 'object', title: 'Hidden', visibility: 'published', hidden_until: 'staff' },
]

async function exported() {
  const archive = await freshArchive()
  const files = { 'people.json': people, 'items.json': items, 'subjects.json': [{ id: 1, subject_name: 'Milling' }] }
  expect((await importBundle({ folder: await bundleOf(files), ...archive })).issues).toEqual([])
  const folder = await freshFolder()
  expect(await exportDublinCore(archive.db, folder, SITE)).toBe(2)
  const read = (name: string) => readFile(join(folder, `dublin-core.${name}`), 'utf8')
  return { db: archive.db, folder, xml: await read('xml'), csv: await read('csv') }
}

test('what visitors see of items leaves as one answer of OAI-PMH, as a catalogue would harvest it', async () => {
  const { db, xml, csv } = await exported()
  const request = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set: 'items' }
  const answer = await answerOai(createRepositories(db), { site: SITE, base: `${SITE}/oai`, arguments: request })
  const recordsOf = (text: string) =>
    text.match(/<record>[^]*?<\/record>/g)!.filter((each) => !each.includes('status="deleted"'))
  expect(recordsOf(xml)).toEqual(recordsOf(answer))
  const frame = (text: string) =>
    text
      .replace(/<record>[^]*<\/record>/, '')
      .replace(/<responseDate>.*Z/, '')
      .replace(/\s+/g, '')
  expect(frame(xml)).toBe(frame(answer))
  expect(xml).toContain('<dc:title>=Mill &amp; &quot;Co&quot;</dc:title>')
  for (const text of [xml, csv]) expect(text).not.toMatch(/Secret|Draft|Hidden|Not for the public/)
})

test('the table of them is read by our own preset', async () => {
  const { folder, csv } = await exported()
  expect(csv.slice(0, 50)).toMatch(/^\uFEFFidentifier,title,/)
  expect(csv).toContain('"\'=Mill & ""Co"""')
  const second = await freshArchive()
  const paths = [join(folder, 'dublin-core.csv')]
  const given = { paths, source: 'them', workFolder: await freshFolder(), ...second }
  const { report, presets } = await importTables(given)
  expect([...presets.values()]).toEqual(['Dublin Core'])
  expect(report).toMatchObject({ imported: true, issues: [] })
  const columns = ['archival_identifier', 'title', 'type', 'general_description', 'date_start', 'date_end', 'rights', 'publisher', 'language'] as const // prettier-ignore
  const rows = await second.db.selectFrom('item').select(columns).orderBy('id').execute()
  expect(rows).toMatchObject([
    {
      ...{
        archival_identifier: 'M-1',
        title: '=Mill & "Co"',
        type: 'photograph',
        publisher: 'Orr; Sons',
        language: 'en',
      },
      ...{ general_description: 'By the river.\nIn flood.', date_start: 18800000, date_end: 18890000 },
      rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
    },
    { archival_identifier: `${SITE}/itemview/3/`, title: 'Wheel', type: 'object', date_start: 18350000 },
  ])
  const names = await second.db.selectFrom('person').select(['first_name', 'surname']).execute()
  expect(names).toEqual([{ first_name: 'Ann', surname: 'Orr' }])
})
