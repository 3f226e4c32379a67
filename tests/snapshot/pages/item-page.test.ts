import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { organization as organizationRow } from '#contract/organization.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { itemJsonLd, jsonLdText } from '#snapshot/pages/json-ld.ts'
import { aPerson, aZone, anItem, archiveOf } from './archive-of.ts'

const SITE = new URL('https://archive.example/')
const fond = {
  id: 1,
  collection_name: 'Fonds',
  collection_description: '',
  hierarchy: 'fond',
  parent_collection: null,
} as const
const file = {
  id: 2,
  collection_name: 'File',
  collection_description: '',
  hierarchy: 'file',
  parent_collection: 1,
} as const
const rich = anItem(1, {
  title: 'The mill',
  date_start: 19010300,
  general_description: 'A mill.',
  location: { id: 5, name: 'Zone 5' },
  people: [aPerson(7), aPerson(8)],
  collection: file,
  item_scans: [{ id: 3, width: 4000, height: 3000, version: 'x' }, { id: 4 }],
  archival_identifier: 'B 1',
  copyright_info: 'Public Domain',
  contributed_by: 'Wilhelmina Tait',
})
const archive = archiveOf(
  {
    items: [rich, anItem(2, { location: { id: 5, name: 'Zone 5' } })],
    people: [aPerson(7)],
    locations: [aZone(5)],
    collections: [fond, file],
  },
  'https://api.example',
)

describe('an item', () => {
  test('has the rows of spec §2 in order, with links to records that have a page', () => {
    const page = itemPage(archive, 1)!
    expect(page.record.map((row) => row.term)).toEqual([
      'Title',
      'Description',
      'Date',
      'Location',
      'Type',
      'People',
      'Collection',
      'Contributed by',
      'Identifier',
      'Rights',
    ])
    expect(page.record.find((row) => row.term === 'People')!.values).toEqual([
      { text: 'Ada Calder 7', href: '/person-overview/7/' },
      { text: 'Ada Calder 8' },
    ])
  })

  test('links subjects and the collection to a search, and to their own page if they have one', () => {
    const subject = { id: 4, subject_name: 'Mills', subject_description: '', subject_parent: null }
    const item = { ...rich, subject: [{ id: 4, subject_name: 'Mills' }, { id: 6, subject_name: 'Lost' }] } // prettier-ignore
    const page = itemPage(archiveOf({ items: [item], subjects: [subject], collections: [fond, file] }), 1)!
    const values = (term: string) => page.record.find((row) => row.term === term)!.values
    expect(values('Subjects')).toEqual([
      { text: 'Mills', href: '/collection/?subjects=4', about: '/subjects/4/' },
      { text: 'Lost', href: '/collection/?subjects=6' },
    ])
    expect(values('Collection')).toEqual([
      { text: 'File', href: '/collection/?collection=2', about: '/collections/2/' },
    ])
  })

  test('leads to the items before and after it in its collection, or else at its place', () => {
    const item = (id: number, more: object) => anItem(id, { date_start: 19000000 + id * 10_000, ...more })
    const place = { location: { id: 5, name: 'Zone 5' } }
    const items = [
      item(1, { collection: file }),
      item(2, place),
      item(3, { collection: file, ...place }),
      item(4, place),
    ]
    const all = archiveOf({ items, collections: [fond, file], locations: [aZone(5)] })
    const near = [1, 2, 3, 4, 5].map((id) => itemPage(all, id)).map((page) => page && [page.previous, page.next])
    expect(near).toEqual([
      [undefined, '/itemview/3/'],
      [undefined, '/itemview/3/'],
      ['/itemview/1/', undefined],
      ['/itemview/3/', undefined],
      undefined,
    ])
  })

  test('has its largest JPEG for other sites', () => {
    expect(itemPage(archive, 1)!.picture).toEqual({
      src: 'https://api.example/api/scan/image/3/?format=jpeg&v=x',
      alt: 'The mill',
    })
    expect(itemPage(archive, 2)!.picture).toBeNull()
  })

  test('leads to its decade', () => {
    expect([1, 2].map((id) => itemPage(archive, id)!.decade)).toEqual(['/decades/1900s/', undefined])
  })

  test('offers downloads with sizes, its manifest and its rights', () => {
    const { tools } = itemPage(archive, 1)!
    expect(tools.downloads).toEqual([
      {
        href: 'https://api.example/api/scan/image/3/?format=jpeg&v=x',
        text: 'Download picture 1',
        size: 'JPEG, 4,000 × 3,000',
        name: 'B-1-1.jpg',
      },
      {
        href: 'https://api.example/api/scan/image/4/',
        text: 'Download picture 2',
        size: 'JPEG',
        name: 'B-1-2.jpg',
      },
    ])
    expect(tools).toMatchObject({
      manifest: '/iiif/item/1/manifest.json',
      rights: { text: 'Public Domain Mark 1.0 Universal' },
    })
    const unsaid = itemPage(archive, 2)!
    expect(unsaid.tools.rights).toMatchObject({ uri: '', href: '', text: 'Rights not recorded' })
    expect(unsaid.record.some((row) => row.term === 'Rights')).toBe(false)
  })

  test.each([
    ['video', 'https://youtu.be/abc', { kind: 'video', host: 'youtu.be', player: 'https://www.youtube-nocookie.com/embed/abc' }], // prettier-ignore
    ['oral_history', 'https://sound.example/7', { kind: 'recording', host: 'sound.example', player: null }],
    ['photograph', 'https://youtu.be/abc', null],
    ['video', '', null],
  ])('%s with the link %j has the recording %j', (type, externalRecordURL, expected) => {
    const page = itemPage(archiveOf({ items: [anItem(1, { type, externalRecordURL })] }), 1)!
    if (expected === null) expect(page.recording).toBeNull()
    else expect(page.recording).toMatchObject(expected)
  })

  test("has picture URLs on the archive's API, the first with its size", () => {
    const [first, second] = itemPage(archive, 1)!.pictures
    expect(first).toMatchObject({
      width: 960,
      height: 720,
      full: 'https://api.example/api/scan/image/3/?format=jpeg&v=x',
    })
    expect(second).toMatchObject({ width: null, src: 'https://api.example/api/scan/image/4/' })
  })

  test('has breadcrumbs from the collection page', () => {
    expect(itemPage(archive, 1)!.trail.map((link) => link.text)).toEqual(['Collection', 'Fonds', 'File', 'The mill'])
  })

  test('shows related items, never itself', () => {
    const [place] = itemPage(archive, 1)!.related
    expect(place).toMatchObject({ title: 'From the same place', href: '/zone-overview/5/' })
    expect(place!.list.register.flatMap((part) => part.items.map((item) => item.href))).toEqual(['/itemview/2/'])
  })

  test("an event's heading has its date; an unknown id has no page", () => {
    const events = archiveOf({ items: [anItem(1, { type: 'event', title: 'Regatta', date_start: 19010703 })] })
    expect(itemPage(events, 1)!.heading).toBe('Event: Regatta (3 July 1901)')
    expect(itemPage(events, 9)).toBeUndefined()
  })
})

