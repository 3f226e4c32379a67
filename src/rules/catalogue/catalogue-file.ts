import * as v from 'valibot'
import { lastDay } from '#contract/dates.ts'
import { id } from '#contract/fields.ts'
import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { packNumbers, packValues, unpackNumbers, unpackValues, type PackedValues } from './packed-numbers.ts'
import type { TimeRange } from '../dates/time-range.ts'

/** An item in the catalogue. `people` are those in it, its creator and its contributors, as in the API's people filter. */
export interface CatalogueRow {
  id: number
  type: ItemType
  /** rules/dates/partial-dates itemSpan. */
  span: TimeRange | undefined
  location: number | null
  collection: number | null
  people: readonly number[]
  subjects: readonly number[]
  organizations: readonly number[]
}
/** Names for the facets, and the parent of each collection. */
export interface CatalogueNames {
  subjects: readonly (readonly [id: number, name: string])[]
  collections: readonly (readonly [id: number, name: string, parent: number | null])[]
}

/** Links of all rows: those of row r are `ids[first[r]]` up to, but not including, `ids[first[r + 1]]`. */
export interface Links {
  first: Uint32Array
  ids: Float64Array
}
/** One entry per row, ids ascending. Location or collection 0 means none; a start of -1 means undated. */
export interface CatalogueColumns extends CatalogueNames {
  count: number
  ids: Float64Array
  types: Float64Array
  starts: Float64Array
  ends: Float64Array
  locations: Float64Array
  collectionOf: Float64Array
  people: Links
  subjectsOf: Links
  organizations: Links
}

interface PackedLinks {
  total: number
  counts: readonly string[]
  ids: PackedValues
}
export interface CatalogueFile extends CatalogueNames {
  count: number
  /** Differences to the previous id. */
  ids: readonly string[]
  /** Indexes into ITEM_TYPES. */
  types: readonly string[]
  /** Start + 1; 0 for an undated item. */
  starts: PackedValues
  /** 0 if the start is the whole date, which is the usual case. */
  ends: PackedValues
  locations: PackedValues
  collectionOf: PackedValues
  people: PackedLinks
  subjectsOf: PackedLinks
  organizations: PackedLinks
}

function packLinks(lists: readonly (readonly number[])[]): PackedLinks {
  const ids = lists.flat()
  return { total: ids.length, counts: packNumbers(lists.map((list) => list.length)), ids: packValues(ids) }
}

export function packCatalogue(items: readonly CatalogueRow[], names: CatalogueNames): CatalogueFile {
  const rows = [...items].sort((a, b) => a.id - b.id)
  const endOf = ({ span }: CatalogueRow) => (span === undefined || span.end === lastDay(span.start) ? 0 : span.end)
  return {
    count: rows.length,
    ids: packNumbers(rows.map((row, at) => row.id - (rows[at - 1]?.id ?? 0))),
    types: packNumbers(rows.map((row) => ITEM_TYPES.indexOf(row.type))),
    starts: packValues(rows.map((row) => (row.span === undefined ? 0 : row.span.start + 1))),
    ends: packValues(rows.map(endOf)),
    locations: packValues(rows.map((row) => row.location ?? 0)),
    collectionOf: packValues(rows.map((row) => row.collection ?? 0)),
    people: packLinks(rows.map((row) => row.people)),
    subjectsOf: packLinks(rows.map((row) => row.subjects)),
    organizations: packLinks(rows.map((row) => row.organizations)),
    ...names,
  }
}

/** More rows than any archive has, so that a corrupt file cannot exhaust memory. */
const MAX_ROWS = 10_000_000
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_ROWS))
const values = v.object({ different: whole, steps: v.unknown(), at: v.unknown() })
const links = v.object({ total: whole, counts: v.unknown(), ids: values })
const file = v.object({
  count: whole,
  ids: v.unknown(),
  types: v.unknown(),
  starts: values,
  ends: values,
  locations: values,
  collectionOf: values,
  people: links,
  subjectsOf: links,
  organizations: links,
  subjects: v.array(v.tuple([id, v.string()])),
  collections: v.array(v.tuple([id, v.string(), v.nullable(id)])),
})

function unpackLinks({ total, counts, ids }: v.InferOutput<typeof links>, rows: number): Links | undefined {
  const lengths = unpackNumbers(counts, rows)
  const linked = unpackValues(ids, total)
  if (!lengths || !linked) return undefined
  const first = new Uint32Array(rows + 1)
  for (let row = 0; row < rows; row++) first[row + 1] = first[row]! + lengths[row]!
  return first[rows] === total ? { first, ids: linked } : undefined
}

/** Parses the downloaded file; undefined if it is not a valid catalogue. */
export function readCatalogue(json: unknown): CatalogueColumns | undefined {
  const read = v.safeParse(file, json)
  if (!read.success) return undefined
  const { count, subjects, collections, ...packed } = read.output
  const columns = {
    ids: unpackNumbers(packed.ids, count),
    types: unpackNumbers(packed.types, count),
    starts: unpackValues(packed.starts, count),
    ends: unpackValues(packed.ends, count),
    locations: unpackValues(packed.locations, count),
    collectionOf: unpackValues(packed.collectionOf, count),
    people: unpackLinks(packed.people, count),
    subjectsOf: unpackLinks(packed.subjectsOf, count),
    organizations: unpackLinks(packed.organizations, count),
  }
  if (!isComplete(columns)) return undefined
  const { ids, types, starts, ends } = columns
  if (types.some((type) => type >= ITEM_TYPES.length)) return undefined
  for (let row = 0; row < count; row++) {
    ids[row]! += row === 0 ? 0 : ids[row - 1]!
    starts[row]! -= 1
    if (starts[row]! >= 0 && ends[row] === 0) ends[row] = lastDay(starts[row]!)
  }
  return { count, ...columns, subjects, collections }
}

const isComplete = <T extends object>(columns: T): columns is { [K in keyof T]: NonNullable<T[K]> } =>
  Object.values(columns).every((column) => column !== undefined)
