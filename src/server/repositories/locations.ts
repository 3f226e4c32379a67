import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { among, holdsText } from './conditions.ts'
import { JsonText } from './json-text.ts'

/** A GeoJSON Feature (contract locationFeature), written by the database: outlines are never taken apart. */
const feature = sql<string>`json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry),
  'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames))`

/** Zones, spec §3 "Location/zone". */
export function createLocations(db: Kysely<Tables>) {
  const features = db.selectFrom('location').select(feature.as('feature'))
  return {
    /** A FeatureCollection. `search` is an id or part of a name, an alternate name or an address (design.md); `lot` the numbers of lots. */
    async list({ search, lot }: { search?: string | undefined; lot?: string[] | undefined }): Promise<JsonText> {
      let query = features.orderBy('location.id')
      if (search) {
        const id = /^\d{1,15}$/.test(search) ? Number(search) : 0
        query = query.where((e) => e.or([e('location.id', '=', id), holdsText('location.search', search)]))
      }
      if (lot) {
        query = query.where(
          'location.id',
          'in',
          db
            .selectFrom('lot')
            .select('location_id')
            .where(among('lot.lot_num', lot))
            .$castTo<{ location_id: number }>(),
        )
      }
      const rows = await query.execute()
      return new JsonText(`{"type":"FeatureCollection","features":[${rows.map((row) => row.feature).join(',')}]}`)
    },
    /** One Feature. */
    async find(id: number): Promise<JsonText | undefined> {
      const row = await features.where('location.id', '=', id).executeTakeFirst()
      return row && new JsonText(row.feature)
    },
  }
}
