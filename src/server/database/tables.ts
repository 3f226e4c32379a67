/* eslint-disable max-lines -- a table: every column of the archive */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Collection } from '#contract/collection.ts'
import type { Person, Relationship } from '#contract/person.ts'

/** The tables, as Kysely sees them. Dates are eight-digit numbers of spec §3; `*_text` is a date as somebody wrote it, '' if it was not. */
type Id = Generated<number>
type Text = Generated<string>
type WrittenDate = number | null

type Draftable = 'draft' | 'published'

/** Of records that take part in the review (contract/record.ts REVIEWED_KINDS). `state` says where a draft stands; of a published record it says nothing. */
interface Reviewed {
  state: Generated<'waiting' | 'returned' | 'discarded'>
  author_id: number | null
  /** ISO 8601 UTC; null for what an import brought. */
  submitted_at: string | null
  /** What staff wrote when they returned it. */
  note: Text
}
interface ReviewedRecord extends Reviewed {
  visibility: Generated<Draftable>
}

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
export interface PersonTable extends ReviewedRecord {
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
export interface RelationshipTable extends ReviewedRecord {
  id: Id
  person1_id: number
  person2_id: number
  relationship_type: Relationship['relationship_type']
  description: Text
}
export interface GraveTable extends ReviewedRecord {
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
  /** JSON: what the header says of colour space, depth, density and profile. */
  details: Text
}
export interface PersonImageTable extends ReviewedRecord {
  id: Id
  person_id: number
  sha256: string
  version: string
}
export interface OrganizationTable extends ReviewedRecord {
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
export interface SubjectTable extends ReviewedRecord {
  id: Id
  subject_name: string
  subject_description: Text
  subject_parent: number | null
  search: Text
}
export interface CollectionTable extends ReviewedRecord {
  id: Id
  collection_name: string
  collection_description: Text
  hierarchy: Collection['hierarchy']
  parent_collection: number | null
}
export interface ItemTable extends Reviewed {
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
/** The full text of an item (FTS5): folded words, written by database/item-search.ts. */
export interface ItemSearchTable {
  rowid: number
  title: string
  description: string
  names: string
  identifier: string
  dates: string
}
/** Somebody who may log in; see migration 0002. Moments are ISO 8601 UTC. */
export interface AccountTable {
  id: Id
  /** Lower case. */
  email: string
  name: Text
  organization_id: number | null
  role: 'volunteer' | 'staff' | 'administrator'
  /** Null until a password was chosen. */
  password_hash: string | null
  /** Every token names it: raising it ends every session. */
  epoch: Generated<number>
  created_at: string
  activated_at: string | null
  disabled_at: string | null
  last_login_at: string | null
}
export interface AccountTokenTable {
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  account_id: number
  purpose: 'activation' | 'reset'
  created_at: string
  expires_at: string
}
/** Mail that was not delivered yet. */
export interface MailTable {
  id: Id
  recipient: string
  kind: string
  subject: string
  text: string
  html: string
  created_at: string
  attempts: Generated<number>
  next_attempt_at: string
  last_error: Text
}
/** What a call with an Idempotency-Key answered. */
export interface IdempotencyTable {
  account_id: number
  key: string
  call: string
  request_hash: string
  answer: string
  created_at: string
}
export interface AuditTable {
  id: Id
  at: string
  /** Null for the command line; `actor` is the name at that time. */
  account_id: number | null
  actor: Text
  action: string
  kind: string
  record_key: string
  /** JSON list of {field, before, after}. */
  fields: Text
  note: Text
  /** The record's version after it. */
  version: Text
}
export interface BuildTable {
  id: Id
  state: 'waiting' | 'running' | 'done' | 'failed'
  reason: string
  /** By the first who asked, and by the last so far. */
  requested_at: string
  asked_again_at: string
  /** 1 when somebody waits for it. */
  at_once: Generated<number>
  started_at: string | null
  finished_at: string | null
  message: Text
}
export interface PictureTaskTable {
  version: string
  created_at: string
  attempts: Generated<number>
}
/** An old map that is kept as tiles: `DATA_DIR/overlays/<version>.pmtiles`, made from the original in the media store. */
export interface OverlayTable {
  layer: number
  /** raster/version.ts */
  version: string
  kind: 'geotiff' | 'control points'
  /** Where the original lies in the media store, `overlays/<sha256>.<ending>`, and its bytes. */
  source_key: string
  source_bytes: number
  /** The original's name as it was given. */
  file_name: Text
  /** A Georeference Annotation (JSON text); null for a GeoTIFF, which says itself where it lies. */
  georeference: string | null
  /** Pixels, upright. */
  width: number
  height: number
  /** Degrees, EPSG:4326. */
  west: number
  south: number
  east: number
  north: number
  minimum_zoom: number
  maximum_zoom: number
  /** Tiles that are kept, and bytes of their file. */
  tiles: number
  bytes: number
  created_at: string
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
  account: AccountTable
  account_token: AccountTokenTable
  mail: MailTable
  idempotency: IdempotencyTable
  audit: AuditTable
  build: BuildTable
  picture_task: PictureTaskTable
  overlay: OverlayTable
}
