import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeInYear } from '#rules/years/place-years.ts'
import { placeYearsOf } from '#snapshot/place-years.ts'
import { yearPages, yearsWithPages } from '#snapshot/pages/browse/year-pages.ts'
import { undatedPicture } from '#snapshot/pages/browse/year-plan.ts'
import { runs } from '../../../setup/length.ts'
import { anItem, aPerson, archiveOf, aZone } from '../archive-of.ts'

const period = { date_start_text: '', date_end_text: '' }
const resident = (person: number, location: number, year: number, role: 'tenant' | '' = '') => ({
  ...{ person, location, date_start: year * 10_000, date_end: null, ...period },
  ...{ role, written: '', source: '', household_order: null },
})
const organization = (id: number, date_opened: number | null, date_closed: number | null = null) => ({
  ...{ id, name: `Mill ${id}`, altname: [], description: '' },
  ...{ date_opened, date_opened_text: '', date_closed, date_closed_text: '' },
})
const deed = (lot: string, person: number, year: number) => ({
  ...{ lot, person, date: year * 10_000, date_text: '', source: '' },
})

const archive = archiveOf({
  locations: [
    aZone(1, 0, { name: '2 Mill Street', date_start: 18360000, date_end: 18810000 }),
    aZone(2, 1, { name: '10 Mill Street', date_start: 18810000, predecessors: [1] }),
    aZone(3, 2, { name: '9 Mill Street' }),
    aZone(4, 3, { name: '1 Zion Street' }),
  ],
  placeNames: [{ location: 1, name: 'Lot 14', date_start: 18360000, date_end: 18700000, ...period }],
  lots: [{ lotNum: '14', location: 1 }],
  people: [aPerson(1, { surname: 'Ash', date_of_birth: 18400312 }), aPerson(2, { surname: 'Bird' }), aPerson(3)],
  ownership: [deed('14', 1, 1866), deed('14', 2, 1881)],
  residents: [resident(2, 3, 1851), resident(2, 3, 1871, 'tenant')],
  organizations: [organization(5, 18600000)],
  organizationLocations: [{ location: 3, organization: 5, date_start: null, date_end: null, ...period }],
  items: [
    anItem(1, { date_start: 18700504, type: 'event', title: 'The flood' }),
    anItem(2, { date_start: 18700000, item_scans: [{ id: 2, version: 'a' }], location: { id: 3, name: '' } }),
    anItem(3, { date_start: 18730000, item_scans: [{ id: 3, version: 'a' }] }),
    anItem(4, { date_start: 17000000, date_end: 19000000, item_scans: [{ id: 4, version: 'a' }] }),
  ],
})
const view = (year: number, page = '') => yearPages(archive).get(`/years/${year}/${page}`)?.()

test('a year has a page if something is dated in it, or a fact with both ends covers it', () => {
  const years = yearsWithPages(archive)
  expect(years.slice(0, 3)).toEqual([1836, 1837, 1838])
  expect(years.at(-1)).toBe(1881)
  // An item of two hundred years is of none.
  expect(years).not.toContain(1700)
  expect(yearsWithPages(archiveOf({ locations: [aZone(1)], people: [aPerson(1)], items: [anItem(1)] }))).toEqual([])
})

test('the table tells what is recorded from what is concluded, with the name of the time, by street and number', () => {
  const { places } = view(1870)!
  expect(places.rows).toEqual([
    {
      ...{ place: { href: '/zone-overview/1/?year=1870', text: 'Lot 14' }, today: '2 Mill Street', pictures: 0 },
      owners: [{ href: '/person-overview/1/', text: 'Ada Ash', note: '', concluded: 'bought in 1866, sold in 1881' }],
      ...{ occupants: [], businesses: [] },
    },
    {
      ...{ place: { href: '/zone-overview/3/?year=1870', text: '9 Mill Street' }, today: '', owners: [], pictures: 1 },
      occupants: [{ href: '/person-overview/2/', text: 'Ada Bird', note: '', concluded: 'here in 1851 and in 1871' }],
      businesses: [
        { href: '/org-overview/5/', text: 'Mill 5', note: '', concluded: 'here since 1860, and no end is known' },
      ],
    },
  ])
  expect(view(1871)!.places.rows[1]!.occupants).toMatchObject([{ text: 'Ada Bird', note: 'tenant', concluded: '' }])
  expect(view(1866)!.places.rows[0]!.owners).toMatchObject([{ text: 'Ada Ash', concluded: '' }])
})

