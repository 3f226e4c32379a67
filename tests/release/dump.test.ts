import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDump } from '#release/dump/write-dump.ts'
import { anItem, anOrganization, aPerson, archiveOf, aZone } from '../snapshot/pages/browse/small-archive.ts'

const SITE = 'https://town.example'
const MOMENT = '2026-01-02T03:04:05Z'
const items = [
  ...Array.from({ length: 2500 }, (_, at) => anItem(at + 1, { updated_at: `2026-02-0${(at % 9) + 1}T00:00:00Z` })),
  anItem(4000, {
    title: 'Quotes "and", commas',
    general_description: 'Two\nlines',
    copyright_info: 'Public Domain',
    subject: [
      { id: 1, subject_name: 'Mills' },
      { id: 2, subject_name: 'Trains' },
    ],
    updated_at: MOMENT,
  }),
]
const archive = archiveOf({
  items,
  people: [aPerson(1, { first_name: 'Agnes', surname: 'Doe', date_of_birth: 18500000 })],
  organizations: [anOrganization(7, 'Mill Company')],
  locations: [aZone(3, '4 Rail Road')],
})
archive.meta.gone = [{ id: 77, at: '2025-12-31T00:00:00Z' }]

interface Resource {
  name: string
  path: string
  bytes: number
  hash: string
  schema?: { fields: { name: string }[] }
}
let root: string
let resources: Resource[]
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lotline-dump-'))
  writeDump(archive, root, `${SITE}/`)
  resources = (json('datapackage.json') as { resources: Resource[] }).resources
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
const read = (name: string) => readFileSync(join(root, 'dump', name))
const json = (name: string): unknown => JSON.parse(read(name).toString())
const rowsOf = (kind: string) => parse<Record<string, string>>(read(`${kind}.csv`), { columns: true })
const thingsOf = (kind: string) =>
  read(`${kind}.jsonl`)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('the data package names every file with its size and checksum', () => {
  expect(resources.map(({ name }) => name)).toEqual([
    ...['items', 'people', 'organizations', 'locations'].flatMap((kind) => [kind, `${kind}-json-ld`]),
    'linked-places',
  ])
  for (const { path, bytes, hash } of resources) {
    const content = read(path)
    expect(content.length).toBe(bytes)
    expect(hash).toBe(`sha256:${createHash('sha256').update(content).digest('hex')}`)
  }
})

test('each kind has a row and a line for each record, and the columns that the package describes', () => {
  const count = { items: items.length, people: 1, organizations: 1, locations: 1 }
  for (const [kind, expected] of Object.entries(count)) {
    const [rows, things] = [rowsOf(kind), thingsOf(kind)]
    expect([rows.length, things.length]).toEqual([expected, expected])
    const fields = resources.find(({ name }) => name === kind)!.schema!.fields.map(({ name }) => name)
    expect(Object.keys(rows[0]!)).toEqual(fields)
    expect(things[0]!['@context']).toBe('https://schema.org')
  }
})

test('a row has the texts as they are, and what is stated about its rights', () => {
  const [first, last] = [rowsOf('items')[0]!, rowsOf('items').at(-1)!]
  expect(last).toMatchObject({
    ...{ id: '4000', url: `${SITE}/itemview/4000/`, title: 'Quotes "and", commas', description: 'Two\nlines' },
    subject: 'Mills | Trains',
    rights: 'Public Domain Mark 1.0 Universal | https://creativecommons.org/publicdomain/mark/1.0/',
  })
  // Nothing is stated: the archive's own licence is none of the item.
  expect(first['rights']).toBe('')
  const [plain, stated] = [thingsOf('items')[0]!, thingsOf('items').at(-1)!]
  expect(stated).toMatchObject({
    name: 'Quotes "and", commas',
    copyrightNotice: 'Public Domain Mark 1.0 Universal',
    license: 'https://creativecommons.org/publicdomain/mark/1.0/',
  })
  expect(Object.keys(plain)).not.toContain('license')
})

test('changes of IIIF documents are pages of an ordered collection, oldest first', () => {
  const all = json('iiif-changes.json') as Record<string, never>
  expect(all).toMatchObject({
    '@context': 'http://iiif.io/api/discovery/1/context.json',
    type: 'OrderedCollection',
    totalItems: items.length + 1,
    first: { id: `${SITE}/dump/iiif-changes-0.json`, type: 'OrderedCollectionPage' },
    last: { id: `${SITE}/dump/iiif-changes-2.json` },
  })
  interface Page {
    prev?: { id: string }
    next?: { id: string }
    orderedItems: { type: string; object: { id: string }; endTime: string }[]
  }
  const pages = [0, 1, 2].map((at) => json(`iiif-changes-${at}.json`) as Page)
  expect(pages.map(({ orderedItems }) => orderedItems.length)).toEqual([1000, 1000, 502])
  expect([pages[0]!.prev, pages[1]!.prev!.id, pages[2]!.next]).toEqual([
    undefined,
    `${SITE}/dump/iiif-changes-0.json`,
    undefined,
  ])
  const changes = pages.flatMap(({ orderedItems }) => orderedItems)
  expect(changes[0]).toMatchObject({ type: 'Delete', object: { id: `${SITE}/iiif/item/77/manifest.json` } })
  expect(changes[1]).toEqual({
    type: 'Update',
    object: { id: `${SITE}/iiif/item/4000/manifest.json`, type: 'Manifest' },
    endTime: MOMENT,
  })
  expect(changes.map(({ endTime }) => endTime)).toEqual(changes.map(({ endTime }) => endTime).toSorted())
})

test('the same archive gives the same bytes', () => {
  const before = Object.fromEntries(readdirSync(join(root, 'dump')).map((name) => [name, read(name)]))
  writeDump(archive, root, `${SITE}/`)
  for (const [name, content] of Object.entries(before)) expect(read(name).equals(content)).toBe(true)
})
