import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LastChanged } from '#components/HeadingAt.tsx'
import { sitemaps } from '#release/files/sitemap.ts'
import {
  collectionPageJsonLd,
  itemJsonLd,
  organizationJsonLd,
  personJsonLd,
  zoneJsonLd,
} from '#snapshot/pages/json-ld.ts'
import { collectionPages } from '#snapshot/pages/browse/collection-pages.ts'
import { pagesOfSubject } from '#snapshot/pages/browse/subject-pages.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import { aPerson, aZone, anItem, archiveOf } from './archive-of.ts'

const dates = { date_opened: null, date_opened_text: '', date_closed: null, date_closed_text: '' }
const withDates = (updated_at?: string) =>
  archiveOf({
    items: Array.from({ length: 91 }, (_, at) =>
      anItem(at + 1, { updated_at, subject: [{ id: 1, subject_name: 'Boats' }] }),
    ),
    people: [aPerson(1, { updated_at })],
    locations: [aZone(1, 0, { updated_at })],
    organizations: [{ id: 1, name: 'Mill', altname: [], description: '', ...dates, updated_at }],
    subjects: [{ id: 1, subject_name: 'Boats', subject_description: '', subject_parent: null, updated_at }],
    collections: [{ id: 1, collection_name: 'Albums', collection_description: '', hierarchy: 'fond', parent_collection: null, updated_at }], // prettier-ignore
  })
type Archive = ReturnType<typeof withDates>
const SITE = new URL('https://town.example')

const firstSubject = (archive: Archive) => pagesOfSubject(archive, archive.subject(1)!)[0]![1]()

const dateOf = (archive: Archive) => ({
  item: itemPage(archive, 1)!.changed,
  person: personPage(archive, 1)!.changed,
  organization: organizationPage(archive, 1)!.changed,
  zone: zonePage(archive, 1)!.zone.changed,
  subject: firstSubject(archive).changed,
  collection: collectionPages(archive).get('/collections/1/')!().changed,
})
const nodesOf = (archive: Archive) => [
  itemJsonLd(itemPage(archive, 1)!, SITE),
  personJsonLd(personPage(archive, 1)!, SITE),
  organizationJsonLd(organizationPage(archive, 1)!, SITE),
  zoneJsonLd(zonePage(archive, 1)!, SITE),
]
const sitemapOf = (archive: Archive) => {
  const addresses = [
    ...['/itemview/1/', '/person-overview/1/', '/org-overview/1/', '/zone-overview/1/'],
    ...['/subjects/1/', '/subjects/1/2/', '/collections/1/', '/about/'],
  ]
  const pages = addresses.map((address) => ({ address, bytes: 1, unlisted: false }))
  return sitemaps(pages, archive, SITE.href).get('sitemap.xml')!
}

test('every page of a record says on which day it was last changed, in UTC', () => {
  const archive = withDates('2026-03-04T23:59:59.000Z')
  const day = '2026-03-04'
  expect(dateOf(archive)).toEqual({ item: day, person: day, organization: day, zone: day, subject: day, collection: day }) // prettier-ignore
  expect(renderToStaticMarkup(createElement(LastChanged, { date: day }))).toBe(
    '<p class="last-changed">Last changed <time dateTime="2026-03-04">4 March 2026</time></p>',
  )
  for (const node of nodesOf(archive)) {
    expect(node.mainEntityOfPage).toEqual({ '@type': 'WebPage', url: node.url, dateModified: '2026-03-04' })
    expect(node.dateModified).toBeUndefined()
  }
  const subject = firstSubject(archive)
  expect(collectionPageJsonLd(subject, SITE, subject.listing)).toMatchObject({ dateModified: '2026-03-04' })
  const sitemap = sitemapOf(archive)
  expect(sitemap.match(/<lastmod>2026-03-04<\/lastmod>/g)).toHaveLength(6)
  expect(sitemap).toContain('<url><loc>https://town.example/about/</loc></url>')
})

test('further pages of a list stay as they are', () => {
  const second = (updatedAt: string) => {
    const archive = withDates(updatedAt)
    return pagesOfSubject(archive, archive.subject(1)!)[1]![1]()
  }
  expect(second('2026-03-04T00:00:00Z')).toEqual(second('2027-03-04T00:00:00Z'))
})

test('a server that keeps no dates has pages without them', () => {
  const archive = withDates()
  expect(Object.values(dateOf(archive)).every((date) => date === undefined)).toBe(true)
  expect(renderToStaticMarkup(createElement(LastChanged, { date: undefined }))).toBe('')
  expect(JSON.stringify(nodesOf(archive))).not.toMatch(/dateModified|mainEntityOfPage/)
  expect(sitemapOf(archive)).not.toContain('lastmod')
})
