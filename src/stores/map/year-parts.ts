import * as v from 'valibot'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { type Fact, type PlaceYears, placeInYear } from '#rules/years/place-years.ts'
import { readYears, yearNames } from '#rules/years/year-file.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import type { Years } from '../shared/years.ts'
import type { MapDeps } from './deps.ts'
import { openYears } from './year-cursor.ts'

/** Named in a sentence: the others are counted. */
const MOST = 3
const words = new Intl.ListFormat('en-GB')

/** What is known of a place in each of some years, taken together. Of the same, what is recorded comes before what is concluded. */
function during(place: PlaceYears, { start, end }: Years) {
  const all = Array.from({ length: end - start + 1 }, (_, at) => placeInYear(place, start + at))
  const union = <Of>(factsOf: (each: (typeof all)[number]) => Fact<Of>[], keyOf: (of: Of) => number): Fact<Of>[] => {
    const facts = all.flatMap(factsOf).sort((a, b) => (a.basis < b.basis ? 1 : a.basis > b.basis ? -1 : 0))
    return [...Map.groupBy(facts, ({ of }) => keyOf(of)).values()].map(([first]) => first!)
  }
  return {
    isGone: all.every(({ presence }) => presence === 'gone'),
    name: all[0]?.name,
    owners: union(({ owners }) => owners, Number),
    residents: union(
      ({ residents }) => residents,
      ({ person }) => person,
    ),
    organizations: union(({ organizations }) => organizations, Number),
  }
}

/** Someone by name, and between which records it is concluded. */
function said<Of>(facts: readonly Fact<Of>[], nameOf: (of: Of) => string | undefined): string {
  const named = facts.flatMap(({ of, between }) => {
    const name = nameOf(of)
    if (name === undefined) return []
    if (!between) return [name]
    const [before, after] = between
    return [`${name} (${after === null ? `since ${before}` : `${before}–${after}`})`]
  })
  const left = named.length - MOST
  return words.format(left > 1 ? [...named.slice(0, MOST), `${left} others`] : named)
}

/** The map's part for years, loaded at their first use. Rejects when there is no file. */
export async function openYearParts(data: MapDeps['data']) {
  const cursor = openYears(readYears(await data(MAP_DATA.years)))
  const files = new Map<string, () => Promise<ReturnType<typeof read>>>()
  const read = (file: unknown) => {
    const { locations, peopleNames, organizationNames } = v.parse(yearNames, file)
    return {
      places: new Map(locations.map(([pk, name, years]) => [pk, { name, years }])),
      people: new Map(peopleNames),
      organizations: new Map(organizationNames),
    }
  }
  async function placeOf(pk: number) {
    const address = MAP_DATA.yearNames(pk)
    if (!files.has(address))
      files.set(
        address,
        memoizeAsync(async () => read(await data(address))),
      )
    const { places, people, organizations } = await files.get(address)!()
    const place = places.get(pk)
    return place && { ...place, people, organizations }
  }
  return {
    cursor,
    /** Undefined for a place that was not there at the last build. */
    async sentence(pk: number, years: Years): Promise<string | undefined> {
      const place = await placeOf(pk)
      if (!place) return undefined
      const { isGone, name, owners, residents, organizations } = during(place.years, years)
      const facts = [
        ['owned by', said(owners, (id) => place.people.get(id))],
        ['lived in by', said(residents, ({ person }) => place.people.get(person))],
        ['premises of', said(organizations, (id) => place.organizations.get(id))],
      ].flatMap(([what, who]) => (who ? [`${what} ${who}`] : []))
      const { start, end } = years
      const when = start === end ? String(start) : `${start}–${end}`
      const known = isGone ? 'not there' : facts.join(', ') || 'nothing recorded'
      return `${name ?? place.name} in ${when}: ${known}`
    },
    async businessNames(pk: number, years: Years): Promise<string[]> {
      const place = await placeOf(pk)
      if (!place) return []
      return during(place.years, years).organizations.flatMap(({ of }) => place.organizations.get(of) ?? [])
    },
  }
}
export type YearParts = Awaited<ReturnType<typeof openYearParts>>
