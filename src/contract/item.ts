import * as v from 'valibot'
import {
  VISIBILITIES,
  body,
  id,
  line,
  timestamp,
  name,
  optionalDate,
  updatedAt,
  visibility,
  webAddress,
} from './fields.ts'
import { FIELD, FORM } from './messages.ts'
import { TYPE_NAMES } from './kinds.ts'
import { collectionLink, rightsOfItems } from './collection.ts'
import { fileLink } from './file.ts'
import { organizationLink } from './organization.ts'
import { personLink } from './person.ts'
import { scanLink } from './scan.ts'
import { subjectLink } from './subject.ts'

/** Spec §9 "Type enumeration". The wizard offers all but oral_history and newspaper. */
export const ITEM_TYPES = Object.keys(TYPE_NAMES) as (keyof typeof TYPE_NAMES)[]
/** The item types of the add-item wizard, spec §9. */
export const WIZARD_TYPES = ['photograph', 'postcard', 'event', 'video', 'object', 'paper_record'] as const
/** How several tags are combined, spec §9; OR is the default. */
export const TAG_MODES = ['OR', 'AND'] as const
/** An empty type gets the spec's message; an unknown one lists the choices. */
export const itemType = v.picklist(ITEM_TYPES, ({ input }) =>
  typeof input === 'string' && input !== '' ? FIELD.oneOf(ITEM_TYPES) : FORM.itemType,
)
export type ItemType = (typeof ITEM_TYPES)[number]

export const COPYRIGHTS = ['Public Domain', 'User Responsibility'] as const
const copyrights = FIELD.oneOf(COPYRIGHTS)
export const copyright = v.nullish(v.union([v.picklist(COPYRIGHTS, copyrights), v.literal('')], copyrights), '')

export { VISIBILITIES, visibility }

const locationLink = v.object({ id, name: v.string() })

/** Where a text search finds an item in what is written on its scans (`page` counts them from 1) or said in a recording (`time` in seconds). */
const foundIn = v.object({
  scan: v.nullable(id),
  file: v.nullable(id),
  page: v.nullable(v.number()),
  time: v.nullable(v.number()),
  /** `Page 3: ` or a time, and what the address of the item ends in to open there. */
  label: v.string(),
  place: v.string(),
  before: v.string(),
  match: v.string(),
  after: v.string(),
})
export type FoundIn = v.InferOutput<typeof foundIn>

/** Spec §3 "Item (as read)". Everything after `visibility` is our addition and optional, so that other servers can be read. */
export const item = v.object({
  id,
  type: itemType,
  title: line,
  general_description: body,
  date_start: optionalDate,
  date_end: optionalDate,
  location: v.nullish(locationLink, null),
  people: v.nullish(v.array(personLink), []),
  subject: v.nullish(v.array(subjectLink), []),
  organizations: v.nullish(v.array(organizationLink), []),
  collection: v.nullish(collectionLink, null),
  item_scans: v.nullish(v.array(scanLink), []),
  item_files: v.optional(v.array(fileLink), []),
  externalRecordURL: webAddress,
  visibility,
  date_start_text: name,
  date_end_text: name,
  creator: v.optional(v.nullable(personLink), null),
  creator_organization: v.optional(v.nullable(organizationLink), null),
  contributors: v.optional(v.array(personLink), []),
  archival_identifier: name,
  copyright_info: v.fallback(copyright, ''),
  ...rightsOfItems,
  extent: v.optional(line),
  language: v.optional(name),
  publisher: v.optional(line),
  place_text: v.optional(line),
  published_at: v.optional(v.nullable(timestamp), null),
  updated_at: updatedAt,
  /** The submitter's name, only if they agreed and the item is published. */
  contributed_by: v.optional(v.nullable(v.string())),
  /** Staff chose it as an opening picture of the map. */
  starred: v.optional(v.fallback(v.boolean(), false), false),
  /** Only in a text search that finds the item by nothing else. */
  found_in: v.optional(v.array(foundIn)),
})
export type Item = v.InferOutput<typeof item>

/**
 * Why a text search was shortened (our addition). `words`: it has more words than SEARCH_WORK allows. `letters`: a single letter before
 * the last word was searched for as a whole word. `matches`: only the first SEARCH_WORK.ranked matches were ranked and counted.
 * `texts`: the words are in so many texts that some of their items are left out.
 */
const SHORTENED = ['words', 'letters', 'matches', 'texts'] as const
export type Shortened = (typeof SHORTENED)[number]
/** Missing if nothing was shortened; unknown reasons are ignored. */
export const shortened = v.optional(v.fallback(v.array(v.picklist(SHORTENED)), []))

/** A text search that finds nothing, with its misspelled words corrected, if that finds something (our addition). */
export const suggestion = v.optional(v.fallback(v.string(), ''), '')

/** How people have to do with the items that a filter finds (our addition): they are in them, or made or contributed to them. Default: either. */
export const PEOPLE_ROLES = ['pictured', 'creator'] as const
export type PeopleRole = (typeof PEOPLE_ROLES)[number]

/** Orders of a list (our addition). Without one, a text search is by relevance and everything else by date. `pictures`: by date too, but items with a picture come first. */
export const SORTS = ['relevance', 'pictures', 'date', 'title', 'added'] as const
export type Sort = (typeof SORTS)[number]

/** GET /api/items/: spec §7 "Response fields: count and results". */
export const itemPage = v.object({ count: v.number(), results: v.array(item), shortened, suggestion })

export const itemCreated = v.object({ id })
