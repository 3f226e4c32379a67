import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fetchedName } from '#server/mapping/map-tables.ts'
import { freshArchive } from '../bundle/fresh-archive.ts'
import { rowsOf, tablesIn } from '../tables/make-files.ts'
import { importBundle, mapped } from './tables.ts'

type Rows = Record<string, unknown>[]

/** Maps a file as it is guessed and imports it; every cell must have an outcome. */
async function importFile(name: string, content: string, files: string[] = []) {
  const { db, media } = await freshArchive()
  const tables = await tablesIn(name, content)
  const all = await mapped(tables, { db, files })
  let cells = 0
  for (const table of tables) for (const row of await rowsOf(table)) cells += row.cells.filter(Boolean).length
  const told = all.losses.flatMap(({ counts }) => Object.values(counts)).reduce((sum, count) => sum + count, 0)
  expect(told).toBe(cells)
  expect(all.questions).toEqual([])
  const list = async (of: string) => JSON.parse(await readFile(join(all.target, `${of}.json`), 'utf8')) as Rows
  const { issues } = await importBundle({ folder: all.target, source: name, db, media })
  return { db, list, issues, ...all }
}

test('records of MODS become items with names, dates, rights and their collection', async () => {
  const { list, db, issues } = await importFile(
    'mods.xml',
    `<mods xmlns="http://www.loc.gov/mods/v3" xmlns:xlink="x"><titleInfo><title>The mill</title></titleInfo>
    <name><namePart>Ross, Ada</namePart><namePart type="date">1871-1940</namePart><role><roleTerm>photographer</roleTerm></role></name>
    <typeOfResource>still image</typeOfResource><genre>Postcards</genre><originInfo><dateCreated>1905</dateCreated><publisher>Orr</publisher></originInfo>
    <subject><topic>Mills</topic></subject><subject><topic>Fires</topic></subject><identifier type="local">x1</identifier>
    <accessCondition type="useAndReproduction" xlink:href="http://rightsstatements.org/page/NoC-US/1.0/?language=en">Free</accessCondition>
    <location><url>https://example.org/1</url><shelfLocator>B 3</shelfLocator></location><abstract>First.</abstract><abstract>Second.</abstract>
    <relatedItem type="host"><titleInfo><title>Mill papers</title></titleInfo></relatedItem><physicalDescription><extent>9 cm</extent></physicalDescription></mods>`,
  )
  expect(issues).toEqual([])
  expect(await list('items')).toMatchObject([
    {
      ...{ title: 'The mill', type: 'postcard', date_start: '1905', publisher: 'Orr', archival_identifier: 'x1' },
      ...{ rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/', externalRecordURL: 'https://example.org/1' },
      ...{ shelf_location: 'B 3', general_description: 'First.\n\nSecond.', extent: '9 cm' },
    },
  ])
  expect(await db.selectFrom('item_subject').select('subject_id').execute()).toHaveLength(2)
  expect(await db.selectFrom('collection').select('collection_name').execute()).toEqual([
    { collection_name: 'Mill papers' },
  ])
})

test('a finding aid becomes collections within each other, and items in them', async () => {
  const { list, db, issues } = await importFile(
    'aid.xml',
    `<ead><eadheader><eadid>a7</eadid></eadheader><archdesc level="fonds"><did><unittitle>Orr papers</unittitle></did><dsc>
    <c01 level="series"><did><unittitle>Letters</unittitle></did><c02 level="subseries"><did><unittitle>Home</unittitle></did>
    <c03 level="file"><did><unittitle>To Ada</unittitle><unitid>7/1</unitid><unitdate normal="1901/1903">1901 to 1903</unitdate><container type="box">1</container><container type="folder">2</container></did><controlaccess><persname>Ross, Ada</persname></controlaccess></c03></c02></c01>
    <c01 level="series"><did><unittitle>Letters</unittitle></did></c01></dsc></archdesc></ead>`,
  )
  expect(issues).toEqual([])
  const collections = db
    .selectFrom('collection as one')
    .leftJoin('collection as parent', 'parent.id', 'one.parent_collection')
  expect(
    await collections
      .select(['one.collection_name', 'one.hierarchy', 'parent.collection_name as parent'])
      .orderBy('one.hierarchy')
      .execute(),
  ).toEqual([
    { collection_name: 'Orr papers', hierarchy: 'fond', parent: null },
    { collection_name: 'Letters', hierarchy: 'series', parent: 'Orr papers' },
    { collection_name: 'Letters', hierarchy: 'series', parent: 'Orr papers' },
    { collection_name: 'Home', hierarchy: 'subseries', parent: 'Letters' },
  ])
  expect(await list('items')).toMatchObject([
    {
      ...{ title: 'To Ada', type: 'paper_record', archival_identifier: '7/1', date_start: '1901', date_end: '1903' },
      ...{ date_start_text: '1901 to 1903', shelf_location: 'box 1; folder 2' },
    },
  ])
})

test('records of OAI-PMH are known by the identifier of their server', async () => {
  const { list } = await importFile(
    'oai.xml',
    `<OAI-PMH><ListRecords><record><header><identifier>oai:x:1</identifier><datestamp>2020-01-01</datestamp><setSpec>maps</setSpec></header><metadata><oai_dc:dc xmlns:dc="x">
    <dc:title>A map</dc:title><dc:identifier>m1</dc:identifier><dc:type>Text</dc:type><dc:type>Postcard</dc:type><dc:subject>Roads; Rivers</dc:subject><dc:date>1905</dc:date><dc:date>2011</dc:date></oai_dc:dc></metadata></record></ListRecords></OAI-PMH>`,
  )
  const [item] = await list('items')
  expect(item).toMatchObject({ title: 'A map', archival_identifier: 'm1', type: 'postcard', date_start: '1905' })
  expect(item!['subject']).toHaveLength(2)
  expect(item!['staff_notes']).toContain('date (2): 2011')
})

test('pictures of a manifest are addresses in the notes until they were fetched', async () => {
  const picture = 'https://iiif.example.org/a/full/max/0/default.jpg'
  const manifest = JSON.stringify({
    ...{ '@context': 'http://iiif.io/api/presentation/3/context.json', id: 'https://example.org/m', type: 'Manifest' },
    label: { en: ['The mill'] },
    items: [{ items: [{ items: [{ body: { id: picture, type: 'Image' } }] }] }],
  })
  const before = await importFile('manifest.json', manifest)
  expect([...before.webFiles]).toEqual([picture])
  expect(await before.list('items')).toMatchObject([{ title: 'The mill', staff_notes: `File: ${picture}` }])

  const { db } = await freshArchive()
  const tables = await tablesIn('manifest.json', manifest)
  const files = [`${fetchedName(picture)}.jpeg`]
  expect(files[0]).toMatch(/^a-[0-9a-f]{12}\.jpeg$/)
  const after = await mapped(tables, { db, files })
  expect(after.webFiles.size + after.filesWithoutRow.length).toBe(0)
})
