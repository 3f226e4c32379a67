import type { Collection } from '#contract/collection.ts'
import type { Heritage } from '#contract/heritage.ts'
import type { Item } from '#contract/item.ts'
import type { LocationDescription, LocationFeature, Plaque } from '#contract/location.ts'
import type { Lot, Ownership } from '#contract/lot.ts'
import type { Employment, Organization, OrganizationLocation } from '#contract/organization.ts'
import type { Overlay } from '#contract/overlay.ts'
import type { Person, Relationship } from '#contract/person.ts'
import type { Subject } from '#contract/subject.ts'

/** Everything published, pulled through the API: each list validated row by row and sorted by id. One JSON file per list on disk. */
export interface SnapshotLists {
  locations: LocationFeature[]
  lots: Lot[]
  ownership: Ownership[]
  heritage: Heritage[]
  locationDescriptions: LocationDescription[]
  plaques: Plaque[]
  people: Person[]
  relationships: Relationship[]
  organizations: Organization[]
  organizationLocations: OrganizationLocation[]
  employment: Employment[]
  subjects: Subject[]
  collections: Collection[]
  items: Item[]
}

/** `apiBase` is what precedes `/api/…` in pages (empty: same origin). */
export interface SnapshotMeta {
  source: string
  apiBase: string
  /** The archive's change counter; null if the server has none. */
  counter: number | null
  counts: Record<keyof SnapshotLists, number>
  /** The maps that the server has as tiles. */
  overlays: Overlay[]
}

/** A loaded snapshot with its reverse maps. Links to missing records are left out. */
export interface Archive {
  meta: SnapshotMeta
  lists: SnapshotLists
  location(id: number): LocationFeature | undefined
  person(id: number): Person | undefined
  organization(id: number): Organization | undefined
  subject(id: number): Subject | undefined
  collection(id: number): Collection | undefined
  item(id: number): Item | undefined
  lotsOf(location: number): Lot[]
  lot(lotNum: string): Lot | undefined
  ownershipOfLots(lotNums: readonly string[]): Ownership[]
  ownershipOfPerson(person: number): Ownership[]
  heritageOf(location: number): Heritage[]
  descriptionsOf(location: number): LocationDescription[]
  plaquesOf(location: number): Plaque[]
  parentsOf(person: number): Person[]
  childrenOf(person: number): Person[]
  siblingsOf(person: number): Person[]
  spousesOf(person: number): Person[]
  employmentOfPerson(person: number): Employment[]
  employmentOfOrganization(organization: number): Employment[]
  premisesOf(organization: number): OrganizationLocation[]
  organizationsAt(location: number): OrganizationLocation[]
  /** Items in date order, undated last, ties by id. Those of a person include items they made or contributed to. */
  itemsOfLocation(location: number): Item[]
  itemsOfPerson(person: number): Item[]
  itemsOfOrganization(organization: number): Item[]
  itemsOfSubject(subject: number): Item[]
  /** Without the items of subcollections. */
  itemsOfCollection(collection: number): Item[]
  childSubjects(subject: number | null): Subject[]
  childCollections(collection: number | null): Collection[]
}
