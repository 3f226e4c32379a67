import { RESIDENT_ROLES } from '#contract/location.ts'
import { organizationAddress, personAddress, type Link, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { organizationName, personName, plural, shorten } from '#rules/names/record-names.ts'
import { covers, type Fact, placeInYear, type PlaceYears } from '#rules/years/place-years.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { type DatedPlace, datedPlaces, itemsOfYear } from './known-years.ts'

/** In a cell. `concluded` says from what; without it a source says so of the year. */
export interface YearName extends Link {
  note?: string
  concluded?: string
}
/** What is known of a place in a year. */
export interface YearRow {
  place: Link
  /** What it is called today, if it had another name. */
  today?: string
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
  const items = itemsOfYear(archive, year).filter(({ item_scans }) => item_scans.length > 0)
  const pictured = new Map<number, number>()
  for (const { location } of items) if (location) pictured.set(location.id, (pictured.get(location.id) ?? 0) + 1)
  const isCovered = (fact: Parameters<typeof covers>[0]) => covers(fact, year)
  const isKnown = ({ exists, ...facts }: PlaceYears) => (exists ? isCovered(exists) : factsOf(facts).some(isCovered))
  const isPictured = ({ pk, years }: DatedPlace) => !years.exists && pictured.has(pk)
  const places = datedPlaces(archive).filter((place) => isKnown(place.years) || isPictured(place))
  return (last.of = { year, places, pictured })
}

const factsOf = ({ names, owners, residents, organizations }: Omit<PlaceYears, 'exists'>) => [
  ...names,
  ...owners,
  ...residents,
  ...organizations,
]

const LONGEST_NAME = 80

export function yearRow(
  { person, organization }: Archive,
  { year, pictured }: Pick<KnownPlaces, 'year' | 'pictured'>,
  { pk, name, years }: DatedPlace,
): YearRow {
  const known = placeInYear(years, year)
  const named = (fact: Fact<unknown>, href: string, text: string, why: string, note = ''): YearName => ({
    href,
    text: shorten(text, LONGEST_NAME),
    ...(note && { note }),
    ...(fact.basis === 'concluded' && { concluded: why }),
  })
  return {
    place: { href: `${zoneAddress(pk)}?year=${year}`, text: shorten(known.name ?? name, LONGEST_NAME) },
    ...(known.name !== undefined && known.name !== name && { today: shorten(name, LONGEST_NAME) }),
    owners: known.owners.map((fact) =>
      named(
        fact,
        personAddress(fact.of),
        personName(person(fact.of)!),
        `bought in ${before(fact)}, sold in ${fact.to}`,
      ),
    ),
    occupants: known.residents.map((fact) => {
      const { of, to } = fact
      const role = of.role ? RESIDENT_ROLES[of.role].toLowerCase() : ''
      const why = `here in ${before(fact)} and in ${to! + 1}`
      return named(fact, personAddress(of.person), personName(person(of.person)!), why, role)
    }),
    businesses: known.organizations.map((fact) => {
      const why = `here since ${before(fact)}, and no end is known`
      return named(fact, organizationAddress(fact.of), organizationName(organization(fact.of)!), why)
    }),
    pictures: pictured.get(pk) ?? 0,
  }
}
/** What is concluded begins in the year after a record. */
const before = ({ from }: Fact<unknown>) => from! - 1

/** "212 places are known to have stood; 94 owners and 310 residents are known. 38 places are not dated." */
export function townIn(archive: Archive, { year, places }: KnownPlaces): string {
  const there = places.filter(({ years }) => years.exists).length
  const undated = datedPlaces(archive).filter(({ years }) => !years.exists).length
  const known = places.map(({ years }) => placeInYear(years, year))
  const owners = new Set(known.flatMap((each) => each.owners.map(({ of }) => of))).size
  const residents = new Set(known.flatMap((each) => each.residents.map(({ of }) => of.person))).size
  const people = [
    ...(owners > 0 ? [plural(owners, 'owner')] : []),
    ...(residents > 0 ? [plural(residents, 'resident')] : []),
  ].join(' and ')
  const is = owners + residents === 1 ? 'is' : 'are'
  const parts = [
    ...(there > 0 ? [`${plural(there, 'place')} ${there === 1 ? 'is' : 'are'} known to have stood`] : []),
    ...(people ? [`${people} ${is} known`] : []),
  ]
  return [
    ...(parts.length > 0 ? [`${parts.join('; ')}.`] : []),
    ...(undated > 0 ? [`${plural(undated, 'place')} ${undated === 1 ? 'is' : 'are'} not dated.`] : []),
  ].join(' ')
}
