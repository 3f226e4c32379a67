import * as v from 'valibot'
import { field } from './field.ts'
import {
  body,
  id,
  name,
  nameList,
  optionalDate,
  optionalVisibility,
  ORGANIZATION,
  period,
  PERSON,
  PLACE,
  updatedAt,
} from './fields.ts'

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
  same_as: v.optional(nameList),
  visibility: optionalVisibility,
  updated_at: updatedAt,
})
export type Organization = v.InferOutput<typeof organization>

export const organizationLink = v.object({ id, name })

/** Spec §3 "Organization-location link". */
export const organizationLocation = v.object({
  id: v.optional(id),
  organization: field(id, 'Organization', ORGANIZATION),
  location: field(id, 'Location', PLACE),
  ...period,
})
export type OrganizationLocation = v.InferOutput<typeof organizationLocation>

/** Spec §3 "Employment". */
export const employment = v.object({
  id: v.optional(id),
  person: field(id, 'Person', PERSON),
  organization: field(id, 'Organization', ORGANIZATION),
  ...period,
})
export type Employment = v.InferOutput<typeof employment>

export const organizationCreated = organizationLink
