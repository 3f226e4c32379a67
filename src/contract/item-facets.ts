import * as v from 'valibot'
import { id } from './fields.ts'
import { itemType } from './item.ts'

const count = v.number()

/**
 * GET /api/items/facets/: how many results each choice would give with the current filters. A facet ignores its own filter when only one value
 * can be chosen (type, time, collection) or more values widen the search (tags joined by OR). Values without results are left out.
 */
export const itemFacets = v.object({
  /** Results of the current filters. */
  count,
  /** In the order of ITEM_TYPES. */
  types: v.array(v.object({ type: itemType, count })),
  /** `decade` is its first year; in order, from TIME.firstYear to this year. An item that spans several decades counts in each. */
  decades: v.array(v.object({ decade: v.number(), count })),
  /** Items without a date, as if no time filter were set. */
  undated: count,
  /** Items from before TIME.firstYear, where the time slider begins. */
  earlier: v.optional(count, 0),
  /** The MOST_FACET_SUBJECTS most frequent and the selected ones, most frequent first, ties by id. */
  subjects: v.array(v.object({ id, subject_name: v.string(), count })),
  /** By id. A collection includes the items of its visible descendants. */
  collections: v.array(v.object({ id, collection_name: v.string(), count })),
})
export type ItemFacets = v.InferOutput<typeof itemFacets>

/** GET /api/items/places/: how many results lie in each zone, by zone id; items without a zone are left out. */
export const itemPlaces = v.array(v.object({ location: id, count }))
export type ItemPlaces = v.InferOutput<typeof itemPlaces>

/** Maximum number of subjects in an answer, besides the selected ones. */
export const MOST_FACET_SUBJECTS = 40
