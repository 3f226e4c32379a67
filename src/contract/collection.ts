import * as v from 'valibot'
import { body, id, formId, requiredBody, requiredName, formObject, optionalVisibility, updatedAt } from './fields.ts'
import { HIERARCHY_NAMES } from './choices.ts'
import { field } from './field.ts'
import { FIELD, FORM } from './messages.ts'

/** Spec §9 "Hierarchy values", from the widest to the narrowest. */
export const HIERARCHIES = ['fond', 'series', 'subseries', 'file'] as const
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

/** POST /api/collections/, spec §5 "Add collection". */
export const collectionCreate = formObject({
  collection_name: field(requiredName(FORM.collectionName), 'Name'),
  collection_description: field(requiredBody(FORM.collectionDescription), 'Description'),
  hierarchy: field(hierarchy, 'Hierarchy', {
    ...{ control: 'choice', choices: HIERARCHY_NAMES },
    hint: 'From the widest to the narrowest.',
  }),
  parent_collection: field(formId, 'Part of', {
    ...{ of: 'collections', list: 'collection-parent' },
    hint: 'A wider collection, if there is one.',
  }),
})
export const collectionCreated = v.object({ id })
