import type { AccountTables } from './account-tables.ts'
import type { Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely'
import type { Collection } from '#contract/collection.ts'
import type { LivingChoice, Privacy } from '#contract/living.ts'
import type { Heritage, LocationDescription, Plaque } from '#contract/location.ts'
import type { Person, Relationship } from '#contract/person.ts'
import type { WithArchival } from './archival-tables.ts'
import type { Hideable, OperationsTables, ReviewDeskTables } from './review-desk-tables.ts'

/** Dates are eight-digit numbers (spec §3); `*_text` is a date as written in the source, '' if none. */
type Id = Generated<number>
type Text = Generated<string>
type ArchiveDate = number | null
/** A date, and how the source writes it. */
type Dated<K extends string> = Record<K, ArchiveDate> & Record<`${K}_text`, Text>

/** Reviewed records (contract/record.ts REVIEWED_KINDS). `state` only applies to drafts. */
interface Reviewed extends Hideable {
  state: Generated<'waiting' | 'returned' | 'discarded' | 'hidden'>
  author_id: number | null
  /** ISO 8601 UTC; null for imported records. */
  submitted_at: string | null
  /** What staff wrote when they returned it. */
  note: Text
}
interface ReviewedRecord extends Reviewed {
  visibility: Generated<'draft' | 'published'>
}

type Texts<K extends string> = Record<K, Text>
type Numbers<K extends string> = Record<K, number>
/** Texts about a zone. */
type OfLocation<Row> = { id: Id; location_id: number } & Texts<
  (Exclude<keyof Row, 'id' | 'location'> & string) | 'search_text'
>

/** A list of links; `position` is the order in the record's list. */
type Links<From extends string, To extends string> = Record<From | To | 'position', number>

interface OwnTables extends AccountTables, ReviewDeskTables, OperationsTables {
  location: Dated<'date_start' | 'date_end'> & {
    succession: Text
    id: Id
    name: Text
    address: Text
    /** JSON list. */
    altnames: Text
    /** GeoJSON geometry, EPSG:4326, or null. */
    geometry: string | null
    /** Folded names (search-text.ts); `search_text` is what the site's search finds a record by (searched-text.ts). */
    search: Text
  }
  location_predecessor: Links<'location_id', 'predecessor_id'>
  place_name: Dated<'date_start' | 'date_end'> & { id: Id; location_id: number; name: string }
  lot: { lot_num: string; location_id: number | null; search_text: Text }
  ownership: Dated<'date'> & { id: Id; lot_num: string; person_id: number; source: Text }
  person: ReviewedRecord &
    Dated<'date_of_birth' | 'date_of_death'> &
    Texts<'first_name' | 'middle_name' | 'surname' | 'biography' | 'family_tree' | 'search' | 'search_text'> & {
      id: Id
      sex: Generated<Person['sex']>
      living: Generated<LivingChoice>
      consent_date: ArchiveDate
      consent_note: Text
      /** What visitors see; concluded (database/person-privacy.ts). */
      privacy: Generated<Privacy>
    }
  /** People whose privacy is still to be concluded in this transaction. */
  person_pending: { person_id: number }
  /** Stored in the direction that was entered. */
  person_spouse: Links<'person_id', 'spouse_id'>
  relationship: ReviewedRecord & {
    id: Id
    person1_id: number
    person2_id: number
    relationship_type: Relationship['relationship_type']
    description: Text
  }
  grave: ReviewedRecord & { id: Id; person_id: number; entry: Text }
  /** An uploaded picture: its original is in the media store under its SHA-256 and never changes. */
  original: {
    sha256: string
    file_name: Text
    format: string
    bytes: number
    /** Pixels, upright. */
    width: number
    height: number
    /** JSON: colour space, depth, density and profile from the header. */
    details: Text
  }
  person_image: ReviewedRecord & { id: Id; person_id: number; sha256: string; version: string }
  organization: ReviewedRecord &
    Dated<'date_opened' | 'date_closed'> &
    Texts<'description' | 'search' | 'search_text'> & {
      id: Id
      name: Text
      /** JSON list. */
      altname: Text
    }
  organization_location: Dated<'date_start' | 'date_end'> & { id: Id; organization_id: number; location_id: number }
  employment: Dated<'date_start' | 'date_end'> & { id: Id; person_id: number; organization_id: number }
  resident: Dated<'date_start' | 'date_end'> &
    Texts<'role' | 'written' | 'source'> & {
      id: Id
      person_id: number
      location_id: number
      household_order: number | null
    }
  heritage: OfLocation<Heritage>
  location_description: OfLocation<LocationDescription> & Hideable
  plaque: OfLocation<Plaque>
  subject: ReviewedRecord &
    Texts<'subject_description' | 'search' | 'search_text'> & {
      id: Id
      subject_name: string
      subject_parent: number | null
    }
  collection: ReviewedRecord &
    Texts<'collection_description' | 'search_text'> & {
      id: Id
      collection_name: string
      hierarchy: Collection['hierarchy']
      parent_collection: number | null
    }
  story: ReviewedRecord & Texts<'lead' | 'text' | 'search_text'> & { id: Id; title: string }
  item: Reviewed &
    Dated<'date_start' | 'date_end'> &
    Texts<'title' | 'general_description' | 'copyright_info'> &
    Record<'type' | 'visibility' | 'created_at' | 'updated_at', string> & {
      id: Id
      /** rules/dates itemSpan; null for an undated item. */
      span_start: number | null
      span_end: number | null
      /** `span_start`, or 99999999 for an undated item. */
      span_order: GeneratedAlways<number>
      /** rules/dates sortDate, and the title to sort by. */
      sort_date: GeneratedAlways<number>
      sort_title: GeneratedAlways<string>
      location_id: number | null
      collection_id: number | null
      creator_id: number | null
      archival_identifier: string | null
      external_record_url: string | null
      /** 1 if the author agrees to be named, and for an opening picture of the map. */
      credit: Generated<0 | 1>
      starred: Generated<0 | 1>
      /** ISO 8601 UTC. */
      published_at: string | null
    }
  item_person: Links<'item_id', 'person_id'>
  item_contributor: Links<'item_id', 'person_id'>
  item_subject: Links<'item_id', 'subject_id'>
  item_organization: Links<'item_id', 'organization_id'>
  scan: Hideable &
    Texts<'watermark' | 'color' | 'position'> & {
      id: Id
      item_id: number
      sha256: string
      scan_order: number
      /** The document that it is a page of. */
      document_id: number | null
      page: number | null
      /** Where the words of its text stand: JSON of rules/texts/word-boxes.ts, '' if that is not known. */
      words: Text
      /** Of the watermark, in percent: of the picture's width at most, and opacity. */
      mark_size: Generated<number>
      mark_opacity: Generated<number>
      /** Changes with the public picture. */
      version: string
    }
  /** A document or a recording of an item, kept whole under its SHA-256. `text` is a transcript. */
  item_file: Hideable & {
    id: Id
    item_id: number
    sha256: string
    file_order: number
    label: Text
  }
  /** Full text of an item (FTS5): folded words, written by database/item-search.ts; `item_search_pending` are still to be refreshed. */
  item_search: { rowid: number } & Record<'title' | 'description' | 'names' | 'identifier' | 'dates', string>
  item_search_pending: { item_id: number }
  /** Full text of scans and files (database/text-search.ts), and what is still to be refreshed. */
  item_search_texts: { rowid: number; words: string }
  item_search_texts_pending: { part: number }
  /** One row: the change counter of the archive (maintained by triggers) and its random id. */
  archive_state: {
    id: number
    archive: string
    counter: number
    /** Rises together with the media folder's (src/server/identity); 0 until both are marked. */
    generation: Generated<number>
    /** The version of Lotline that migrated it last. */
    version: Generated<string>
  }
  /** A setting of the society (repositories/settings.ts), one row each. */
  setting: { name: string; value: string }
  audit: Record<'at' | 'action' | 'kind' | 'record_key', string> & {
    id: Id
    /** Null for the command line; `actor` is the name at the time. */
    account_id: number | null
    actor: Text
    /** JSON list of {field, before, after}. */
    fields: Text
    note: Text
    /** The record's version after the step. */
    version: Text
  }
  /** The record that a row of a bundle became (migration 0027). `step`: the last audit entry about it that the source has seen. */
  imported_row: Record<'source' | 'list' | 'key' | 'record_key' | 'imported_at', string> & { step: number }
  /** Claimed, or waiting for a retry, until `next_attempt_at`. */
  picture_task: { version: string; created_at: string; attempts: Generated<number>; next_attempt_at: Text }
  /** A page of a document that is to be drawn as a scan; `fields`: JSON of what goes with it. One with a problem failed for good. */
  page_task: Numbers<'document_id' | 'page' | 'scan_order'> & {
    fields: string
    attempts: Generated<number>
    next_attempt_at: Text
    problem: Text
  }
  /**
   * An old map, with tiles in `DATA_DIR/overlays/<version>.pmtiles`: its size in pixels, upright; its bounds in degrees, EPSG:4326; the bytes of its tiles.
   */
  overlay: Numbers<'layer' | 'minimum_zoom' | 'maximum_zoom' | 'width' | 'height' | 'tiles' | 'bytes'> &
    Numbers<'west' | 'south' | 'east' | 'north'> & {
      /** raster/overlay-storage.ts */
      version: string
      kind: 'geotiff' | 'control points'
      /** Key of the original in the media store, `overlays/<sha256>.<ending>`, and its size. */
      source_key: string
      source_bytes: number
      /** Of the uploaded file. */
      file_name: Text
      /** A Georeference Annotation (JSON); null for a GeoTIFF, which contains its own georeference. */
      georeference: string | null
      created_at: string
    }
}

export type Tables = WithArchival<OwnTables>

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
