import { sql } from 'kysely'
import * as v from 'valibot'
import type { Query } from '#contract/endpoints.ts'
import {
  heritage,
  type Heritage,
  type LocationDescription,
  type Plaque,
  type Lot,
  type Ownership,
  type PlaceName,
  type Resident,
} from '#contract/location.ts'
import type { PlaceInTime } from '#rules/years/succession.ts'
import type { Db } from '../database/tables.ts'
import { JsonText } from '../json/json.ts'
import { isOneOf, containsText } from './conditions.ts'
import { PUBLIC, knowsPerson, lastChanged, linksToListed, ofKnown } from './view.ts'

/** A GeoJSON Feature (contract locationFeature), built by the database. */
const feature = sql<string>`json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry),
  'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames,
  'date_start', location.date_start, 'date_start_text', location.date_start_text,
  'date_end', location.date_end, 'date_end_text', location.date_end_text, 'succession', location.succession,
  'predecessors', json((select coalesce(json_group_array(predecessor_id order by position), '[]') from location_predecessor
    where location_id = location.id)),
  'earlier_names', json((select coalesce(json_group_array(name order by id), '[]') from place_name where location_id = location.id)),
  'same_as', json(location.same_as), 'updated_at', ${lastChanged('location')}))`

/** Zones, spec §3 "Location/zone". */
export function createLocations(db: Db) {
  const features = db.selectFrom('location').select(feature.as('feature'))
  return {
    /**
     * A FeatureCollection. `search` is an id, or part of a name or an address; `lot` are lot numbers, `places` ids; `succession` is the id of a place, for
     * those that it came out of, and that came out of it.
     */
    async list({ search, lot, places, succession }: Query<'locations'>): Promise<JsonText> {
      let query = features.orderBy('location.id')
      if (search) {
        const id = /^\d{1,15}$/.test(search) ? Number(search) : 0
        const earlier = db.selectFrom('place_name').select('location_id').where(containsText('search_text', search))
        query = query.where((e) =>
          e.or([e('location.id', '=', id), containsText('location.search', search), e('location.id', 'in', earlier)]),
        )
      }
      if (lot) {
        query = query.where(
          'location.id',
          'in',
          db
            .selectFrom('lot')
            .select('location_id')
            .where(isOneOf('lot.lot_num', lot))
            .$castTo<{ location_id: number }>(),
        )
      }
      if (places) query = query.where(isOneOf('location.id', places))
      if (succession) {
        const links = db.selectFrom('location_predecessor')
        const before = links.select('predecessor_id').where('location_id', '=', succession)
        const after = links.select('location_id').where('predecessor_id', '=', succession)
        query = query.where((e) => e.or([e('location.id', 'in', before), e('location.id', 'in', after)]))
      }
      const rows = await query.execute()
      return new JsonText(`{"type":"FeatureCollection","features":[${rows.map((row) => row.feature).join(',')}]}`)
    },
    async find(id: number): Promise<JsonText | undefined> {
      const row = await features.where('location.id', '=', id).executeTakeFirst()
      return row && new JsonText(row.feature)
    },
  }
}

/** Dates of all places, and what was there before them. */
export async function readPlacesInTime(db: Db): Promise<Map<number, PlaceInTime>> {
  const rows = await db.selectFrom('location').select(['id as pk', 'date_start', 'date_end']).execute()
  const links = await db.selectFrom('location_predecessor').select(['location_id', 'predecessor_id']).execute()
  const earlier = Map.groupBy(links, (link) => link.location_id)
  const predecessorsOf = (pk: number) => (earlier.get(pk) ?? []).map((link) => link.predecessor_id)
  return new Map(rows.map((row) => [row.pk, { ...row, predecessors: predecessorsOf(row.pk) }]))
}

const HERITAGE = Object.keys(v.omit(heritage, ['location']).entries) as Exclude<keyof Heritage, 'location'>[]
/** Descriptions of places that are not hidden. */
export const shownDescriptions = (db: Db) =>
  db.selectFrom('location_description').where('hidden_until', 'is', null).orderBy('id')
/** Texts about a zone: heritage, descriptions, plaques (spec §3); all, or those of one zone. */
export function createLocationRecords(db: Db) {
  return {
    heritage({ location }: Query<'heritage'>): Promise<Heritage[]> {
      const query = db
        .selectFrom('heritage')
        .select(['location_id as location', ...HERITAGE])
        .orderBy('id')
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
    descriptions({ search: location }: Query<'locationDescriptions'>): Promise<LocationDescription[]> {
      const query = shownDescriptions(db).select(['id', 'location_id as location', 'description'])
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
    names({ location }: Query<'placeNames'>): Promise<PlaceName[]> {
      const query = db
        .selectFrom('place_name')
        .select(['id', 'location_id as location', 'name', ...PERIOD])
        .orderBy('id')
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
    plaques({ search: location }: Query<'plaques'>): Promise<Plaque[]> {
      const query = db.selectFrom('plaque').select(['id', 'location_id as location', 'name', 'text']).orderBy('id')
      return (location ? query.where('location_id', '=', location) : query).execute()
    },
  }
}

const PERIOD = ['date_start', 'date_start_text', 'date_end', 'date_end_text'] as const
/** Who lived where. Of somebody whose privacy is kept, nothing is told. */
export const createResidents = (db: Db) => ({
  list({ person, people, location }: Query<'residents'>, view = PUBLIC): Promise<Resident[]> {
    let query = db
      .selectFrom('resident')
      .select(['id', 'person_id as person', 'location_id as location', ...PERIOD])
      .select(['role', 'written', 'source', 'household_order'])
      .where(linksToListed('resident.person_id', 'person', view))
      .where(knowsPerson('resident.person_id', view))
      .orderBy('id')
    if (person) query = query.where('person_id', '=', person)
    if (people) query = query.where(isOneOf('person_id', people))
    if (location) query = query.where('location_id', '=', location)
    return query.$castTo<Resident>().execute()
  },
})

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
        .select(['id', 'lot_num as lot', 'person_id as person'])
        .select(ofKnown('ownership.person_id', ['date'], ['date_text', 'source'], view))
        .where(linksToListed('ownership.person_id', 'person', view))
        .orderBy('id')
      if (lot) query = query.where(isOneOf('lot_num', lot))
      if (person) query = query.where('person_id', '=', person)
      return query.execute()
    },
  }
}
