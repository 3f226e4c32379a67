import { placeYears, type PlaceYears } from '#rules/years/place-years.ts'
import { type Archive, memoizePerArchive } from './archive.ts'

const known = memoizePerArchive('place years', (archive: Archive) => {
  const made = new Map<number, PlaceYears>()
  return (pk: number) => made.get(pk) ?? made.set(pk, makeYears(archive, pk)).get(pk)!
})

/** What is known of a place in any year; of an unknown one, nothing. Made once per archive. */
export const placeYearsOf = (archive: Archive, pk: number): PlaceYears => known(archive)(pk)

const makeYears = (archive: Archive, pk: number): PlaceYears =>
  placeYears({
    place: archive.location(pk)?.properties ?? {},
    successors: archive.successorsOf(pk).map(({ properties }) => properties.date_start ?? null),
    names: archive.namesOf(pk),
    ownership: archive.ownershipOfLots(archive.lotsOf(pk).map(({ lotNum }) => lotNum)),
    residents: archive.residentsOf(pk),
    premises: archive.organizationsAt(pk),
    organization: archive.organization,
  })
