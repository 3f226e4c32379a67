import { organizationName, personName } from '#rules/names/record-names.ts'
import { dateParts, itemSpan } from '#rules/dates/partial-dates.ts'
import { packYears, type YearNames } from '#rules/years/year-file.ts'
import { placeYearsOf } from '#snapshot/place-years.ts'
import { packZones } from '#rules/map/zone-outlines.ts'
import { MAP_DATA, type OrganizationsFile } from '#rules/addresses/page-addresses.ts'
import type { Item } from '#contract/item.ts'
import { placePictures } from '#rules/media/opening-pictures.ts'
import { scanSource, smallPicture } from '#rules/media/pictures.ts'
import { richestPictured } from '#snapshot/pages/browse/listing.ts'
import { sortKeys } from '#snapshot/files.ts'
import { streetsOf } from '#snapshot/pages/browse/street-lines.ts'
import { outlinesOf, zoneOverview } from '#snapshot/pages/zone-page.ts'
import type { Archive } from '#snapshot/archive.ts'
import { cardsFile, COLLECTION_DATA, type NamesFile } from '#rules/addresses/collection-data.ts'
import { lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { resultCard } from '#views/result-card.ts'

/** Whether the file of an address is wanted: of many that are alike, an update makes few. */
export type Wanted = (address: string) => boolean

/**
 * Files for the map page, by path: the outlines of all zones, the lines of streets, thumbnails, organizations (used while the API is unreachable), the years of all places, and the overview of each zone with
 * all of its items, which the map shows without the API.
 */
export function* mapFiles(archive: Archive, wanted: Wanted = () => true): Generator<[address: string, text: string]> {
  const { lists, meta } = archive
  const zones = outlinesOf(archive).list
  const organizations = (): OrganizationsFile =>
    lists.organizations.map((each) => [
      each.id,
      organizationName(each),
      each.altname,
      [...new Set(archive.premisesOf(each.id).map((row) => row.location))].sort((a, b) => a - b),
    ])
  yield [MAP_DATA.zones, json(packZones(zones, meta.counter))]
  if (wanted(MAP_DATA.organizations)) yield [MAP_DATA.organizations, json(organizations())]
  if (wanted(MAP_DATA.streets)) yield [MAP_DATA.streets, json(streetsOf(lists.locations))]
  yield [
    MAP_DATA.pictures,
    json(placePictures(richestPictured(lists.items)).map((item) => thumbnail(item, meta.pictures))),
  ]
  yield [MAP_DATA.years, json(packYears(zones.map(({ pk }) => ({ pk, ...yearsOf(archive, pk) }))))]
  for (const [address, places] of Map.groupBy(zones, ({ pk }) => MAP_DATA.yearNames(pk)))
    if (wanted(address)) yield [address, json(yearNamesOf(archive, places))]
  for (const { pk } of zones)
    if (wanted(MAP_DATA.zone(pk))) yield [MAP_DATA.zone(pk), JSON.stringify(zoneOverview(archive, pk, Infinity))]
}

const yearsOf = (archive: Archive, pk: number) => ({
  years: placeYearsOf(archive, pk),
  pictures: archive.itemsOfLocation(pk).flatMap((item) => {
    const span = item.item_scans.length > 0 ? itemSpan(item) : undefined
    return span ? [{ from: dateParts(span.start).year, to: dateParts(span.end).year }] : []
  }),
})

function yearNamesOf(archive: Archive, places: readonly { pk: number; name: string }[]): YearNames {
  const locations = places.map(({ pk, name }) => [pk, name, placeYearsOf(archive, pk)] as const)
  const years = locations.map(([, , each]) => each)
  const people = years.flatMap(({ owners, residents }) => [
    ...owners,
    ...residents.map(({ of }) => ({ of: of.person })),
  ])
  const named = <Row>(
    facts: readonly { of: number }[],
    find: (id: number) => Row | undefined,
    nameOf: (row: Row) => string,
  ) =>
    [...new Set(facts.map(({ of }) => of))].flatMap((id): [number, string][] => {
      const row = find(id)
      return row === undefined ? [] : [[id, nameOf(row)]]
    })
  return {
    locations: locations.map((row) => [...row]),
    peopleNames: named(people, archive.person, personName),
    organizationNames: named(
      years.flatMap(({ organizations }) => organizations),
      archive.organization,
      organizationName,
    ),
  }
}

/** On the map, in CSS pixels. */
function thumbnail({ location, item_scans: [scan] }: Item, pictures: string) {
  const { src, width, height } = smallPicture(scanSource(pictures, scan!.id), scan!, { width: 56, height: 48 })
  return [location!.id, src, width ?? 56, height ?? 48]
}

const json = (value: object) => `${JSON.stringify(sortKeys(value))}\n`

/** Files that the collection page uses besides the search index while the API is unreachable. A generator, so that only one text is in memory. */
export function* collectionData(
  { lists, meta, subject }: Archive,
  wanted: Wanted = () => true,
): Generator<[address: string, text: string]> {
  yield [COLLECTION_DATA.collections, line(lists.collections)]
  const names: Record<Parameters<typeof COLLECTION_DATA.names>[0], () => NamesFile> = {
    people: () => lists.people.map((each) => [each.id, personName(each), lifeSpan(each), []]),
    organizations: () =>
      lists.organizations.map((each) => [
        each.id,
        organizationName(each),
        yearSpan(each.date_opened, each.date_closed),
        each.altname,
      ]),
    subjects: () =>
      lists.subjects.map((each) => [
        each.id,
        each.subject_name,
        each.subject_parent === null ? '' : (subject(each.subject_parent)?.subject_name ?? ''),
        [],
      ]),
  }
  for (const kind of ['people', 'organizations', 'subjects'] as const)
    if (wanted(COLLECTION_DATA.names(kind))) yield [COLLECTION_DATA.names(kind), line(names[kind]())]
  for (const [file, items] of Map.groupBy(lists.items, ({ id }) => cardsFile(id)))
    if (wanted(COLLECTION_DATA.cards(file)))
      yield [COLLECTION_DATA.cards(file), line(items.map((item) => resultCard(item, meta.pictures)))]
}

/** Keys need no sorting: all objects are built in a fixed order. */
const line = (value: object) => `${JSON.stringify(value)}\n`
