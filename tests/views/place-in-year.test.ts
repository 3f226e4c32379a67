import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { locationFeature, placeName, resident } from '#contract/location.ts'
import { person } from '#contract/person.ts'
import { placeInYear, placeYears } from '#rules/years/place-years.ts'
import { personView } from '#views/person.ts'
import { personTables, zoneTables } from '#views/record-tables.ts'
import { readLanes, yearReading } from '#views/year-reading.ts'
import { zoneYears } from '#views/zone-years.ts'
import { zoneView } from '#views/zone.ts'

type Zone = Parameters<typeof zoneView>[0]
const place = (pk: number, name: string, more: object = {}) =>
  v.parse(locationFeature, {
    type: 'Feature',
    geometry: null,
    properties: { pk, name, address: '', altnames: '[]', predecessors: [], ...more },
  }).properties
const lived = (person: number, more: object) => v.parse(resident, { person, location: 14, ...more })
const named = (name: string, more: object) => v.parse(placeName, { location: 14, name, ...more })
const people = ['Ada', 'Ben', 'Cy'].map((first_name, at) => v.parse(person, { id: at + 1, first_name, image: null }))
const find = (id: number) => people.find((each) => each.id === id)
const view = (more: Partial<Zone> = {}) =>
  zoneView({
    properties: place(14, 'Lot 14'),
    map: null,
    ...{ lots: [], descriptions: [], heritage: [], plaques: [], ownership: [], premises: [], residents: [], names: [] },
    ...{ predecessors: [], successors: [], items: { items: [], count: 0, query: '' } },
    person: find,
    organization: () => undefined,
    ...more,
  })

describe('the story of a place', () => {
  const told = (more: Partial<Zone>) =>
    (view(more).story ?? [])
      .map((part) => (typeof part === 'string' ? part : `[${part.text} ${part.href}]`))
      .join('')
      .trim()

  test('says since when it is here, from what', () => {
    const predecessors = [place(13, 'Lot 13')]
    const properties = place(14, '14A', { date_start: 18810000, succession: 'split' })
    expect(told({ properties, predecessors })).toBe(
      'Here since 1881, from [Lot 13 /zone-overview/13/], which was split.',
    )
    expect(told({ properties: place(14, '14', { succession: 'joined' }), predecessors: [...predecessors, place(12, '12')] })).toBe(
      'From [Lot 13 /zone-overview/13/] and [12 /zone-overview/12/], which were joined.',
    ) // prettier-ignore
    expect(told({ properties: place(14, '14', { date_start: 18500000, date_start_text: 'c. 1850' }) })).toBe('Here since c. 1850.') // prettier-ignore
  })

  test('says until when, and what came then', () => {
    const successors = [place(15, '14A'), place(16, '14B'), place(17, '14C')]
    const properties = place(14, 'Lot 14', { date_start: 18500000, date_end: 18810000 })
    expect(told({ properties, successors })).toBe(
      'Here from 1850. Until 1881, then [14A /zone-overview/15/], [14B /zone-overview/16/] and [14C /zone-overview/17/].',
    )
    expect(told({ properties: place(14, 'Lot 14'), successors: successors.slice(0, 1) })).toBe('Then [14A /zone-overview/15/].') // prettier-ignore
  })

  test('says what it was called, and nothing where nothing is known', () => {
    const names = [named('31 Mill Street', { date_start: 19120000 }), named('12 Mill Street', { date_end: 19120000 }), named('The Cottage', {}), named('7 Mill Street', { date_start: 18500000, date_end: 18600000 })] // prettier-ignore
    expect(told({ names })).toBe('7 Mill Street 1850–1860. 12 Mill Street until 1912. 31 Mill Street from 1912. Also called The Cottage.') // prettier-ignore
    expect(view()).not.toHaveProperty('story')
    expect(view()).not.toHaveProperty('residents')
  })
})

test('who lived there is a table, by year, a household in its order', () => {
  const residents = [
    lived(1, { date_start: 18910000 }),
    lived(2, { date_start: 18710402, household_order: 2, role: 'boarder', written: 'Ben, lodger', source: 'Census' }),
    lived(1, { date_start: 18710402, household_order: 1, role: 'owner' }),
    lived(9, { date_start: 18710402 }),
    lived(3, { date_start: 18500000, date_end: 18600000 }),
  ]
  const link = (id: number, text: string) => [{ href: `/person-overview/${id}/`, text }]
  expect(zoneTables(view({ residents })).residents.rows).toEqual([
    [link(3, 'Cy'), '', '1850–1860', '', ''],
    [link(1, 'Ada'), 'Owner-occupier', '1871', '', ''],
    [link(2, 'Ben'), 'Boarder', '1871', 'Ben, lodger', 'Census'],
    [link(1, 'Ada'), '', '1891', '', ''],
  ])
  const years = zoneYears(view({ residents }))!
  expect(years.lanes[0]!.rows.map(({ text, years }) => [text, years])).toEqual([['Cy', '1850–1860'], ['Ada', '1871, 1891'], ['Ben', '1871']]) // prettier-ignore
  expect(yearReading(1880, readLanes(years))).toBe('1880: lived in by Ada (concluded from 1871 and 1891)')
})

