import type { RecordKind } from '#contract/record.ts'
import type { Kysely } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'

/** The table of each kind and its key column. */
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

/** A table name without its type, for code that treats all kinds alike. */
export const anyTable = (name: keyof Tables) => name as 'subject'

export type DbValue = string | number | null
export type DbRecord = Record<string, DbValue>
/** Kysely without types of tables and columns, for code that takes their names from a kind. */
export const untyped = (db: Db) => db as unknown as Kysely<Record<string, DbRecord>>
