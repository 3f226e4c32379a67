import { Traverse } from '@iiif/parser'
import { presentation3StrictUpgrade } from '@iiif/parser/strict'
import fc from 'fast-check'
import sharp from 'sharp'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { collection } from '#contract/collection.ts'
import { link, plain } from '#release/files/iiif/common.ts'
import { itemManifestOf } from '#release/files/iiif/item-manifest.ts'
import { iiifDocuments } from '#release/files/iiif/collection-manifest.ts'
import { headersFile } from '#release/files/security.ts'
import {
  collectionManifest,
  itemManifest,
  UNCOLLECTED_MANIFEST,
  PLACEHOLDER_PICTURE,
  TOP_MANIFEST,
} from '#rules/media/iiif-addresses.ts'
import { society } from '#society'
import { anItem, aPerson, archiveOf, aZone } from '../../snapshot/pages/archive-of.ts'
import { checkCollection, checkManifest, checkValue } from './presentation-checks.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import { runs } from '../../setup/length.ts'

const SITE = 'https://archive.example'
const aCollection = (id: number, parent_collection: number | null = null) =>
  v.parse(collection, {
    id,
    collection_name: `Collection ${id}`,
    collection_description: id === 1 ? '<b>Everything</b>' : '',
    hierarchy: 'fond',
    parent_collection,
  })
const scan = (id: number, width = 2400, height = 1600) => ({ id, order: 1, width, height, version: '0123456789abcdef' })

const archive = () =>
  archiveOf({
    locations: [aZone(5)],
    people: [aPerson(3)],
    collections: [aCollection(1), aCollection(2, 1), aCollection(3, 99)],
    items: [
      anItem(1, {
        title: 'The <mill> in winter',
        general_description: '<script>alert(1)</script>',
        date_start: 18310200,
        location: { id: 5, name: 'Zone 5' },
        people: [
          { id: 3, first_name: 'Ada', surname: 'Calder 3' },
          { id: 4, first_name: 'Draft', surname: '' },
        ],
        collection: { id: 2, collection_name: 'Collection 2' },
        item_scans: [scan(7), scan(8, 24_000, 1000)],
        copyright_info: 'Public Domain',
      }),
      anItem(2, {
        type: 'video',
        externalRecordURL: 'https://www.youtube.com/watch?v=x&y=1',
        copyright_info: 'User Responsibility',
      }),
      anItem(3, {
        type: 'event',
        title: 'Fair',
        date_start: 19000000,
        collection: { id: 77, collection_name: 'Draft' },
      }),
      anItem(4, { item_scans: [{ id: 9 }], collection: { id: 1, collection_name: 'Collection 1' } }),
    ],
  })
const documents = (site = SITE) => new Map(iiifDocuments(archive(), site))
const read = (address: string) => documents().get(address) as never

/** What the parser that viewers are made with has to say of a manifest. */
function warningsOf(document: object): string[] {
  const state = { warnings: [] as string[] }
  presentation3StrictUpgrade(structuredClone(document) as Parameters<typeof presentation3StrictUpgrade>[0], state)
  return state.warnings
}

test("every item has a manifest that is valid by the specification and the viewers' parser", () => {
  for (const id of [1, 2, 3, 4]) {
    const document = read(itemManifest(id))
    checkManifest(document)
    expect(warningsOf(document)).toEqual([])
  }
})

test('what is in a manifest', () => {
  expect(read(itemManifest(1))).toMatchObject({
    id: `${SITE}/iiif/item/1/manifest.json`,
    label: { [society.language]: ['The <mill> in winter'] },
    summary: { [society.language]: ['<span>&lt;script&gt;alert(1)&lt;/script&gt;</span>'] },
    navDate: '1831-02-01T00:00:00Z',
    rights: 'http://creativecommons.org/publicdomain/mark/1.0/',
    homepage: [{ id: `${SITE}/itemview/1/` }],
    partOf: [{ id: `${SITE}/iiif/collection/2/manifest.json` }],
    thumbnail: [{ id: `${SITE}/media/scan/0/7-320.jpg?v=0123456789abcdef`, width: 320, height: 213 }],
    items: [
      {
        width: 2400,
        height: 1600,
        items: [
          {
            items: [
              {
                body: {
                  id: `${SITE}/api/scan/iiif/7/0123456789abcdef/full/max/0/default.jpg`,
                  width: 2048,
                  height: 1365,
                  service: [{ id: `${SITE}/api/scan/iiif/7/0123456789abcdef` }],
                },
              },
            ],
          },
        ],
      },
      { width: 24_000, height: 1000 },
    ],
  })
  const { metadata } = read(itemManifest(1)) as { metadata: { label: object; value: object }[] }
  const rows = Object.fromEntries(
    metadata.map(({ label, value }) => [Object.values(label).flat()[0], Object.values(value).flat()]),
  )
  expect(rows).toEqual({
    Date: ['February 1831'],
    Location: [`<a href="${SITE}/zone-overview/5/">Zone 5</a>`],
    Type: ['Photograph'],
    People: [`<a href="${SITE}/person-overview/3/">Ada Calder 3</a>`, 'Draft'],
    Collection: [expect.stringMatching(/^<a href="https:\/\/archive\.example\/coll\S+">Collection 2<\/a>$/)],
  })
})

