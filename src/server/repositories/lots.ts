import type { Query } from '#contract/endpoints.ts'
import type { Lot, Ownership } from '#contract/lot.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from './conditions.ts'
import { PUBLIC, linksToListed } from './view.ts'

/** Lots and who owned them, spec §3. */
export function createLots(db: Db) {
  return {
    /** All lots, or those of a zone, by number. */
    list({ search: location }: Query<'lots'>): Promise<Lot[]> {
      let query = db.selectFrom('lot').select(['lot_num as lotNum', 'location_id as location']).orderBy('lot_num')
      if (location) query = query.where('location_id', '=', location)
      return query.execute()
    },
    /** Only with people that the caller may see. */
    ownership({ lot, person }: Query<'ownership'>, view = PUBLIC): Promise<Ownership[]> {
      let query = db
        .selectFrom('ownership')
        .select(['id', 'lot_num as lot', 'person_id as person', 'date', 'date_text', 'source'])
        .where(linksToListed('ownership.person_id', 'person', view))
        .orderBy('id')
      if (lot) query = query.where(isOneOf('lot_num', lot))
      if (person) query = query.where('person_id', '=', person)
      return query.execute()
    },
  }
}