describe('JSON-LD', () => {
  test('names the organization that made it beside the person, and is on its page', () => {
    const creator_organization = { id: 3, name: 'Hale Studio' }
    const organization = { ...creator_organization, altname: [], description: '' }
    const made = archiveOf({
      items: [anItem(1, { creator: aPerson(7), creator_organization })],
      organizations: [v.parse(organizationRow, organization)],
    })
    const page = itemPage(made, 1)!
    expect(page.record.find((row) => row.term === 'Creator')!.values).toEqual([
      { text: 'Ada Calder 7' },
      { text: 'Hale Studio', href: '/org-overview/3/' },
    ])
    expect(itemJsonLd(page, SITE)['creator']).toEqual([
      { '@type': 'Person', name: 'Ada Calder 7' },
      { '@type': 'Organization', name: 'Hale Studio' },
    ])
    expect(made.itemsOfOrganization(3).map(({ id }) => id)).toEqual([1])
  })

  test('names the archive as holder, with absolute URLs', () => {
    expect(itemJsonLd(itemPage(archive, 1)!, SITE)).toMatchObject({
      '@type': ['Photograph', 'ArchiveComponent'],
      url: 'https://archive.example/itemview/1/',
      image: 'https://api.example/api/scan/image/3/?format=jpeg&v=x',
      temporalCoverage: '1901-03',
      holdingArchive: { '@id': 'https://archive.example/#archive' },
      contentLocation: { '@type': 'Place', name: 'Zone 5' },
    })
  })

  test.each([
    [
      'https://youtu.be/abc',
      { embedUrl: 'https://www.youtube-nocookie.com/embed/abc', sameAs: 'https://youtu.be/abc' },
    ],
    ['https://evil.example/watch?v=abc', { sameAs: 'https://evil.example/watch?v=abc' }],
    ['https://www.youtube.com/playlist?list=a', { sameAs: 'https://www.youtube.com/playlist?list=a' }],
  ])('of a video at %s: only a player that the society allows is one', (externalRecordURL, expected) => {
    const { embedUrl, sameAs } = itemJsonLd(
      itemPage(archiveOf({ items: [anItem(1, { type: 'video', externalRecordURL })] }), 1)!,
      SITE,
    )
    expect({ embedUrl, sameAs }).toEqual({ embedUrl: undefined, ...expected })
  })

  test('no text can close the script element', () => {
    const hostile = archiveOf({ items: [anItem(1, { title: '</script><script>alert(1)</script><!--' })] })
    const text = jsonLdText([itemJsonLd(itemPage(hostile, 1)!, SITE)])
    expect(text).not.toContain('<')
    expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script><!--')
  })
})
