import * as v from 'valibot'
import { collectionCreate, graveCreate, organizationCreate, personCreate, subjectCreate } from '#contract/create.ts'
import { field } from '#contract/field.ts'
import { formIds, line } from '#contract/fields.ts'
import { fittingInputs, inputsOf, namesOf, readInput, type Inputs } from '../forms/inputs.ts'
import { formFields, type FormField } from '../forms/form-fields.ts'

/** What the wizard's popups add (spec §2, §3), by the calls of spec §7. */
const SCHEMAS = {
  person: personCreate,
  subject: subjectCreate,
  organization: organizationCreate,
  collection: collectionCreate,
}
export type NewRecordKind = keyof typeof SCHEMAS
export type NewRecordBody<K extends NewRecordKind = NewRecordKind> = v.InferOutput<(typeof SCHEMAS)[K]>
/** Words that belong to the surname after them. */
const PARTICLE = /^(?:mc|mac|o|st\.?|van|von|de|der|den|du|di|da|la|le)$/i

/** A name as typed in a tag box: John William Calder, or Calder, John William. */
function splitName(typed: string) {
  const [last, first] = typed.split(',').map((part) => part.trim())
  const words = (first ?? last!).split(/\s+/).filter(Boolean)
  let given = words
  let surname = first === undefined ? '' : last!
  if (first === undefined && words.length > 1) {
    let at = words.length - 1
    while (at > 1 && PARTICLE.test(words[at - 1]!)) at -= 1
    surname = words.slice(at).join(' ')
    given = words.slice(0, at)
  }
  const [first_name = '', ...middle] = given
  return { first_name, middle_name: middle.join(' '), surname }
}

/** Of a person, with calls of their own after it. Its picture is another one. */
export const PERSON_PARTS = formFields({
  entries: {
    parents: field(formIds, 'Parents', {
      ...{ of: 'people', list: 'parents' },
      hint: 'Type a name and choose it from the list.',
    }),
    grave: field(line, 'Grave', { hint: "A link to the gravestone, or its number in a cemetery's list." }),
  },
})
const FORMS = Object.fromEntries(Object.entries(SCHEMAS).map(([kind, schema]) => [kind, formFields(schema)])) as Record<
  NewRecordKind,
  readonly FormField[]
>
export const newRecordFields = (kind: NewRecordKind): readonly FormField[] => FORMS[kind]

const NAMES = { subject: 'subject_name', organization: 'name', collection: 'collection_name' } as const
/** The form as it opens; `typed` is what was typed in the tag box. */
export const newRecordInputs = (kind: NewRecordKind, typed: string): Inputs => ({
  ...inputsOf(FORMS[kind], {}),
  ...(kind === 'person'
    ? { ...inputsOf(PERSON_PARTS, {}), picture: null, ...splitName(typed) }
    : { [NAMES[kind]]: typed.trim() }),
})

/** A form as it was kept with a draft. A field that does not fit is empty. */
export const restoreNewRecord = (kind: NewRecordKind, kept: Readonly<Record<string, unknown>>): Inputs =>
  fittingInputs(newRecordInputs(kind, ''), kept)

/** The body of the call, or the sentences of spec §5 at their fields. */
export function checkNewRecord<K extends NewRecordKind>(
  kind: K,
  inputs: Inputs,
): { body: NewRecordBody<K>; errors?: undefined } | { errors: Record<string, string>; body?: undefined } {
  const errors: Record<string, string> = {}
  const sent: Record<string, unknown> = {}
  for (const each of FORMS[kind]) {
    const read = readInput(each, inputs[each.field])
    if ('problem' in read) errors[each.field] = read.problem
    // Spec §5: alternate names may have commas between them.
    else
      sent[each.field] =
        each.control === 'names' ? namesOf(String(inputs[each.field]).replaceAll(',', '\n')) : read.value
  }
  const grave = String(inputs['grave'] ?? '')
  if (grave.trim() !== '') {
    const entry = v.safeParse(graveCreate.entries.entry, grave)
    if (!entry.success) errors['grave'] = entry.issues[0].message
  }
  const checked = v.safeParse(SCHEMAS[kind] as v.GenericSchema<unknown, NewRecordBody<K>>, sent)
  for (const issue of checked.issues ?? []) errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message
  return checked.success && Object.keys(errors).length === 0 ? { body: checked.output } : { errors }
}
