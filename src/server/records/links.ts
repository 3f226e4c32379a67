import type { RecordKind } from '#contract/record.ts'

/** Fields that contain ids (one or a list), and the kind that they refer to. */
export const RECORD_LINKS: Record<RecordKind, Record<string, RecordKind>> = {
  locations: {},
  lots: { location: 'locations' },
  people: { spouses: 'people' },
  ownership: { lot: 'lots', person: 'people' },
  relationships: { person1: 'people', person2: 'people' },
  graves: { person: 'people' },
  person_images: { person: 'people' },
  organizations: {},
  organization_locations: { location: 'locations', organization: 'organizations' },
  employment: { person: 'people', organization: 'organizations' },
  heritage: { location: 'locations' },
  location_descriptions: { location: 'locations' },
  plaques: { location: 'locations' },
  subjects: { subject_parent: 'subjects' },
  collections: { parent_collection: 'collections' },
  items: {
    location: 'locations',
    people: 'people',
    subject: 'subjects',
    organizations: 'organizations',
    collection: 'collections',
    creator: 'people',
    contributors: 'people',
  },
  scans: { item: 'items' },
}
