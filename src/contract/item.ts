import * as v from 'valibot'
import {
  VISIBILITIES,
  body,
  formBoolean,
  formDate,
  id,
  formId,
  formIds,
  line,
  timestamp,
  name,
  optionalDate,
  PLACE,
  requiredBody,
  formObject,
  updatedAt,
  visibility,
  webAddress,
} from './fields.ts'
import { TYPE_NAMES } from './choices.ts'
import { isDateRange } from './dates.ts'
import { field } from './field.ts'
import { FIELD, FORM } from './messages.ts'
import { collectionLink } from './collection.ts'
import { organizationLink } from './organization.ts'
import { personLink } from './person.ts'
import { scanLink } from './scan.ts'
import { subjectLink } from './subject.ts'

/** Spec §9 "Type enumeration". The wizard offers all but oral_history and newspaper. */
export const ITEM_TYPES = [
  'photograph',
  'postcard',
  'event',
  'video',
  'oral_history',
  'object',
  'newspaper',
  'paper_record',
] as const
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
const copyright = v.nullish(v.union([v.picklist(COPYRIGHTS, copyrights), v.literal('')], copyrights), '')

export { VISIBILITIES, visibility }

const locationLink = v.object({ id, name: v.string() })

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
  externalRecordURL: webAddress,
  visibility,
  date_start_text: name,
  date_end_text: name,
  creator: v.optional(v.nullable(personLink), null),
  contributors: v.optional(v.array(personLink), []),
  archival_identifier: name,
  copyright_info: v.fallback(copyright, ''),
  published_at: v.optional(v.nullable(timestamp), null),
  updated_at: updatedAt,
  /** The submitter's name, only if they agreed and the item is published. */
  contributed_by: v.optional(v.nullable(v.string())),
})
export type Item = v.InferOutput<typeof item>

/**
 * Why a text search was shortened (our addition). `words`: it has more words than SEARCH_WORK allows. `letters`: a single letter before
 * the last word was searched for as a whole word. `matches`: only the first SEARCH_WORK.ranked matches were ranked and counted.
 */
const SHORTENED = ['words', 'letters', 'matches'] as const
export type Shortened = (typeof SHORTENED)[number]
/** Missing if nothing was shortened; unknown reasons are ignored. */
export const shortened = v.optional(v.fallback(v.array(v.picklist(SHORTENED)), []))

/** A text search that finds nothing, with its misspelled words corrected, if that finds something (our addition). */
export const suggestion = v.optional(v.fallback(v.string(), ''), '')

/** How people have to do with the items that a filter finds (our addition): they are in them, or made or contributed to them. Default: either. */
export const PEOPLE_ROLES = ['pictured', 'creator'] as const
export type PeopleRole = (typeof PEOPLE_ROLES)[number]

/** Orders of a list (our addition). Without one, a text search is by relevance and everything else by date. */
export const SORTS = ['relevance', 'date', 'title', 'added'] as const
export type Sort = (typeof SORTS)[number]

/** GET /api/items/: spec §7 "Response fields: count and results". */
export const itemPage = v.object({ count: v.number(), results: v.array(item), shortened, suggestion })

/** Spec §6: collection, identifier and copyright are for users of the society. */
const DESCRIBES = { may: 'describe_archivally' } as const

/**
 * POST /api/item/post/: spec §3 "Item (as submitted)". `user_author` and `visibility` are accepted but ignored (design.md), as are unknown
 * fields. Empty text for a date or an id means null.
 */
export const itemSubmit = v.pipe(
  formObject({
    user_author: v.optional(v.unknown()),
    visibility: v.optional(v.unknown()),
    type: field(itemType, 'Type', { control: 'choice', choices: TYPE_NAMES }),
    title: field(line, 'Title'),
    general_description: field(requiredBody(FORM.itemDescription), 'Description'),
    date_start: field(formDate, 'Date'),
    /** Our addition: the date as it is written. */
    date_start_text: field(name, 'Date as written'),
    date_end: field(formDate, 'End date'),
    date_end_text: field(name, 'End date as written'),
    location: field(formId, 'Location', PLACE),
    people: field(formIds, 'People', { of: 'people' }),
    subject: field(formIds, 'Subjects', { of: 'subjects' }),
    organizations: field(formIds, 'Organizations', { of: 'organizations' }),
    externalRecordURL: field(webAddress, 'External link'),
    creator: field(formId, 'Creator', { of: 'people', list: 'creator' }),
    contributors: field(formIds, 'Contributors', { of: 'people', list: 'contributors' }),
    collection: field(formId, 'Collection', { of: 'collections', list: 'collection', ...DESCRIBES }),
    archival_identifier: field(name, 'Identifier', DESCRIBES),
    copyright_info: field(copyright, 'Copyright', {
      ...DESCRIBES,
      control: 'choice',
      choices: { '': 'Not known', ...Object.fromEntries(COPYRIGHTS.map((each) => [each, each])) },
    }),
    /** Our addition: the submitter agrees to be named as contributor. */
    credit: field(formBoolean, 'Show the name of the contributor', {
      may: 'credit',
      hint: 'Only the person who sent it in can agree to this.',
    }),
  }),
  v.forward(
    v.partialCheck(
      [['date_start'], ['date_end']],
      (input) => isDateRange(input.date_start, input.date_end),
      FORM.rangeEnd,
    ),
    ['date_end'],
  ),
)
export const itemCreated = v.object({ id })
