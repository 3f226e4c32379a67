import * as v from 'valibot'
import { timestamp } from './fields.ts'

const text = v.string()

/** A project of the Local Contexts Hub as it was fetched. Languages are BCP 47, or empty. `png` is base64, 160 pixels at most; missing where `version` names a file of the site. */
export const contextProject = v.object({
  ...{ id: text, title: text, fetched_at: timestamp },
  labels: v.array(
    v.object({
      ...{ name: text, text, language_tag: text, community: text, version: text, png: v.optional(text) },
      translations: v.array(v.object({ translated_name: text, translated_text: text, language_tag: text })),
    }),
  ),
})
export type ContextProject = v.InferOutput<typeof contextProject>
