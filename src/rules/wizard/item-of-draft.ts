import type { Item, ItemType } from '#contract/item.ts'
import type { PersonLink } from '#contract/person.ts'
import { dateRange, itemDisplayDate } from '../dates/display-dates.ts'
import { draftDateOf, NO_DATE, dateOf } from './dates.ts'
import { isOffered, type DraftFields, type Tag, organizationTag, personTag, plainTag } from './draft-fields.ts'
import { itemFields, type Author } from './item-body.ts'

export const NO_FIELDS: DraftFields = {
  type: '',
  url: '',
  location: null,
  dateText: '',
  isRange: false,
  start: NO_DATE,
  end: NO_DATE,
  title: '',
  people: [],
  description: '',
  subjects: [],
  organizations: [],
  creator: null,
  contributors: [],
  collection: null,
  identifier: '',
  copyright: '',
  credit: false,
}

/** "Submit and add another like this": place, people, collection and date stay, and the type. */
export function fieldsAlike(fields: DraftFields): DraftFields {
  const { type, location, people, collection, dateText, isRange, start, end } = fields
  const kept = { location, people, collection, dateText, isRange, start, end }
  return { ...NO_FIELDS, ...kept, type: isOffered(type) ? type : '' }
}

const asPerson = ({ id, name }: Tag): PersonLink => ({
  id,
  // A tag has the whole name.
  first_name: '',
  middle_name: '',
  surname: name,
  date_of_birth: null,
  date_of_death: null,
})

/** The item as visitors will see it (the review step). Its images are shown from the draft's files. */
export function itemOfDraft(fields: DraftFields, author: Author, id = 0): Item {
  const { externalRecordURL } = itemFields(fields, author) as { externalRecordURL: string }
  return {
    id,
    type: fields.type as ItemType,
    title: fields.title.trim(),
    general_description: fields.description.trim(),
    date_start: dateOf(fields.start),
    date_end: fields.isRange ? dateOf(fields.end) : null,
    location: fields.location,
    people: fields.people.map(asPerson),
    subject: fields.subjects.map(({ id, name }) => ({ id, subject_name: name })),
    organizations: fields.organizations,
    collection:
      author.mayDescribe && fields.collection
        ? { id: fields.collection.id, collection_name: fields.collection.name }
        : null,
    item_scans: [],
    item_files: [],
    externalRecordURL,
    visibility: 'draft',
    date_start_text: fields.dateText.trim(),
    date_end_text: '',
    creator: fields.creator && asPerson(fields.creator),
    creator_organization: null,
    contributors: fields.contributors.map(asPerson),
    archival_identifier: author.mayDescribe ? fields.identifier.trim() : '',
    copyright_info: author.mayDescribe ? fields.copyright : '',
    published_at: null,
    updated_at: null,
    contributed_by: (author.mayCredit && fields.credit && author.name) || null,
    starred: false,
  }
}

/** Staff may have given both ends words of their own. */
const writtenDate = ({ date_start_text: from, date_end_text: to }: Item) =>
  from && to && from !== to ? dateRange(from, to) : from || to

/** The fields of an item that was submitted before. */
export const fieldsOfItem = (item: Item): DraftFields => ({
  ...NO_FIELDS,
  type: item.type,
  url: item.externalRecordURL,
  location: item.location && plainTag(item.location.id, item.location.name),
  dateText: writtenDate(item),
  isRange: item.date_end !== null,
  start: draftDateOf(item.date_start),
  end: draftDateOf(item.date_end),
  title: item.title,
  people: item.people.map(personTag),
  description: item.general_description,
  subjects: item.subject.map(({ id, subject_name }) => plainTag(id, subject_name)),
  organizations: item.organizations.map(organizationTag),
  creator: item.creator && personTag(item.creator),
  contributors: item.contributors.map(personTag),
  collection: item.collection && plainTag(item.collection.id, item.collection.collection_name),
  identifier: item.archival_identifier,
  copyright: item.copyright_info,
})

/** A field as a text to show, for comparing what two people changed. */
export function shownField(fields: DraftFields, field: keyof DraftFields): string {
  const value = fields[field]
  if (field === 'start' || field === 'end' || field === 'isRange') {
    const date_end = fields.isRange ? dateOf(fields.end) : null
    const dates = { date_start: dateOf(fields.start), date_end, date_start_text: '', date_end_text: '' }
    return itemDisplayDate(dates)?.text ?? ''
  }
  if (Array.isArray(value)) return value.map(({ name }) => name).join(', ')
  if (typeof value === 'object') return value && 'name' in value ? value.name : ''
  return String(value)
}
