import type { RecordKind } from '#contract/record.ts'
import type { Tables } from '../database/tables.ts'

/** Where the rows of a kind lie, and the column that names them there. */
export const RECORD_TABLES = {
  locations: ['location', 'id'],
  lots: ['lot', 'lot_num'],
  people: ['person', 'id'],
  ownership: ['ownership', 'id'],
  relationships: ['relationship', 'id'],
  graves: ['grave', 'id'],
  person_images: ['person_image', 'id'],
  organizations: ['organization', 'id'],
  organization_locations: ['organization_location', 'id'],
  employment: ['employment', 'id'],
  heritage: ['heritage', 'id'],
  location_descriptions: ['location_description', 'id'],
  plaques: ['plaque', 'id'],
  subjects: ['subject', 'id'],
  collections: ['collection', 'id'],
  items: ['item', 'id'],
  scans: ['scan', 'id'],
} as const satisfies Record<RecordKind, readonly [keyof Tables, string]>

/** The tables by name without their types: what is done with a record is the same for each. */
export type AnyTable = 'subject'
export const anyTable = (name: keyof Tables) => name as AnyTable
