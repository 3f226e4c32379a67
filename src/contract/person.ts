import * as v from 'valibot'
import { body, id, line, name, nameList, optionalDate, optionalVisibility, updatedAt, webAddress } from './fields.ts'
import { FIELD } from './messages.ts'

const SEXES = ['female', 'male', 'other'] as const
const sexes = FIELD.oneOf(SEXES)
export const sex = v.nullish(v.union([v.picklist(SEXES, sexes), v.literal('')], sexes), '')

/** Spec §3 "Grave link": `entry` is the text of a gravestone register, or a reference to it. */
export const grave = v.object({ id: v.optional(id), entry: line, person: id })

/** A person's picture: pixels (upright), and a version that changes with the picture. */
const personImage = v.object({ width: v.number(), height: v.number(), version: v.string() })

/** Our addition: what visitors see of somebody, if not everything (contract/living.ts); missing on other servers. */
const privacy = v.optional(v.fallback(v.optional(v.picklist(['names', 'hidden'])), undefined))

/** Spec §3 "Person". `image`, `graves` and the `_text` dates are our additions; `image` is undefined on servers that don't tell whether there is one. */
export const person = v.object({
  id,
  first_name: name,
  middle_name: name,
  surname: name,
  date_of_birth: optionalDate,
  date_of_birth_text: name,
  date_of_death: optionalDate,
  date_of_death_text: name,
  sex,
  biography: body,
  spouses: v.nullish(v.array(id), []),
  family_tree: webAddress,
  same_as: v.optional(nameList),
  image: v.optional(v.fallback(v.nullish(personImage), undefined)),
  graves: v.optional(v.array(v.object({ id: v.optional(id), entry: line })), []),
  visibility: optionalVisibility,
  privacy,
  updated_at: updatedAt,
})
export type Person = v.InferOutput<typeof person>

/** A person as referenced by other records, such as an item's people. */
export const personLink = v.object({
  id,
  first_name: name,
  middle_name: name,
  surname: name,
  date_of_birth: optionalDate,
  date_of_death: optionalDate,
})
export type PersonLink = v.InferOutput<typeof personLink>

/** Spec §3 "Person relationship": with `parent`, person1 is the parent of person2. */
export const RELATIONSHIP_TYPES = ['parent'] as const
export const relationship = v.object({
  id: v.optional(id),
  person1: id,
  person2: id,
  relationship_type: v.picklist(RELATIONSHIP_TYPES, 'Use “parent”, the only type of relationship.'),
  description: line,
})
export type Relationship = v.InferOutput<typeof relationship>

export const personCreated = v.object({ id, first_name: name, middle_name: name, surname: name })