test('the chart says when the place was not there, and what it was called', () => {
  const properties = place(14, 'Lot 14', { date_start: 18500000, date_end: 18810000 })
  const names = [named('12 Mill Street', { date_end: 18700000 })]
  const lanes = readLanes(zoneYears(view({ properties, names, successors: [place(15, '14A', { date_start: 18810000 })] }))!) // prettier-ignore
  expect([1849, 1860, 1875, 1881].map((year) => yearReading(year, lanes))).toEqual(
    ['1849: not there yet', '1860: called 12 Mill Street', '1875: nothing is recorded', '1881: no longer there'], // prettier-ignore
  )
})

test('a person lived at places, whose links name the year, and is shown with the newest in the family tree', () => {
  const places = new Map([
    [14, place(14, 'Lot 14', { address: '31 Mill Street' })],
    [15, place(15, '14A')],
  ])
  const residences = [
    lived(1, { date_start: 18710402, role: 'tenant', written: '31, Mill', source: 'Census' }),
    lived(1, { location: 15, date_end: 18600000 }),
    lived(1, { location: 99, date_start: 19000000 }),
    lived(1, { location: 15 }),
  ]
  const shown = personView(
    {
      person: people[0]!,
      ...{ parents: [people[1]!], siblings: [], spouses: [], children: [], parentageOf: () => [] },
      residencesOf: (id) => (id === 1 ? residences : []),
      place: (pk) => places.get(pk),
      ...{ items: { items: [], count: 0, query: '' }, ownership: [], employment: [] },
      ...{ zonesOfLot: () => [], organization: () => undefined },
    },
    '',
  )
  expect(personTables(shown).residences.rows).toEqual([
    [[{ href: '/zone-overview/15/?year=1860', text: '14A' }], '', 'until 1860', '', ''],
    [[{ href: '/zone-overview/14/?year=1871', text: '31 Mill Street' }], 'Tenant', '1871', '31, Mill', 'Census'],
    [[{ href: '/zone-overview/15/', text: '14A' }], '', '', '', ''],
  ])
  expect([shown.family.self.home, shown.family.parents[0]!.home]).toEqual(['Lot 14, 1871', ''])
})

test('for any records, the chart says of a year what the rule says', () => {
  const date = fc.option(fc.integer({ min: 1850, max: 1870 }).map((year) => year * 10_000))
  const id = fc.integer({ min: 1, max: 3 })
  const deeds = fc.array(fc.record({ lot: fc.constantFrom('1', '2'), person: id, date }), { maxLength: 6 })
  const homes = fc.array(fc.record({ person: id, date_start: date, date_end: date }), { maxLength: 6 })
  fc.assert(
    fc.property(deeds, homes, date, date, fc.integer({ min: 1848, max: 1872 }), (deeds, homes, from, to, year) => {
      const ownership = deeds.map((row) => ({ ...row, date_text: '', source: '' }))
      const residents = homes.map((row) => lived(row.person, row))
      const properties = place(14, 'Lot 14', { date_start: from, date_end: to })
      const years = zoneYears(view({ properties, ownership, residents }))
      const rule = placeInYear(
        placeYears({ place: properties, successors: [], names: [], ownership, residents, premises: [], organization: () => undefined }),
        year,
      ) // prettier-ignore
      const reading = years ? yearReading(year, readLanes(years)) : ''
      const said = (words: string) =>
        (reading.split(/: |; /).find((part) => part.startsWith(words)) ?? words)
          .slice(words.length)
          .split(/, /)
          .filter(Boolean)
          .map((name) => [name.split(' ')[0], name.includes('concluded') ? 'concluded' : 'recorded'].join(' '))
          .sort()
      const told = (facts: { id: number; basis: string }[]) => facts.map((fact) => `${find(fact.id)!.first_name} ${fact.basis}`).sort() // prettier-ignore
      expect(said('owned by ')).toEqual(told(rule.owners.map(({ of, basis }) => ({ id: of, basis }))))
      expect(said('lived in by ')).toEqual(told(rule.residents.map(({ of, basis }) => ({ id: of.person, basis }))))
      expect(/not there|no longer/.test(reading)).toBe(rule.presence === 'gone' && years !== null)
    }),
  )
})
