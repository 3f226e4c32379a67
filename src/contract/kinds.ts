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
  'heritage',
  'location_descriptions',
  'plaques',
  'subjects',
  'collections',
  'items',
  'scans',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What a user may do besides reading (our addition), so that pages need not derive it. */
const ABILITIES = ['submit', 'credit', 'describe_archivally', 'add_collections', 'review', 'manage_accounts'] as const
export type Ability = (typeof ABILITIES)[number]