test('an item without a picture has a placeholder canvas, a video a link', async () => {
  expect(read(itemManifest(3))).toMatchObject({
    label: { [society.language]: ['Event: Fair (1900)'] },
    partOf: [{ id: SITE + UNCOLLECTED_MANIFEST }],
    items: [{ width: 1200, height: 900, items: [{ items: [{ body: { id: SITE + PLACEHOLDER_PICTURE.address } }] }] }],
  })
  expect(read(itemManifest(3))).not.toHaveProperty('rights')
  // A drawing is no picture of the item: nobody is to list it as one.
  expect(JSON.stringify(read(itemManifest(3)))).not.toContain('"thumbnail"')
  const { width, height } = PLACEHOLDER_PICTURE
  expect(await sharp(`public${PLACEHOLDER_PICTURE.address}`).metadata()).toMatchObject({
    format: 'jpeg',
    width,
    height,
  })
  expect(read(itemManifest(2))).toMatchObject({ rights: 'http://rightsstatements.org/vocab/CNE/1.0/' })
  expect(JSON.stringify(read(itemManifest(2)))).toContain('<a href=\\"https://www.youtube.com/watch?v=x&amp;y=1\\">')
})

test('a scan without size and version (from another kind of server) has no tiles', () => {
  const [canvas] = (read(itemManifest(4)) as { items: { items: { items: { body: object }[] }[] }[] }).items
  expect(canvas!.items[0]!.items[0]!.body).toEqual({
    id: `${SITE}/api/scan/image/9/`,
    type: 'Image',
    format: 'image/jpeg',
  })
})

test('every collection and item is reachable from the top, and nothing else', () => {
  const all = documents()
  const reached = new Set<string>()
  const walk = (address: string) => {
    if (reached.size === reached.add(address).size) return
    const document = all.get(address) as { type: string } | undefined
    expect([address, document]).toEqual([address, expect.anything()])
    if (document!.type === 'Manifest') return
    for (const member of checkCollection(document!)) walk(member.slice(SITE.length))
  }
  walk(TOP_MANIFEST)
  expect([...reached].sort()).toEqual([...all.keys()].sort())
  expect(checkCollection(read(collectionManifest(1)))).toEqual([SITE + collectionManifest(2), SITE + itemManifest(4)])
})

test('the parser reads a collection and its members', () => {
  const found: string[] = []
  new Traverse({ manifest: [(each) => (found.push(each.id!), each)] }).traverseUnknown(
    structuredClone(read(collectionManifest(1)) as object),
  )
  expect(found).toEqual([SITE + itemManifest(4)])
})

test('pictures come from an API on another host', () => {
  const items = [anItem(1, { item_scans: [scan(7)] })]
  const [, document] = [...iiifDocuments(archiveOf({ items }, 'https://api.example'), `${SITE}/`)].at(-1)!
  expect(JSON.stringify(document)).toContain('"https://api.example/api/scan/iiif/7/')
  expect((document as { id: string }).id).toBe(`${SITE}/iiif/item/1/manifest.json`)
  checkManifest(document)
})

test('any text is displayed as it is', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '<script>', '</span>', ' ', '\0', 'a', '\ud800'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  )
  const [empty, item] = [archiveOf({}), anItem(1)]
  fc.assert(
    fc.property(nasty, nasty, (text, href) => {
      checkValue(plain(text))
      checkValue(link(text, href))
      checkValue(link(text, `https://x.example/${href}`))
      expect(escapeMarkup(text)).not.toMatch(/[<>"']/)
      const manifest = itemManifestOf(
        empty,
        { ...item, title: text, general_description: text },
        { site: SITE, api: SITE, pictures: '' },
      )
      checkManifest(manifest)
      expect(JSON.stringify(manifest).isWellFormed()).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

test('rights, holder and credit line are those of the item, by the URI that IIIF wants', () => {
  const said = {
    rights: 'https://creativecommons.org/licenses/by-nc/4.0/',
    rights_holder: 'J. <Orr>',
    credit_line: 'Gift of J. Orr',
  }
  const { lists } = archive()
  const manifest = itemManifestOf(archive(), { ...lists.items[0]!, ...said }, { site: SITE, api: SITE, pictures: '' })
  expect(manifest).toMatchObject({ rights: 'http://creativecommons.org/licenses/by-nc/4.0/' })
  const { requiredStatement } = manifest as { requiredStatement: { value: Record<string, string[]> } }
  expect(requiredStatement.value[society.language]).toEqual([
    'Gift of J. Orr',
    `${society.siteName}, ${society.name}`,
    'Rights: J. <Orr>',
    expect.stringContaining('CC BY-NC 4.0'),
  ])
  expect(JSON.stringify(read(itemManifest(3)))).not.toContain('creativecommons')
  checkManifest(manifest)
})

test('documents allow cross-origin reads', () => {
  expect(documents().has(itemManifest(5))).toBe(false)
  expect(headersFile({ a: 'b' })).toContain('/iiif/*\n  access-control-allow-origin: *\n')
})
