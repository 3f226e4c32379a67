import * as v from 'valibot'
import { isChronological } from './dates.ts'
import {
  body,
  formDate,
  id,
  name,
  nameList,
  optionalDate,
  requiredBody,
  requiredName,
  formObject,
  optionalVisibility,
  updatedAt,
} from './fields.ts'
import { FORM } from './messages.ts'

/** Spec §3 "Organization"; the written dates are our addition. */
export const organization = v.object({
  id,
  name,
  altname: nameList,
  date_opened: optionalDate,
  date_opened_text: name,
  date_closed: optionalDate,
  date_closed_text: name,
  description: body,
  visibility: optionalVisibility,
  updated_at: updatedAt,
})
export type Organization = v.InferOutput<typeof organization>

export const organizationLink = v.object({ id, name })

/** Spec §3 "Organization-location link". */
export const organizationLocation = v.object({
  id: v.optional(id),
  location: id,
  organization: id,
  date_start: optionalDate,
  date_start_text: name,
  date_end: optionalDate,
  date_end_text: name,
})
export type OrganizationLocation = v.InferOutput<typeof organizationLocation>

/** Spec §3 "Employment". */
export const employment = v.object({
  id: v.optional(id),
  person: id,
  organization: id,
  date_start: optionalDate,
  date_start_text: name,
  date_end: optionalDate,
  date_end_text: name,
})
export type Employment = v.InferOutput<typeof employment>

/** POST /api/organizations/, spec §5 "Add organization": alternate names are split on commas and trimmed. */
export const organizationCreate = v.pipe(
  formObject({
    name: requiredName(FORM.organizationName),
    altname: nameList,
    date_opened: formDate,
    date_closed: formDate,
    description: requiredBody(FORM.organizationDescription),
  }),
  v.forward(
    v.partialCheck(
      [['date_opened'], ['date_closed']],
      (input) => isChronological(input.date_opened, input.date_closed),
      FORM.rangeEnd,
    ),
    ['date_closed'],
  ),
)
export const organizationCreated = organizationLink
