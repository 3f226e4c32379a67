import * as v from 'valibot'
import {
  VISIBILITIES,
  body,
  dateSent,
  id,
  idSent,
  idsSent,
  line,
  moment,
  name,
  optionalDate,
  requiredBody,
  sent,
  visibility,
  webAddress,
} from './fields.ts'
import { isRange } from './dates.ts'
import { FORM } from './messages.ts'
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
/** What the add-item wizard offers, spec §9. */
export const WIZARD_TYPES = [
  'photograph',
  'postcard',
  'event',
  'video',
  'object',
  'paper_record',
] as const satisfies readonly (typeof ITEM_TYPES)[number][]
/** How several tags are joined, spec §9; OR is the default. */
export const TAG_MODES = ['OR', 'AND'] as const
/** The form's sentence is for a type that was not chosen; one that there is none of is told which there are. */
export const itemType = v.picklist(ITEM_TYPES, ({ input }) =>
  typeof input === 'string' && input !== '' ? `One of: ${ITEM_TYPES.join(', ')}.` : FORM.itemType,
)
export type ItemType = (typeof ITEM_TYPES)[number]

export const COPYRIGHTS = ['Public Domain', 'User Responsibility'] as const
const copyrights = `One of: ${COPYRIGHTS.join(', ')}.`
export const copyright = v.nullish(v.union([v.picklist(COPYRIGHTS, copyrights), v.literal('')], copyrights), '')

export { VISIBILITIES, visibility }

export const locationLink = v.object({ id, name: v.string() })

/**
 * Spec §3 "Item (as read)". What follows `visibility` are our additions, each optional so that a foreign server without
 * them is read too: the archival description, the written dates, and when it was published and last changed.
 */
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
  published_at: v.optional(v.nullable(moment), null),
  updated_at: v.optional(v.nullable(moment), null),
})
export type Item = v.InferOutput<typeof item>

/** GET /api/items/: spec §7 "Response fields: count and results". */
export const itemPage = v.object({ count: v.number(), results: v.array(item) })

/**
 * POST /api/item/post/: spec §3 "Item (as submitted)". `user_author` and `visibility` are accepted and never believed (design.md), fields that spec §3
 * does not name are passed over. An empty text for a date or an id says that there is none, as null does: forms send it.
 */
export const itemSubmit = v.pipe(
  sent({
    user_author: v.optional(v.unknown()),
    visibility: v.optional(v.unknown()),
    type: itemType,
    title: line,
    general_description: requiredBody(FORM.itemDescription),
    date_start: dateSent,
    date_end: dateSent,
    location: idSent,
    people: idsSent,
    subject: idsSent,
    organizations: idsSent,
    collection: idSent,
    creator: idSent,
    contributors: idsSent,
    archival_identifier: name,
    copyright_info: copyright,
    externalRecordURL: webAddress,
  }),
  v.forward(
    v.partialCheck([['date_start'], ['date_end']], (input) => isRange(input.date_start, input.date_end), FORM.rangeEnd),
    ['date_end'],
  ),
)
export const itemCreated = v.object({ id })
