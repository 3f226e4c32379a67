import * as v from 'valibot'
import { id } from './fields.ts'
import { itemType } from './item.ts'

const count = v.number()

/**
 * GET /api/items/facets/: how many results each choice would give beside the filters that are set. A facet leaves its own filter out where only one
 * of its values can be chosen (type; time; collection, by both of its names) and where more values widen the search (tags joined by OR); tags joined by
 * AND narrow it, and are counted under the filter. Values without results are left out, and so is what the caller may not see.
 */
export const itemFacets = v.object({
  /** Results of the filters as they are. */
  count,
  /** In the order of ITEM_TYPES. */
  types: v.array(v.object({ type: itemType, count })),
  /**
   * `decade` is its first year; in order, of the slider's time only (TIME.firstYear to this year). An item of several decades counts in each: as many
   * as `date` finds from YYYY0000 to the end of the decade's last year.
   */
  decades: v.array(v.object({ decade: v.number(), count })),
  /** Items without a date, as if no time were chosen; they are found by the whole of time only. */
  undated: count,
  /** The MOST_FACET_SUBJECTS most frequent and those that are chosen, the most frequent first, ties by id; names as the API lists them. */
  subjects: v.array(v.object({ id, subject_name: v.string(), count })),
  /** By id. A collection counts what lies in those below it too, as far down as the caller may see. */
  collections: v.array(v.object({ id, collection_name: v.string(), count })),
})
export type ItemFacets = v.InferOutput<typeof itemFacets>

/** GET /api/items/places/: how many results of the filters as they are lie in each zone, by id; items without a place are in none. */
export const itemPlaces = v.array(v.object({ location: id, count }))
export type ItemPlaces = v.InferOutput<typeof itemPlaces>

/** So many subjects are told at most, besides those that are chosen. */
export const MOST_FACET_SUBJECTS = 40
