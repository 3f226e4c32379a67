import { expect, test } from 'vitest'
import * as v from 'valibot'
import { ownership, placeName, resident } from '#contract/location.ts'
import { organization, organizationLocation } from '#contract/organization.ts'
import { placeInYear } from '#rules/years/place-years.ts'
import { placeYearsOf } from '#snapshot/place-years.ts'
import { aPerson, archiveOf, aZone } from './pages/archive-of.ts'

test('the years of a place come from its own dates, lots, residents, organizations, names and what came out of it', () => {
  const archive = archiveOf({
    locations: [
      aZone(1, 0, { date_start: 18500000, date_end: 18810000 }),
      aZone(2, 1, { date_start: 18810000, predecessors: [1], succession: 'split' }),
      aZone(3, 2),
    ],
    people: [aPerson(1), aPerson(2)],
    lots: [
      { lotNum: '14', location: 1 },
      { lotNum: '15', location: 1 },
    ],
    ownership: [
      { lot: '14', person: 1, date: 18660000 },
      { lot: '14', person: 2, date: 18800000 },
    ].map((row) => v.parse(ownership, row)),
    residents: [v.parse(resident, { person: 2, location: 1, date_start: 18710000, date_end: null })],
    placeNames: [v.parse(placeName, { location: 1, name: '12 Mill Street', date_start: null, date_end: 18700000 })],
    organizations: [v.parse(organization, { id: 1, name: 'Mill', date_opened: 18700000, date_closed: 18750000 })],
    organizationLocations: [
      v.parse(organizationLocation, { organization: 1, location: 1, date_start: null, date_end: null }),
    ],
  })
  const at = (pk: number, year: number) => placeInYear(placeYearsOf(archive, pk), year)
  expect(at(1, 1870)).toMatchObject({
    presence: 'there',
    name: '12 Mill Street',
    owners: [{ of: 1, basis: 'concluded' }],
    organizations: [{ of: 1 }],
    residents: [],
  })
  expect(at(1, 1871)).toMatchObject({ name: undefined, residents: [{ of: { person: 2 }, basis: 'recorded' }] })
  // Its successor began that year.
  expect([at(1, 1881).presence, at(2, 1881).presence, at(3, 1881).presence]).toEqual(['gone', 'there', 'not dated'])
  expect(placeYearsOf(archive, 1)).toBe(placeYearsOf(archive, 1))
})
