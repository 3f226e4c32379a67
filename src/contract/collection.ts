import * as v from 'valibot'
import { HIERARCHY_NAMES } from './kinds.ts'
import { body, id, requiredName, optionalVisibility, updatedAt } from './fields.ts'
import { FIELD } from './messages.ts'

/** Spec §9 "Hierarchy values", from the widest to the narrowest. */
export const HIERARCHIES = Object.keys(HIERARCHY_NAMES) as (keyof typeof HIERARCHY_NAMES)[]
export const hierarchy = v.picklist(HIERARCHIES, FIELD.oneOf(HIERARCHIES))

/** Spec §3 "Collection". */
export const collection = v.object({
  id,
  collection_name: requiredName(),
  collection_description: body,
  hierarchy,
  parent_collection: v.nullish(id, null),
  visibility: optionalVisibility,
  updated_at: updatedAt,
})
export type Collection = v.InferOutput<typeof collection>

export const collectionLink = v.object({ id, collection_name: v.string() })

export const collectionCreated = v.object({ id })
