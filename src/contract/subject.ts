import * as v from 'valibot'
import { body, id, nameList, requiredName, optionalVisibility, updatedAt } from './fields.ts'

/** Spec §3 "Subject". */
export const subject = v.object({
  id,
  subject_name: requiredName(),
  subject_description: body,
  subject_parent: v.nullish(id, null),
  same_as: v.optional(nameList),
  visibility: optionalVisibility,
  updated_at: updatedAt,
})
export type Subject = v.InferOutput<typeof subject>

export const subjectLink = v.object({ id, subject_name: v.string() })

export const subjectCreated = subjectLink
