import * as v from 'valibot'
import { field } from './field.ts'
import {
  body,
  id,
  line,
  list,
  name,
  nameList,
  optionalDate,
  period,
  PLACE,
  updatedAt,
  webAddress,
  PERSON,
} from './fields.ts'
import { BODY, TEXT } from './limits.ts'
import { ROLES, SUCCESSIONS } from './kinds.ts'
import { FIELD } from './messages.ts'

/** A position in EPSG:4326: longitude, latitude in degrees; altitude is dropped. */
export const position = v.pipe(
  v.array(v.number()),
  v.minLength(2, 'A position needs longitude and latitude.'),
  v.check(
    ([x, y]) => Math.abs(x!) <= 180 && Math.abs(y!) <= 90,
    'A position is longitude and latitude in degrees (EPSG:4326).',
  ),
  v.transform((values): [number, number] => [values[0]!, values[1]!]),
)
const same = (a: readonly number[], b: readonly number[]) => a[0] === b[0] && a[1] === b[1]
const ring = v.pipe(
  list(position, BODY.values),
  v.minLength(4, 'A ring needs at least four positions.'),
  v.check((list) => same(list[0]!, list.at(-1)!), 'A ring must end where it begins.'),
)
const polygon = v.pipe(list(ring, BODY.values), v.minLength(1, 'A polygon needs a ring.'))

/** RFC 7946 Polygon or MultiPolygon. */
export const geometry = v.variant(
  'type',
  [
    v.object({ type: v.literal('Polygon'), coordinates: polygon }),
    v.object({
      type: v.literal('MultiPolygon'),
      coordinates: v.pipe(list(polygon, BODY.values), v.minLength(1, 'Add a polygon.')),
    }),
  ],
  'The outline must be a GeoJSON Polygon or MultiPolygon.',
)
export type Geometry = v.InferOutput<typeof geometry>

/** Spec §3 "Location/zone": `altnames` is a list, a JSON string on the wire. */
export const locationProperties = v.object({
  pk: id,
  name: field(name, 'Name'),
  address: field(line, 'Address'),
  altnames: field(nameList, 'Other names'),
})

/** When a place was there, and what was there before it (our addition). Without dates nothing is known of that. */
const placeTime = {
  date_start: v.optional(optionalDate),
  date_start_text: v.optional(name),
  date_end: v.optional(optionalDate),
  date_end_text: v.optional(name),
  predecessors: v.optional(v.array(id)),
  succession: v.optional(v.fallback(v.picklist(SUCCESSIONS), '')),
  /** That it had for a time. */
  earlier_names: v.optional(v.array(v.string())),
}

/** A zone as a GeoJSON Feature; `id` repeats `pk`. Without a known outline the geometry is null (RFC 7946 §3.2). */
export const locationFeature = v.object({
  type: v.literal('Feature'),
  id: v.optional(v.union([v.number(), v.string()])),
  geometry: v.nullable(geometry),
  properties: v.object({
    ...locationProperties.entries,
    ...placeTime,
    same_as: v.optional(nameList),
    updated_at: updatedAt,
  }),
})
export type LocationFeature = v.InferOutput<typeof locationFeature>

export const locationCollection = v.object({ type: v.literal('FeatureCollection'), features: v.array(locationFeature) })
/** Spec §3 "Location description". */
export const locationDescription = v.object({
  id: v.optional(id),
  location: field(id, 'Location', PLACE),
  description: field(body, 'Description'),
})
export type LocationDescription = v.InferOutput<typeof locationDescription>

/** A name or an address that a place had for a time (our addition; its form is in place-history.ts). */
export const placeName = v.object({ id: v.optional(id), location: id, name, ...period })
export type PlaceName = v.InferOutput<typeof placeName>

/** Who lived where (our addition; its form is in place-history.ts). A start without an end is a record of that time, such as a census. */
export const resident = v.object({
  id: v.optional(id),
  person: id,
  location: id,
  ...period,
  role: v.fallback(v.picklist(ROLES), ''),
  written: line,
  source: line,
  household_order: v.nullish(v.number(), null),
})
export type Resident = v.InferOutput<typeof resident>

/** Spec §3 "Plaque". */
export const plaque = v.object({
  id: v.optional(id),
  location: field(id, 'Location', PLACE),
  name: field(name, 'Name'),
  text: field(body, 'Text'),
})
export type Plaque = v.InferOutput<typeof plaque>

/** Spec §3 "Heritage information"; `heritage_registry_entry` is a URL, '' if the place is not registered. */
export const heritage = v.object({
  id: v.optional(id),
  location: field(id, 'Location', PLACE),
  architectural_style: field(name, 'Architectural style'),
  architectural_description: field(body, 'Architecture'),
  heritage_registry_entry: field(webAddress, 'Entry in the heritage register'),
})
export type Heritage = v.InferOutput<typeof heritage>

/** The number of a lot: its primary key, a text; servers may send a number. */
export const lotNumber = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(TEXT.line, FIELD.maximum(100))), v.number()], 'Enter a lot number.'),
  v.transform(String),
  v.trim(),
  v.nonEmpty('Enter a lot number.'),
  v.maxLength(100, FIELD.maximum(100)),
)

/** Spec §3 "Lot", with the zone it lies in. */
const number = field(lotNumber, 'Lot number', { control: 'line' })
export const lot = v.object({ lotNum: number, location: field(v.nullish(id, null), 'Location', PLACE) })
export type Lot = v.InferOutput<typeof lot>

/** Spec §3 "Lot ownership"; `date_text` is the date as written in the source (our addition). */
export const ownership = v.object({
  id: v.optional(id),
  lot: field(number, 'Lot number', { of: 'lots' }),
  person: field(id, 'Person', PERSON),
  date: field(optionalDate, 'Date'),
  date_text: field(name, 'Date as written'),
  source: field(line, 'Source'),
})
export type Ownership = v.InferOutput<typeof ownership>
