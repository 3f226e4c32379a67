import type { Generated, GeneratedAlways } from 'kysely'
import type { Collection } from '#contract/collection.ts'
import type { Person, Relationship } from '#contract/person.ts'

/** The tables, as Kysely sees them. Dates are eight-digit numbers of spec §3; `*_text` is a date as somebody wrote it, '' if it was not. */
type Id = Generated<number>
type Text = Generated<string>
type WrittenDate = number | null

export interface LocationTable {
  id: Id
  name: Text
  address: Text
  /** JSON list. */
  altnames: Text
  /** GeoJSON geometry, EPSG:4326, or null. */
  geometry: string | null
  /** Folded words that a search looks through (see search-text.ts). */
  search: Text
}
export interface LotTable {
  lot_num: string
  location_id: number | null
}
export interface OwnershipTable {
  id: Id
  lot_num: string
  person_id: number
  date: WrittenDate
  date_text: Text
  source: Text
}
export interface PersonTable {
  id: Id
  first_name: Text
  middle_name: Text
  surname: Text
  date_of_birth: WrittenDate
  date_of_birth_text: Text
  date_of_death: WrittenDate
  date_of_death_text: Text
  sex: Generated<Person['sex']>
  biography: Text
  family_tree: Text
  search: Text
}
/** Both directions are stored as they were given: `position` keeps the order of the list. */
export interface PersonSpouseTable {
  person_id: number
  spouse_id: number
  position: number
}
export interface RelationshipTable {
  id: Id
  person1_id: number
  person2_id: number
  relationship_type: Relationship['relationship_type']
  description: Text
}
export interface GraveTable {
  id: Id
  person_id: number
  entry: Text
}
/** A picture that arrived: the original lies in the media store under its SHA-256 and is never changed. */
export interface OriginalTable {
  sha256: string
  file_name: Text
  format: string
  bytes: number
  /** Pixels, upright. */
  width: number
  height: number
}
export interface PersonImageTable {
  id: Id
  person_id: number
  sha256: string
  version: string
}
export interface OrganizationTable {
  id: Id
  name: Text
  /** JSON list. */
  altname: Text
  date_opened: WrittenDate
  date_opened_text: Text
  date_closed: WrittenDate
  date_closed_text: Text
  description: Text
  search: Text
}
export interface OrganizationLocationTable {
  id: Id
  organization_id: number
  location_id: number
  date_start: WrittenDate
  date_start_text: Text
  date_end: WrittenDate
  date_end_text: Text
}
export interface EmploymentTable {
  id: Id
  person_id: number
  organization_id: number
  date_start: WrittenDate
  date_start_text: Text
  date_end: WrittenDate
  date_end_text: Text
}
export interface HeritageTable {
  id: Id
  location_id: number
  architectural_style: Text
  architectural_description: Text
  heritage_registry_entry: Text
}
export interface LocationDescriptionTable {
  id: Id
  location_id: number
  description: Text
}
export interface PlaqueTable {
  id: Id
  location_id: number
  name: Text
  text: Text
}
export interface SubjectTable {
  id: Id
  subject_name: string
  subject_description: Text
  subject_parent: number | null
  search: Text
}
export interface CollectionTable {
  id: Id
  collection_name: string
  collection_description: Text
  hierarchy: Collection['hierarchy']
  parent_collection: number | null
}
export interface ItemTable {
  id: Id
  type: string
  title: Text
  general_description: Text
  date_start: WrittenDate
  date_start_text: Text
  date_end: WrittenDate
  date_end_text: Text
  /** rules/partial-dates itemSpan; both null for an undated item. */
  span_start: number | null
  span_end: number | null
  /** `span_start`, or 99999999 for an undated item: what lists are ordered by. */
  span_order: GeneratedAlways<number>
  location_id: number | null
  collection_id: number | null
  creator_id: number | null
  archival_identifier: string | null
  copyright_info: Text
  external_record_url: string | null
  visibility: string
  /** ISO 8601 UTC. */
  published_at: string | null
  created_at: string
  updated_at: string
}
/** `position` keeps the order in which the item lists them. */
export interface ItemPersonTable {
  item_id: number
  person_id: number
  position: number
}
export interface ItemContributorTable {
  item_id: number
  person_id: number
  position: number
}
export interface ItemSubjectTable {
  item_id: number
  subject_id: number
  position: number
}
export interface ItemOrganizationTable {
  item_id: number
  organization_id: number
  position: number
}
export interface ScanTable {
  id: Id
  item_id: number
  sha256: string
  scan_order: number
  watermark: Text
  color: Text
  position: Text
  /** Changes whenever what the public sees of it changes. */
  version: string
}
/** The full text of an item (FTS5): folded words, written by repositories/item-search.ts. */
export interface ItemSearchTable {
  rowid: number
  title: string
  description: string
  names: string
  identifier: string
}
/** One row: how often the archive has changed (triggers count every changed row), and a random name of this archive. */
export interface ArchiveStateTable {
  id: number
  archive: string
  counter: number
}

export interface Tables {
  location: LocationTable
  lot: LotTable
  ownership: OwnershipTable
  person: PersonTable
  person_spouse: PersonSpouseTable
  relationship: RelationshipTable
  grave: GraveTable
  original: OriginalTable
  person_image: PersonImageTable
  organization: OrganizationTable
  organization_location: OrganizationLocationTable
  employment: EmploymentTable
  heritage: HeritageTable
  location_description: LocationDescriptionTable
  plaque: PlaqueTable
  subject: SubjectTable
  collection: CollectionTable
  item: ItemTable
  item_person: ItemPersonTable
  item_contributor: ItemContributorTable
  item_subject: ItemSubjectTable
  item_organization: ItemOrganizationTable
  scan: ScanTable
  item_search: ItemSearchTable
  archive_state: ArchiveStateTable
}
