import * as v from 'valibot'
import { inOrder } from './dates.ts'
import {
  body,
  dateSent,
  id,
  idNeeded,
  idsSent,
  inForm,
  line,
  name,
  optionalDate,
  requiredName,
  sent,
  shownVisibility,
  webAddress,
} from './fields.ts'
import { FORM } from './messages.ts'

export const SEXES = ['female', 'male', 'other'] as const
const sexes = `One of: ${SEXES.join(', ')}.`
export const sex = v.nullish(v.union([v.picklist(SEXES, sexes), v.literal('')], sexes), '')

/** Spec §3 "Grave link": `entry` is what a gravestone register says, or where it says it. */
export const grave = v.object({ id: v.optional(id), entry: line, person: id })
export type Grave = v.InferOutput<typeof grave>

/** A person's picture: size in pixels (upright), and a version that changes with the picture. */
export const personImage = v.object({ width: v.number(), height: v.number(), version: v.string() })

/** Spec §3 "Person". `image`, `graves` and the written dates are our additions; `image` is the version of the person's picture. */
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
  image: v.optional(v.fallback(v.nullable(personImage), null), null),
  graves: v.optional(v.array(v.object({ id: v.optional(id), entry: line })), []),
  visibility: shownVisibility,
})
export type Person = v.InferOutput<typeof person>

/** A person as other records name them (an item's people). */
export const personLink = v.object({
  id,
  first_name: name,
  middle_name: name,
  surname: name,
  date_of_birth: optionalDate,
  date_of_death: optionalDate,
})
export type PersonLink = v.InferOutput<typeof personLink>

/** Spec §3 "Person relationship": `parent` says that person1 is parent of person2. */
export const RELATIONSHIP_TYPES = ['parent'] as const
export const relationship = v.object({
  id: v.optional(id),
  person1: id,
  person2: id,
  relationship_type: v.picklist(RELATIONSHIP_TYPES, 'The one relationship type is: parent.'),
  description: line,
})
export type Relationship = v.InferOutput<typeof relationship>

/** POST /api/people/, spec §5 "Add person" and §7. */
export const personCreate = v.pipe(
  sent({
    first_name: requiredName(FORM.personFirstName),
    middle_name: name,
    surname: requiredName(FORM.personSurname),
    date_of_birth: dateSent,
    date_of_death: dateSent,
    sex,
    biography: body,
    spouses: idsSent,
    family_tree: webAddress,
  }),
  v.forward(
    v.partialCheck(
      [['date_of_birth'], ['date_of_death']],
      (input) => inOrder(input.date_of_birth, input.date_of_death),
      FORM.rangeEnd,
    ),
    ['date_of_death'],
  ),
)
export const personCreated = v.object({ id, first_name: v.string(), middle_name: v.string(), surname: v.string() })
export const graveCreate = sent({ entry: requiredName(), person: idNeeded })
export const relationshipCreate = sent({
  ...v.omit(relationship, ['id']).entries,
  person1: idNeeded,
  person2: idNeeded,
})
/** The field beside the file `image`, spec §7. */
export const personImageCreate = v.object({ person: inForm(id) })
