import * as v from 'valibot'
import { SEX_NAMES } from './choices.ts'
import { isChronological } from './dates.ts'
import { field } from './field.ts'
import {
  body,
  formDate,
  id,
  requiredFormId,
  formIds,
  multipartNumber,
  line,
  name,
  optionalDate,
  requiredName,
  formObject,
  optionalVisibility,
  PERSON,
  updatedAt,
  webAddress,
} from './fields.ts'
import { FIELD, FORM } from './messages.ts'

export const SEXES = ['female', 'male', 'other'] as const
const sexes = FIELD.oneOf(SEXES)
const sex = v.nullish(v.union([v.picklist(SEXES, sexes), v.literal('')], sexes), '')

/** Spec §3 "Grave link": `entry` is the text of a gravestone register, or a reference to it. */
export const grave = v.object({ id: v.optional(id), entry: line, person: id })

/** A person's picture: pixels (upright), and a version that changes with the picture. */
const personImage = v.object({ width: v.number(), height: v.number(), version: v.string() })

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
  image: v.optional(v.fallback(v.nullish(personImage), undefined)),
  graves: v.optional(v.array(v.object({ id: v.optional(id), entry: line })), []),
  visibility: optionalVisibility,
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

/** POST /api/people/, spec §5 "Add person" and §7. */
export const personCreate = v.pipe(
  formObject({
    first_name: field(requiredName(FORM.personFirstName), 'First name', { group: 'name' }),
    middle_name: field(name, 'Middle name', { group: 'name' }),
    surname: field(requiredName(FORM.personSurname), 'Surname', { group: 'name' }),
    date_of_birth: field(formDate, 'Born', { group: 'dates' }),
    date_of_death: field(formDate, 'Died', { group: 'dates' }),
    sex: field(sex, 'Sex', { control: 'choice', choices: SEX_NAMES }),
    biography: field(body, 'Biography', { hint: 'What you know about this person, in your own words.' }),
    spouses: field(formIds, 'Spouses', {
      ...{ of: 'people', list: 'spouses' },
      hint: 'Type a name and choose it from the list.',
    }),
    family_tree: field(webAddress, 'Family tree', {
      hint: 'The address of a page about the family, such as https://www.wikitree.com/…',
    }),
  }),
  v.forward(
    v.partialCheck(
      [['date_of_birth'], ['date_of_death']],
      (input) => isChronological(input.date_of_birth, input.date_of_death),
      FORM.rangeEnd,
    ),
    ['date_of_death'],
  ),
)
export const personCreated = v.object({ id, first_name: name, middle_name: name, surname: name })
export const graveCreate = formObject({
  entry: field(requiredName(), 'Gravestone'),
  person: field(requiredFormId, 'Person', PERSON),
})
export const relationshipCreate = formObject({
  ...v.omit(relationship, ['id']).entries,
  person1: field(requiredFormId, 'Parent', { of: 'people', list: 'parents' }),
  person2: field(requiredFormId, 'Child', { of: 'people', list: 'spouses' }),
  description: field(line, 'Description'),
})
/** The field beside the file `image`, spec §7. */
export const personImageCreate = v.object({ person: field(multipartNumber(id), 'Person', PERSON) })
