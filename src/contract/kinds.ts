/** All kinds of records (spec §3), named as the lists of a bundle are. */
export const RECORD_KINDS = [
  'locations',
  'lots',
  'people',
  'ownership',
  'relationships',
  'graves',
  'person_images',
  'organizations',
  'organization_locations',
  'employment',
  'residents',
  'heritage',
  'location_descriptions',
  'place_names',
  'plaques',
  'subjects',
  'collections',
  'items',
  'files',
  'scans',
  'stories',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What a user may do besides reading (our addition), so that pages need not derive it. */
const ABILITIES = ['submit', 'credit', 'describe_archivally', 'add_collections', 'review', 'manage_accounts'] as const
export type Ability = (typeof ABILITIES)[number]

/** Kinds of search results, in the order of the filters and of the search index. */
export const SEARCH_KINDS = ['item', 'person', 'organization', 'place', 'subject', 'collection', 'story'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** What the values of choices are called. */

/** In the order of spec §9. */
export const TYPE_NAMES = {
  photograph: 'Photograph',
  postcard: 'Postcard',
  event: 'Event',
  video: 'Video',
  oral_history: 'Oral history',
  object: 'Object',
  newspaper: 'Newspaper',
  paper_record: 'Paper record',
}
export const HIERARCHY_NAMES = {
  fond: 'Fond',
  series: 'Series',
  subseries: 'Subseries',
  file: 'File',
}
export const SEX_NAMES = {
  '': 'Not known',
  female: 'Female',
  male: 'Male',
  other: 'Other',
}
/** How a place came out of earlier ones. */
export const SUCCESSION_NAMES = {
  '': 'Not said',
  split: 'One of several parts',
  joined: 'Joined from several',
  renumbered: 'Renumbered',
  moved: 'Moved',
}
export const RESIDENT_ROLES = {
  '': 'Not said',
  owner: 'Owner-occupier',
  tenant: 'Tenant',
  family: 'Of the family',
  boarder: 'Boarder',
  servant: 'Servant',
  keeper: 'Keeper',
}
export const SUCCESSIONS = Object.keys(SUCCESSION_NAMES) as (keyof typeof SUCCESSION_NAMES)[]
export const ROLES = Object.keys(RESIDENT_ROLES) as (keyof typeof RESIDENT_ROLES)[]