test('a place that others came out of is gone in their year', () => {
  expect(view(1880)!.places.rows.map(({ place }) => place.text)).toEqual(['2 Mill Street', '9 Mill Street'])
  expect(view(1881)!.places.rows.map(({ place }) => place.text)).toEqual(['9 Mill Street', '10 Mill Street'])
})

test('the first page tells what happened, how large the town was, and its pictures', () => {
  const { inYear, previous, next, trail } = view(1870)!
  expect(inYear!.size).toBe(
    '1 place is known to have stood. 1 resident and the owners of 1 place are known. 2 places are not dated.',
  )
  expect(
    inYear!.happened.map(({ title, moments }) => [title, ...moments.map(({ text, when }) => `${text}: ${when}`)]),
  ).toEqual([['Events', 'The flood: 4 May 1870']])
  expect(inYear!.pictures.map(({ title, cards }) => [title, ...cards.map(({ id }) => id)])).toEqual([
    ['Pictures of 1870', 2],
    ['Within five years', 3],
  ])
  expect(inYear!.items).toEqual({ text: '2 items', href: '/collection/?from=1870&to=1870' })
  expect([previous, next]).toEqual(['/years/1869/', '/years/1871/'])
  expect(trail.map(({ href }) => href)).toEqual(['/decades/', '/decades/#decade-1870', '/years/1870/'])
  const happened = (year: number) =>
    view(year)!.inYear!.happened.flatMap(({ title, moments }) => [title, ...moments.map(({ note }) => note)])
  expect(happened(1881)).toEqual([
    'Changed hands',
    'lot 14, to Ada Bird',
    'Places that began',
    'began',
    'Places that ended',
    'ended',
  ])
  expect(happened(1840)).toEqual(['Born', 'was born'])
})

test('the plan draws what stood, businesses, and a dot for pictures; what is not dated is a picture of all years', () => {
  const plan = view(1870)!.inYear!.plan!
  expect(plan.shapes.map(({ href, level }) => [href, level])).toEqual([
    ['/zone-overview/1/?year=1870', 0],
    ['/zone-overview/3/?year=1870', 2],
  ])
  expect(plan.dots).toMatch(/^M\d+ \d+h0$/)
  const { shapes, dots } = view(1881)!.inYear!.plan!
  expect([shapes.map(({ href }) => href), dots]).toEqual([
    ['/zone-overview/2/?year=1881', '/zone-overview/3/?year=1881'],
    '',
  ])
  expect(undatedPicture(archive).match(/M/g)).toHaveLength(1 + 2)
})

test('a long table goes on on further pages, which have nothing but it; a large town is drawn in few shapes', () => {
  const locations = Array.from({ length: 401 }, (_, at) => aZone(at + 1, at, { date_start: 18500000 }))
  const pages = yearPages(archiveOf({ locations }))
  expect([...pages.keys()]).toEqual(['/years/1850/', '/years/1850/2/', '/years/1850/3/'])
  const [first, second, third] = [...pages.values()].map((page) => page())
  expect(first!.inYear!.plan!.shapes.map(({ href }) => href)).toEqual([''])
  expect(second).toMatchObject({ inYear: undefined, title: 'The year 1850, page 2', previous: '', next: '' })
  expect(second!.places).toMatchObject({ count: 401, previous: '/years/1850/', next: '/years/1850/3/' })
  expect(third!.places.rows).toHaveLength(1)
})

const year = fc.option(fc.integer({ min: 1840, max: 1900 }).map((each) => each * 10_000))
test('the table of any year says of each place what the one rule says', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ date_start: year, date_end: year }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), year), { maxLength: 6 }),
      (places, deeds) => {
        const town = archiveOf({
          locations: places.map((dates, at) => aZone(at + 1, at, dates)),
          lots: places.map((_, at) => ({ lotNum: `${at + 1}`, location: at + 1 })),
          people: [1, 2, 3].map((id) => aPerson(id)),
          ownership: deeds.map(([lot, person, date]) => ({ lot: `${lot}`, person, date, date_text: '', source: '' })),
        })
        for (const at of yearsWithPages(town)) {
          const rows = new Map(yearPages(town).get(`/years/${at}/`)!().places.rows.map((row) => [row.place.href, row]))
          for (const { properties } of town.lists.locations) {
            const { presence, owners } = placeInYear(placeYearsOf(town, properties.pk), at)
            const row = rows.get(`/zone-overview/${properties.pk}/?year=${at}`)
            expect(row !== undefined).toBe(presence === 'there' || (presence === 'not dated' && owners.length > 0))
            if (row)
              expect(row.owners.map(({ href }) => href)).toEqual(owners.map(({ of }) => `/person-overview/${of}/`))
          }
        }
      },
    ),
    { numRuns: runs(40) },
  )
})
