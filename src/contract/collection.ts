import * as v from 'valibot'
import { body, id, idSent, requiredBody, requiredName, sent, shownVisibility } from './fields.ts'
import { FORM } from './messages.ts'

/** Spec §9 "Hierarchy values", the widest first. */
export const HIERARCHIES = ['fond', 'series', 'subseries', 'file'] as const
export const hierarchy = v.picklist(HIERARCHIES, `One of: ${HIERARCHIES.join(', ')}.`)

/** Spec §3 "Collection". */
export const collection = v.object({
  id,
  collection_name: requiredName(),
  collection_description: body,
  hierarchy,
  parent_collection: v.nullish(id, null),
  visibility: shownVisibility,
})
export type Collection = v.InferOutput<typeof collection>

export const collectionLink = v.object({ id, collection_name: v.string() })

/** POST /api/collections/, spec §5 "Add collection". */
export const collectionCreate = sent({
  collection_name: requiredName(FORM.collectionName),
  collection_description: requiredBody(FORM.collectionDescription),
  hierarchy,
  parent_collection: idSent,
})
export const collectionCreated = v.object({ id })
