import * as v from 'valibot'
import { body, id, name, webAddress } from './fields.ts'

/** Spec §3 "Heritage information"; `heritage_registry_entry` is a URL, '' if the place is not registered. */
export const heritage = v.object({
  id: v.optional(id),
  location: id,
  architectural_style: name,
  architectural_description: body,
  heritage_registry_entry: webAddress,
})
export type Heritage = v.InferOutput<typeof heritage>
