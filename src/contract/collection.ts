import * as v from 'valibot'
import { contextProject } from './context-project.ts'
import { HIERARCHY_NAMES } from './kinds.ts'
import { body, id, line, name, requiredName, optionalVisibility, updatedAt } from './fields.ts'
import { FIELD } from './messages.ts'

/** Spec §9 "Hierarchy values", from the widest to the narrowest. */
export const HIERARCHIES = Object.keys(HIERARCHY_NAMES) as (keyof typeof HIERARCHY_NAMES)[]
export const hierarchy = v.picklist(HIERARCHIES, FIELD.oneOf(HIERARCHIES))

/** Of an item, or of those of a collection that say nothing (our addition). `rights` is a URI of rights.ts. */
export const rightsOfItems = {
  rights: v.optional(name),
  rights_holder: v.optional(name),
  credit_line: v.optional(line),
  local_contexts: v.optional(body),
  /** Of the projects that this names; only where a record is read by itself. */
  contexts: v.optional(v.array(contextProject)),
}

/** Spec §3 "Collection". */
export const collection = v.object({
  id,
  collection_name: requiredName(),
  collection_description: body,
  hierarchy,
  parent_collection: v.nullish(id, null),
  ...rightsOfItems,
  visibility: optionalVisibility,
  updated_at: updatedAt,
})
export type Collection = v.InferOutput<typeof collection>

export const collectionLink = v.object({ id, collection_name: v.string(), ...rightsOfItems })

export const collectionCreated = v.object({ id })
