import * as v from 'valibot'
import { body, id, formId, requiredBody, requiredName, formObject, optionalVisibility, updatedAt } from './fields.ts'
import { FORM } from './messages.ts'

/** Spec §3 "Subject". */
export const subject = v.object({
  id,
  subject_name: requiredName(),
  subject_description: body,
  subject_parent: v.nullish(id, null),
  visibility: optionalVisibility,
  updated_at: updatedAt,
})
export type Subject = v.InferOutput<typeof subject>

export const subjectLink = v.object({ id, subject_name: v.string() })

/** POST /api/subjects/, spec §5 "Add subject". */
export const subjectCreate = formObject({
  subject_name: requiredName(FORM.subjectName),
  subject_description: requiredBody(FORM.subjectDescription),
  subject_parent: formId,
})
export const subjectCreated = subjectLink
