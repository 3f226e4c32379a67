import { RESIDENT_ROLES } from '#contract/kinds.ts'
import { organizationAddress, personAddress, type Link, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { organizationName, personName, plural, shorten } from '#rules/names/record-names.ts'
import { covers, type Fact, placeInYear } from '#rules/years/place-years.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { type DatedPlace, datedPlaces, itemsOfYear } from './known-years.ts'

/** In a cell. `concluded` says from what; if it is empty, a source says so of the year. `note` may be empty. */
export type YearName = Link & Record<'note' | 'concluded', string>

/** What is known of a place in a year. */
export interface YearRow {
  place: Link
  /** What it is called today, if it had another name; else empty. */
  today: string
  owners: YearName[]
  occupants: YearName[]
  businesses: YearName[]
  /** Items with pictures. */
  pictures: number
}
/** The places of which something is known in a year, by street and number. */
export interface KnownPlaces {
  year: number
  places: DatedPlace[]
  /** How many items with pictures each has. */
  pictured: ReadonlyMap<number, number>
}

/** The last one is kept, as the pages of a year follow one another. */
const lastKnown = memoizePerArchive('places in a year', (_: Archive) => ({ of: undefined as KnownPlaces | undefined }))

export function knownPlaces(archive: Archive, year: number): KnownPlaces {
  const last = lastKnown(archive)
  if (last.of?.year === year) return last.of
  const pictured = new Map<number, number>()
  for (const { location, item_scans } of itemsOfYear(archive, year))
    if (location && item_scans.length > 0) pictured.set(location.id, (pictured.get(location.id) ?? 0) + 1)
  const places = datedPlaces(archive).filter(({ pk, years, facts }) =>
    years.exists ? covers(years.exists, year) : pictured.has(pk) || facts.some((fact) => covers(fact, year)),
  )
  return (last.of = { year, places, pictured })
}

const LONGEST_NAME = 80

export function yearRow(
  { person, organization }: Archive,
  { year, pictured }: KnownPlaces,
  { pk, name: today, years }: DatedPlace,
): YearRow {
  const { name = today, owners, residents, organizations } = placeInYear(years, year)
  type Why = (before: number, after: number | null) => string
  const named = ({ between }: Fact<unknown>, href: string, text: string, why: Why, note = ''): YearName => ({
    ...{ href, text: shorten(text, LONGEST_NAME), note },
    concluded: between ? why(...between) : '',
  })
  const personIn = (fact: Fact<unknown>, id: number, why: Why, note?: string) =>
    named(fact, personAddress(id), personName(person(id)!), why, note)
  return {
    place: { href: `${zoneAddress(pk)}?year=${year}`, text: shorten(name, LONGEST_NAME) },
    today: name === today ? '' : shorten(today, LONGEST_NAME),
    owners: owners.map((fact) => personIn(fact, fact.of, (before, after) => `bought in ${before}, sold in ${after}`)),
    occupants: residents.map((fact) => {
      const { role, person: id } = fact.of
      const note = role ? RESIDENT_ROLES[role].toLowerCase() : ''
      return personIn(fact, id, (before, after) => `here in ${before} and in ${after}`, note)
    }),
    businesses: organizations.map((fact) => {
      const name = organizationName(organization(fact.of)!)
      return named(fact, organizationAddress(fact.of), name, (before, after) =>
        after === null ? `here since ${before}, and no end is known` : `here since ${before}, closed in ${after}`,
      )
    }),
    pictures: pictured.get(pk) ?? 0,
  }
}

/** "212 places are known to have stood. 310 residents and the owners of 94 places are known. 38 places are not dated." */
export function townIn(archive: Archive, { year, places }: KnownPlaces): string {
  const dated = (of: readonly DatedPlace[]) => of.filter(({ years }) => years.exists !== null).length
  const known = places.map(({ years }) => placeInYear(years, year))
  const owned = known.filter(({ owners }) => owners.length > 0).length
  const residents = new Set(known.flatMap((each) => each.residents.map(({ of }) => of.person))).size
  const are = (count: number, end: string) =>
    count > 0 ? [`${plural(count, 'place')} ${count === 1 ? 'is' : 'are'} ${end}.`] : []
  const people = [
    ...(residents > 0 ? [plural(residents, 'resident')] : []),
    ...(owned > 0 ? [`${residents > 0 ? 'the' : 'The'} owners of ${plural(owned, 'place')}`] : []),
  ]
  const verb = residents === 1 && owned === 0 ? 'is' : 'are'
  const all = datedPlaces(archive)
  return [
    ...are(dated(places), 'known to have stood'),
    ...(people.length > 0 ? [`${people.join(' and ')} ${verb} known.`] : []),
    ...are(all.length - dated(all), 'not dated'),
  ].join(' ')
}
