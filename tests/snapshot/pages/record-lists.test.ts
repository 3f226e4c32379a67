import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordLists } from '#snapshot/pages/browse/further-pages.ts'
import { sectionPages } from '#snapshot/pages/browse/section-pages.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { RECORD_LIST } from '#snapshot/pages/record-items.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import { inListOrder } from '#views/item-lists.ts'
import { anItem, aPerson, archiveOf, aZone } from './archive-of.ts'
import { runs } from '../../setup/length.ts'

const ada = { id: 7, first_name: 'Ada', surname: 'Calder' }
const years = fc.option(fc.integer({ min: 1830, max: 1999 }).map((year) => year * 10_000))

/** A town whose items all show one person at one place. */
const townOf = (dates: readonly (readonly [number | null, number | null])[]) =>
  archiveOf({
    people: [aPerson(7)],
    locations: [aZone(5)],
    items: dates.map(([start, end], at) =>
      anItem(at + 1, {
        date_start: start,
        date_end: start !== null && end !== null && end < start ? null : end,
        location: { id: 5, name: 'Zone 5' },
        creator: ada,
      }),
    ),
  })

test('the pages of a record list every item once, in the order of the API, whatever their number', () => {
  const counts = fc.constantFrom(1, RECORD_LIST - 1, RECORD_LIST, RECORD_LIST + 1, 2 * RECORD_LIST, 3 * RECORD_LIST + 7)
  const dates = counts.chain((count) => fc.array(fc.tuple(years, years), { minLength: count, maxLength: count }))
  fc.assert(
    fc.property(dates, (dates) => {
      const archive = townOf(dates)
      const expected = inListOrder(archive.lists.items).map(({ id }) => id)
      expect(new Set(expected).size).toBe(dates.length)
      for (const [home, own] of [
        ['/person-overview/7/', personPage(archive, 7)!.items],
        ['/zone-overview/5/', zonePage(archive, 5)!.zone.items],
      ] as const) {
        const further = recordLists(archive)
          .filter(([address]) => address.startsWith(home))
          .map(([, view]) => view())
        expect([own, ...further.map(({ listing }) => ({ items: listing.cards }))].flatMap(({ items }) => items).map(({ id }) => id)).toEqual(expected) // prettier-ignore
        expect(own.count).toBe(dates.length)
        const pages = Math.ceil(dates.length / RECORD_LIST)
        expect(own.pages?.map(({ href }) => href) ?? [home]).toEqual([home, ...further.map(({ address }) => address)])
        expect(further.map(({ listing }) => listing.position)).toEqual(
          Array.from({ length: pages - 1 }, (_, at) => `Page ${at + 2} of ${pages}`),
        )
        for (const [at, { listing }] of further.entries())
          expect(listing.index).toEqual(own.pages!.map((link, page) => ({ ...link, isCurrent: page === at + 1 })))
      }
    }),
    { numRuns: runs(12), seed: 20261123 },
  )
})

test('a further page has a title, breadcrumbs and neighbours of its own, and says what the person has to do with the items', () => {
  const archive = townOf(Array.from({ length: 2 * RECORD_LIST + 1 }, (_, at) => [(1850 + Math.floor(at / 10)) * 10_000, null])) // prettier-ignore
  const view = sectionPages(archive).get('/person-overview/7/2/')!()
  expect(view).toMatchObject({
    address: '/person-overview/7/2/',
    title: 'Ada Calder 7, page 2',
    heading: 'Ada Calder 7',
    kicker: 'Person',
    trail: [{ href: '/people/' }, { href: '/person-overview/7/' }, { href: '/person-overview/7/2/', text: 'Page 2' }],
    listing: {
      from: RECORD_LIST + 1,
      label: `${RECORD_LIST + 1}–${2 * RECORD_LIST} of ${2 * RECORD_LIST + 1}`,
      previous: '/person-overview/7/',
      next: '/person-overview/7/3/',
    },
  })
  const { listing } = view as Extract<typeof view, { listing: unknown }>
  expect(listing.cards[0]).toMatchObject({ type: 'Photograph, as creator', place: { text: 'Zone 5' } })
  expect(listing.index!.map(({ text }) => text)).toEqual(['1: 1850–1861', '2: 1862–1873', '3: 1874'])
})
