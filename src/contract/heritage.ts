import * as v from 'valibot'
import { field } from './field.ts'
import { body, id, name, PLACE, webAddress } from './fields.ts'

/** Spec §3 "Heritage information"; `heritage_registry_entry` is a URL, '' if the place is not registered. */
export const heritage = v.object({
  id: v.optional(id),
  location: field(id, 'Location', PLACE),
  architectural_style: field(name, 'Architectural style'),
  architectural_description: field(body, 'Architecture'),
  heritage_registry_entry: field(webAddress, 'Entry in the heritage register'),
})
export type Heritage = v.InferOutput<typeof heritage>
