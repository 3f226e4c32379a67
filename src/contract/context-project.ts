import * as v from 'valibot'
import { timestamp } from './fields.ts'

const words = { name: v.string(), text: v.string(), language: v.string() }

/** A project of the Local Contexts Hub as it was fetched. Languages are BCP 47, or empty. `png` is base64, 160 pixels at most; missing where `version` names a file of the site. */
export const contextProject = v.object({
  id: v.string(),
  title: v.string(),
  fetched_at: timestamp,
  labels: v.array(
    v.object({
      ...words,
      community: v.string(),
      version: v.string(),
      png: v.optional(v.string()),
      translations: v.array(v.object(words)),
    }),
  ),
})
export type ContextProject = v.InferOutput<typeof contextProject>
