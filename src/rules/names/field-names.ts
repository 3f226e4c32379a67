import type { DeskRecord } from '#contract/record.ts'
import { formatDate } from '../dates/partial-dates.ts'
import { HIERARCHY_NAMES, TYPE_NAMES } from './record-names.ts'

/** What the fields of records (contract/record.ts) are called in forms and histories. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  // Items
  type: 'Type',
  title: 'Title',
  general_description: 'Description',
  date_start: 'Date',
  date_start_text: 'Date as written',
  date_end: 'End date',
  date_end_text: 'End date as written',
  location: 'Location',
  people: 'People',
  subject: 'Subjects',
  organizations: 'Organizations',
  collection: 'Collection',
  creator: 'Creator',
  contributors: 'Contributors',
  archival_identifier: 'Identifier',
  copyright_info: 'Copyright',
  externalRecordURL: 'External link',
  credit: 'Show the name of the contributor',
  // People
  first_name: 'First name',
  middle_name: 'Middle name',
  surname: 'Surname',
  date_of_birth: 'Born',
  date_of_birth_text: 'Born, as written',
  date_of_death: 'Died',
  date_of_death_text: 'Died, as written',
  sex: 'Sex',
  biography: 'Biography',
  spouses: 'Spouses',
  family_tree: 'Family tree',
  person: 'Person',
  entry: 'Gravestone',
  person1: 'Parent',
  person2: 'Child',
  relationship_type: 'Relationship',
  description: 'Description',
  // Organizations
  name: 'Name',
  altname: 'Other names',
  date_opened: 'Opened',
  date_opened_text: 'Opened, as written',
  date_closed: 'Closed',
  date_closed_text: 'Closed, as written',
  organization: 'Organization',
  // Subjects and collections
  subject_name: 'Name',
  subject_description: 'Description',
  subject_parent: 'Part of',
  collection_name: 'Name',
  collection_description: 'Description',
  hierarchy: 'Level',
  parent_collection: 'Part of',
  // Places and what belongs to them
  address: 'Address',
  altnames: 'Other names',
  geometry: 'Corners of the outline',
  lotNum: 'Lot number',
  lot: 'Lot number',
  date: 'Date',
  date_text: 'Date as written',
  source: 'Source',
  architectural_style: 'Architectural style',
  architectural_description: 'Architecture',
  heritage_registry_entry: 'Entry in the heritage register',
  text: 'Text',
  // Scans and reviews
  state: 'State',
  order: 'Order',
  watermark: 'Watermark',
  color: 'Colour of the watermark',
  position: 'Place of the watermark',
  // Old maps
  file: 'File',
  year: 'Year',
  in_legend: 'In the legend',
}
/** The two dates of employment and premises. */
const PERIOD: Readonly<Record<string, string>> = {
  date_start: 'From',
  date_start_text: 'From, as written',
  date_end: 'Until',
  date_end_text: 'Until, as written',
}
const OF_KIND: Partial<Record<string, Readonly<Record<string, string>>>> = {
  employment: PERIOD,
  organization_locations: PERIOD,
  maps: { credit: 'Credit' },
}
export const fieldName = (field: string, kind?: string): string =>
  OF_KIND[kind ?? '']?.[field] ?? FIELD_NAMES[field] ?? field.replaceAll('_', ' ')

/** The kind of record that a field refers to by id. */
export const LINK_FIELDS = {
  location: 'locations',
  people: 'people',
  subject: 'subjects',
  organizations: 'organizations',
  collection: 'collections',
  creator: 'people',
  contributors: 'people',
  spouses: 'people',
  person: 'people',
  person1: 'people',
  person2: 'people',
  organization: 'organizations',
  subject_parent: 'subjects',
  parent_collection: 'collections',
} as const
export type LinkField = keyof typeof LINK_FIELDS
export const isLinkField = (field: string): field is LinkField => field in LINK_FIELDS

/** The name of a record by kind and id; undefined if it is not known. */
export type NameOf = (kind: (typeof LINK_FIELDS)[LinkField], id: number) => string | undefined

/** Names of the records that a record refers to. */
export function namesIn({ brings, names }: Pick<DeskRecord, 'brings' | 'names'>): NameOf {
  const brought = new Map(brings.map(({ kind, key, label }) => [`${kind} ${key}`, label]))
  return (kind, id) => names[kind]?.[id] ?? brought.get(`${kind} ${id}`)
}

const isDateField = (field: string) => field === 'date' || (field.startsWith('date_') && !field.endsWith('_text'))
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: TYPE_NAMES,
  hierarchy: HIERARCHY_NAMES,
  sex: { female: 'Female', male: 'Male', other: 'Other' },
  state: { waiting: 'Waiting', returned: 'Returned', published: 'Published', discarded: 'Discarded' },
}

/** The value of a field as text; empty for none. */
export function fieldText(field: string, value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((each) => fieldText(field, each, nameOf)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && isLinkField(field)) return nameOf(LINK_FIELDS[field], value) ?? `No. ${value}`
  if (typeof value === 'number') return isDateField(field) ? formatDate(value) : String(value)
  if (typeof value === 'string') return CHOICES[field]?.[value] ?? value
  return JSON.stringify(value)
}
