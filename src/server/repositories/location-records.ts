import type { Kysely } from 'kysely'
import type { Heritage } from '#contract/heritage.ts'
import type { LocationDescription, Plaque } from '#contract/location.ts'
import type { Tables } from '../database/tables.ts'

interface OfLocation {
  location?: number | undefined
}

/** What is written about a zone: heritage, descriptions, plaques (spec §3); all of them, or one zone's. */
export function createLocationRecords(db: Kysely<Tables>) {
  return {
    heritage({ location }: OfLocation): Promise<Heritage[]> {
      const query = db
        .selectFrom('heritage')
        .select(['id', 'location_id as location', 'architectural_style'])
        .select(['architectural_description', 'heritage_registry_entry'])
        .orderBy('id')
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
    descriptions({ location }: OfLocation): Promise<LocationDescription[]> {
      const query = db
        .selectFrom('location_description')
        .select(['id', 'location_id as location', 'description'])
        .orderBy('id')
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
    plaques({ location }: OfLocation): Promise<Plaque[]> {
      const query = db.selectFrom('plaque').select(['id', 'location_id as location', 'name', 'text']).orderBy('id')
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
  }
}
