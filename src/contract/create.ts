import * as v from 'valibot'
import { HIERARCHY_NAMES, SEX_NAMES, TYPE_NAMES } from './kinds.ts'
import { hierarchy } from './collection.ts'
import { isChronological, isDateRange } from './dates.ts'
import { field } from './field.ts'
import { agreeing } from './checks.ts'
import {
  body,
  formBoolean,
  formDate,
  formId,
  formIds,
  formObject,
  id,
  line,
  multipartNumber,
  name,
  nameList,
  PERSON,
  PLACE,
  requiredBody,
  requiredFormId,
  requiredName,
  webAddress,
} from './fields.ts'
import { copyright, COPYRIGHTS, itemType } from './item.ts'
import { FORM } from './messages.ts'
import { relationship, sex } from './person.ts'

/** What people send in: bodies of the calls that add a record (spec §5, §7). Pages of readers do not load them. */

/** POST /api/people/, spec §5 "Add person" and §7. */
export const personCreate = v.pipe(
  formObject({
    first_name: field(requiredName(FORM.personFirstName), 'First name', { group: 'name' }),
    middle_name: field(name, 'Middle name', { group: 'name' }),
    surname: field(requiredName(FORM.personSurname), 'Surname', { group: 'name' }),
    date_of_birth: field(formDate, 'Born', { group: 'dates' }),
    date_of_death: field(formDate, 'Died', { group: 'dates' }),
    sex: field(sex, 'Sex', { control: 'choice', choices: SEX_NAMES }),
    biography: field(body, 'Biography', { hint: 'What you know about this person, in your own words.' }),
    spouses: field(formIds, 'Spouses', {
      ...{ of: 'people', list: 'spouses' },
      hint: 'Type a name and choose it from the list.',
    }),
    family_tree: field(webAddress, 'Family tree', {
      hint: 'The address of a page about the family, such as https://www.wikitree.com/…',
    }),
  }),
  agreeing('date_of_birth', 'date_of_death', isChronological, FORM.rangeEnd),
)
export const graveCreate = formObject({
  entry: field(requiredName(), 'Gravestone'),
  person: field(requiredFormId, 'Person', PERSON),
})
export const relationshipCreate = formObject({
  ...v.omit(relationship, ['id']).entries,
  person1: field(requiredFormId, 'Parent', { of: 'people', list: 'parents' }),
  person2: field(requiredFormId, 'Child', { of: 'people', list: 'spouses' }),
  description: field(line, 'Description'),
})
/** The field beside the file `image`, spec §7. */
export const personImageCreate = v.object({ person: field(multipartNumber(id), 'Person', PERSON) })

/** POST /api/organizations/, spec §5 "Add organization": alternate names are split on commas and trimmed. */
export const organizationCreate = v.pipe(
  formObject({
    name: field(requiredName(FORM.organizationName), 'Name'),
    altname: field(nameList, 'Other names', { hint: 'Earlier or shorter names, one on each line.' }),
    date_opened: field(formDate, 'Opened', { group: 'dates' }),
    date_closed: field(formDate, 'Closed', { group: 'dates' }),
    description: field(requiredBody(FORM.organizationDescription), 'Description', {
      hint: 'What it was and did, in a sentence or two.',
    }),
  }),
  agreeing('date_opened', 'date_closed', isChronological, FORM.rangeEnd),
)
/** POST /api/subjects/, spec §5 "Add subject". */
export const subjectCreate = formObject({
  subject_name: field(requiredName(FORM.subjectName), 'Name'),
  subject_description: field(requiredBody(FORM.subjectDescription), 'Description', {
    hint: 'What belongs to this subject, in a sentence or two.',
  }),
  subject_parent: field(formId, 'Part of', {
    ...{ of: 'subjects', list: 'subject-parent' },
    hint: 'A wider subject, if there is one. Type its name and choose it from the list.',
  }),
})
/** POST /api/collections/, spec §5 "Add collection". */
export const collectionCreate = formObject({
  collection_name: field(requiredName(FORM.collectionName), 'Name'),
  collection_description: field(requiredBody(FORM.collectionDescription), 'Description'),
  hierarchy: field(hierarchy, 'Hierarchy', {
    ...{ control: 'choice', choices: HIERARCHY_NAMES },
    hint: 'From the widest to the narrowest.',
  }),
  parent_collection: field(formId, 'Part of', {
    ...{ of: 'collections', list: 'collection-parent' },
    hint: 'A wider collection, if there is one.',
  }),
})
/** Spec §6: collection, identifier and copyright are for users of the society. */
const DESCRIBES = { may: 'describe_archivally' } as const

/**
 * POST /api/item/post/: spec §3 "Item (as submitted)". `user_author` and `visibility` are accepted but ignored, as are unknown
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
    /** Our addition. */
    starred: field(formBoolean, 'Star: an opening picture', {
      may: 'review',
      hint: 'Shown at the head of the map: six each day.',
    }),
  }),
  agreeing('date_start', 'date_end', isDateRange, FORM.rangeEnd),
)
