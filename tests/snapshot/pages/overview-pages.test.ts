import { describe, expect, test } from 'vitest'
import { arrangeItems } from '#views/item-lists.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { RECORD_LIST } from '#snapshot/pages/record-items.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import { aPerson, aZone, anItem, archiveOf } from './archive-of.ts'

const dates = { date_start_text: '', date_end_text: '' }
const mill = {
  id: 3,
  name: 'Mill',
  altname: ['Old Mill', 'Calder’s'],
  date_opened: 18710000,
  date_opened_text: '',
  date_closed: 19340000,
  date_closed_text: '',
  description: '',
}
const archive = archiveOf({
  locations: [aZone(5), aZone(6, 1, { address: '2 Main Street' }), { ...aZone(7), geometry: null }],
  lots: [{ lotNum: '12A', location: 6 }],
  ownership: [{ lot: '12A', person: 1, date: 18560312, date_text: '', source: 'Deed 4' }],
  people: [
    aPerson(1, { date_of_birth: 18340512, date_of_death: 19010000, spouses: [4], graves: [{ entry: 'Row 2' }] }),
    aPerson(2, { surname: '' }),
    aPerson(3, { date_of_birth: 18700000 }),
    aPerson(4),
  ],
  relationships: [
    { person1: 1, person2: 3, relationship_type: 'parent', description: '' },
    { person1: 2, person2: 1, relationship_type: 'parent', description: '' },
  ],
  organizations: [mill],
  organizationLocations: [{ location: 6, organization: 3, date_start: 18710000, date_end: 19340000, ...dates }],
  employment: [{ person: 1, organization: 3, date_start: 18800000, date_end: null, ...dates }],
  items: Array.from({ length: 200 }, (_, at) =>
    anItem(at + 1, {
      location: { id: 6, name: 'Zone 6' },
      date_start: at === 0 ? null : (1850 + (at % 50)) * 10000,
      item_scans: at < 30 ? [{ id: at + 1, width: 900, height: 600, version: 'v' }] : [],
    }),
  ),
})

describe('a person', () => {
  test('has years, family, land with the zone of its lot, and employment', () => {
    const page = personPage(archive, 1)!
    expect(page).toMatchObject({ name: 'Ada Calder 1', years: '1834–1901' })
    expect(page.family.parents.map((card) => card.text)).toEqual(['Ada'])
    expect(page.family.children[0]).toMatchObject({ href: '/person-overview/3/', years: 'born 1870', picture: null })
    expect(page.family.spouses.map((card) => card.text)).toEqual(['Ada Calder 4'])
    expect(page.ownership).toEqual([
      { lot: '12A', addresses: [{ href: '/zone-overview/6/', text: '2 Main Street' }], year: '1856', source: 'Deed 4' },
    ])
    expect(page.employment).toEqual([{ organization: { href: '/org-overview/3/', text: 'Mill' }, years: 'from 1880' }])
    expect(page.facts.map((row) => row.term)).toEqual(['Born', 'Died', 'Gravestone'])
  })
})

describe('an organization', () => {
  test('has alternate names, years, premises and people', () => {
    expect(organizationPage(archive, 3)).toMatchObject({
      altnames: ['Old Mill', 'Calder’s'],
      years: '1871–1934',
      locations: [{ zone: { href: '/zone-overview/6/', text: 'Zone 6' }, years: '1871–1934' }],
      people: [{ person: { href: '/person-overview/1/', text: 'Ada Calder 1' }, years: 'from 1880' }],
    })
  })
})

describe('a zone', () => {
  test('is drawn among its neighbours if it has an outline', () => {
    const { map } = zonePage(archive, 5)!.zone
    expect(map!.neighbours).toEqual([{ href: '/zone-overview/6/', text: 'Zone 6' }])
    expect(map!.numbers).toEqual([{ text: '2', x: 230, y: 135 }])
    expect(map!.here).toMatch(/^M\d+ \d+l.*z$/)
    expect(zonePage(archive, 7)!.zone.map).toBeNull()
  })

  test('shows the year of an ownership only, and organizations', () => {
    expect(zonePage(archive, 6)!.zone).toMatchObject({
      lots: ['12A'],
      ownership: [{ lot: '12A', year: '1856', source: 'Deed 4' }],
      organizations: [{ years: '1871–1934' }],
    })
  })

  test('with many items: some pictures, then a list by decade; the rest is on a further page', () => {
    const { zone } = zonePage(archive, 6)!
    const items = arrangeItems(zone.items.items)
    expect(items.gallery).toHaveLength(24)
    expect(items.register.map((part) => part.title)).toEqual(['1850s', '1860s', '1870s', '1880s'])
    const shown = [...items.gallery, ...items.register.flatMap((part) => part.items)]
    expect(new Set(shown.map((item) => item.href)).size).toBe(RECORD_LIST)
    expect(zone.items).toMatchObject({ count: 200, pages: [{}, { href: '/zone-overview/6/2/' }] })
  })
})
