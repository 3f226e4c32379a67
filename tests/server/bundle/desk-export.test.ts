import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { readTables, type SourceTable } from '#server/tables/source-table.ts'
import { useFreshArchive } from '../use-archive.ts'
import { openTestArchive } from '../fixtures.ts'
import { bundleOf, freshArchive, freshFolder, recordsAlone } from './fresh-archive.ts'

const ITEMS = [
  { id: 1, type: 'photograph', title: '=The mill', general_description: 'One\nTwo', people: [1], visibility: 'draft', staff_notes: 'Ask Ann' },
  { id: 2, type: 'object', title: 'Wheel of the mill', visibility: 'published', archival_identifier: '-2', date_start: '1880s' },
  { id: 3, type: 'object', title: 'Boat', visibility: 'published' },
  { id: 4, type: 'event', title: 'Fire', visibility: 'draft', state: 'returned' },
] // prettier-ignore
const PEOPLE = [
  { id: 1, first_name: 'Ann', surname: 'Orr', date_of_birth: '1850', date_of_death: '1901' },
  { id: 2, first_name: 'Bo', surname: 'Orr', biography: 'Secret', date_of_birth: '2001' },
]
const town = useFreshArchive(async () => {
  const opened = await openTestArchive({})
  const folder = await bundleOf({ 'items.json': ITEMS, 'people.json': PEOPLE })
  expect((await importBundle({ folder, db: opened.db, media: opened.media })).issues).toEqual([])
  return opened
})

async function fileOf(query: string) {
  const link = await town.send(`/api/review/export/?${query}`, { as: 'staff' })
  if (link.status !== 200) return { status: link.status, errors: link.json, name: '', bytes: Buffer.alloc(0) }
  // As a browser downloads it: without a token.
  const { href } = link.json as { href: string }
  const file = await town.app.inject(href)
  expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'private, no-store'])
  return { ...{ status: 200, errors: {} }, name: String(file.headers['content-disposition']), bytes: file.rawPayload }
}
async function tableOf(bytes: Buffer, name: string): Promise<SourceTable> {
  const path = join(await freshFolder(), name)
  await writeFile(path, bytes)
  return (await readTables(path))[0]!
}
async function titlesIn(query: string) {
  const table = await tableOf((await fileOf(`${query}&format=csv`)).bytes, 'items.csv')
  const at = table.headings.indexOf('title')
  const titles: string[] = []
  for await (const { cells } of table.rows()) titles.push(cells[at]!)
  return titles
}

test('a file has what the filters list, or published records with the same ones', async () => {
  expect(await titlesIn('kind=items')).toEqual(['=The mill'])
  expect(await titlesIn('kind=items&state=returned')).toEqual(['Fire'])
  expect(await titlesIn('kind=items&state=published')).toEqual(['Wheel of the mill', 'Boat'])
  expect(await titlesIn('kind=items&state=published&search=MILL')).toEqual(['Wheel of the mill'])
  expect(await titlesIn('kind=items&state=published&type=object&author=5').catch(String)).toContain('empty')
  const none = await fileOf('kind=items&search=zeppelin&format=csv')
  expect(none).toMatchObject({ status: 400, errors: { state: ['There are no such records.'] } })
})

test('CSV opens in spreadsheets as it is, with names and notes of the staff, and comes back unchanged', async () => {
  const { name, bytes } = await fileOf('kind=items&format=csv')
  expect(name).toMatch(/^attachment; filename="items-\d{4}-\d\d-\d\d\.csv"$/)
  const text = bytes.toString()
  expect(text).toMatch(/^\uFEFFid,/)
  for (const part of ["'=The mill", '"One\nTwo"', 'Ask Ann', '"Orr, Ann"']) expect(text).toContain(part)
  const published = (await fileOf('kind=items&state=published&format=csv')).bytes
  const people = (await fileOf('kind=people&state=published&format=csv')).bytes
  const again = await freshArchive()
  expect((await importBundle({ folder: await bundleOf({ 'items.csv': published, 'people.csv': people }), ...again })).issues).toEqual([]) // prettier-ignore
  const here = await recordsAlone(town.db)
  expect((await recordsAlone(again.db))['person']).toEqual(here['person'])
  expect((await recordsAlone(again.db))['item']).toEqual(
    here['item']!.filter((row) => String(row).includes('"published"')),
  )
})

test('a workbook has the same cells as text', async () => {
  const { bytes } = await fileOf('kind=items&state=published&format=xlsx')
  const table = await tableOf(bytes, 'items.xlsx')
  const rows: string[][] = []
  for await (const { cells } of table.rows()) rows.push(cells)
  const cellOf = (heading: string) => rows[0]![table.headings.indexOf(heading)]
  expect([cellOf('title'), cellOf('archival_identifier')]).toEqual(['Wheel of the mill', '-2'])
})

test('Dublin Core and GEDCOM have what visitors see, of published records only', async () => {
  const xml = (await fileOf('kind=items&state=published&format=dublin-core&search=wheel')).bytes.toString()
  expect(xml.match(/<record>/g)).toHaveLength(1)
  expect(xml).toContain('<dc:title>Wheel of the mill</dc:title>')
  const family = (await fileOf('kind=people&state=published&format=gedcom')).bytes.toString()
  expect(family).toMatch(/NAME Ann \/Orr\/[^]*NAME Bo \/Orr\//)
  expect(family).not.toMatch(/Secret|2001/)
  const refusals = ['kind=people&state=published&format=dublin-core', 'kind=items&format=dublin-core']
  for (const query of refusals)
    expect(await fileOf(query)).toMatchObject({
      ...{ status: 400, errors: { format: ['This format is for published items, as visitors see them.'] } },
    })
  expect(await fileOf('kind=lots&format=pdf')).toMatchObject({ status: 400, errors: { kind: [expect.any(String)], format: [expect.any(String)] } }) // prettier-ignore
})

test('an address is good for what it was made for, and for nobody without one', async () => {
  const { href } = (await town.send('/api/review/export/?kind=items&format=csv', { as: 'staff' })).json as {
    href: string
  }
  expect((await town.app.inject(href.replace('kind=items', 'kind=people'))).statusCode).toBe(404)
  expect((await town.app.inject(href.replace(/key=./, 'key=x'))).statusCode).toBe(404)
  expect((await town.send('/api/review/export/?kind=items&format=csv', { as: 'volunteer' })).status).toBe(403)
})
