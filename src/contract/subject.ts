import * as v from 'valibot'
import { body, id, formId, requiredBody, requiredName, formObject, optionalVisibility, updatedAt } from './fields.ts'
import { field } from './field.ts'
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
  subject_name: field(requiredName(FORM.subjectName), 'Name'),
  subject_description: field(requiredBody(FORM.subjectDescription), 'Description', {
    hint: 'What belongs to this subject, in a sentence or two.',
  }),
  subject_parent: field(formId, 'Part of', {
    ...{ of: 'subjects', list: 'subject-parent' },
    hint: 'A wider subject, if there is one. Type its name and choose it from the list.',
  }),
})
export const subjectCreated = subjectLink
